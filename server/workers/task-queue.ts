/** Returns a queue that runs one piece of work at a time, in the order of the calls. */
export function createTaskQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    run<Result>(work: () => Promise<Result>): Promise<Result> {
      const started = pending === 0 ? work() : last.then(work);
      pending++;
      const result = started.finally(() => pending--);
      last = result.catch(() => {});
      return result;
    },
    /** Returns how many calls are running or waiting. */
    pending: () => pending,
  };
}
