import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again until the answer is true: for what another process does in its own time.
 * Thrown when it is not true in time: an Error that says what was waited for.
 */
export async function eventually(
  what: string,
  isSo: () => Promise<boolean>,
  patience = 10_000,
): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${patience / 1000} s: ${what}`);
    await wait(50);
  }
}
