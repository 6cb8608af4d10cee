import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience';

const INTERVAL_MS = 20;

/**
 * Polls a condition of another process until it is true.
 * @throws {Error} Thrown when the condition does not become true in time; the message names it.
 */
export async function eventually(
  what: string,
  isTrue: () => Promise<boolean>,
  limitMs = patience(3000),
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
    await wait(INTERVAL_MS);
  }
}
