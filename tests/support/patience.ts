// TEST_PATIENCE=3 makes every limit three times as long, for a slow machine.
const factor = Number(process.env.TEST_PATIENCE || 1);

/** Returns a timeout in milliseconds for something that takes `quietMs` on an idle machine: ten times as long. */
export function patience(quietMs: number): number {
  return 10 * factor * quietMs;
}
