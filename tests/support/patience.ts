// TEST_PATIENCE=3 makes every limit three times as long, for a slow machine.
const factor = Number(process.env.TEST_PATIENCE || 1);

/** Milliseconds to wait at most for what takes `quietMs` on a quiet machine: ten times as long. */
export function patience(quietMs: number): number {
  return 10 * factor * quietMs;
}
