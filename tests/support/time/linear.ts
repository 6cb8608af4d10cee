import { expect } from '@jest/globals';
import { processorTime } from './longest-turn';

/** A time that is never too long, in milliseconds. */
const FLOOR_MS = 20;

/**
 * Expects that eight times as much work on this thread takes at most 32 times as long. Quadratic work would take 64 times
 * as long.
 */
export async function expectLinearTime(
  size: number,
  work: (size: number) => Promise<unknown>,
): Promise<void> {
  const measure = async (factor: number) => {
    const started = processorTime();
    await work(factor * size);
    return processorTime() - started;
  };
  const once = Math.max(await measure(1), FLOOR_MS);
  expect(await measure(8)).toBeLessThan(32 * once);
}
