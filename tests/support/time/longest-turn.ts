/** Returns the longest turn of the event loop during some work, in milliseconds of processor time: a busy machine does not change it. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isDone] = [0, processorTime(), false];
  const measure = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  isDone = true;
  measure();
  return longest;
}

/** Returns the processor time of this thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
