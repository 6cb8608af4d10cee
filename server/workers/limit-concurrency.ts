/** Returns a limiter that runs at most `limit` pieces of work at a time. */
export function limitConcurrency(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    /** Starts the work as soon as the limit allows, in the order of the calls. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running < limit) running++;
      else await new Promise<void>(resolve => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    /** Returns how many calls are running or waiting. */
    pending: () => running + waiting.length,
  };
}
