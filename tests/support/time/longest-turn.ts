/** How often the processor time is read, in milliseconds: reading it in each turn would leave less of it to worker threads. */
const INTERVAL_MS = 1;

/** Returns the longest turn of the event loop during some work, in milliseconds of processor time: a busy machine does not change it. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isDone] = [0, processorTime(), false];
  const measure = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setTimeout(measure, INTERVAL_MS);
  };
  setTimeout(measure, INTERVAL_MS);
  await work();
  isDone = true;
  measure();
  return longest;
}

/** The same; repeats the work if a turn was longer than the limit, which may have been a garbage collection. */
export async function longestTurnWithin(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  const longest = await longestTurn(work);
  return longest <= limitMs ? longest : Math.min(longest, await longestTurn(work));
}

/** Returns the processor time of this thread, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
