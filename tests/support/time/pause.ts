/**
 * Returns the longest pause of the event loop while `work` runs, in milliseconds. Compare it with that of harmless input of
 * the same size: absolute times depend on the machine.
 */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return Math.max(longest, performance.now() - last);
}
