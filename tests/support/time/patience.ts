// TEST_PATIENCE=3 triples every timeout, for a slow machine.
const factor = Number(process.env.TEST_PATIENCE || 1);

/** Returns a timeout in milliseconds for something that takes `idleMs` on an idle machine: ten times as long. */
export function patience(idleMs: number): number {
  return 10 * factor * idleMs;
}
