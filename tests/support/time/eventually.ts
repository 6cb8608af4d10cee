import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience';

const INTERVAL_MS = 20;

/**
 * Polls a condition until it is true.
 * @throws {Error} Thrown when the condition does not become true in time; the message names it.
 */
export async function eventually(
  description: string,
  isTrue: () => Promise<boolean>,
  limitMs = patience(3000),
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline)
      throw new Error(`Timed out after ${limitMs / 1000} s waiting for: ${description}`);
    await wait(INTERVAL_MS);
  }
}
