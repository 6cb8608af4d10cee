/** Runs work with a limit on how much of it is in progress. */
export interface ConcurrencyLimit {
  /** Starts the work as soon as the limit allows, in the order of the calls. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** How many calls are running or waiting. */
  readonly pending: () => number;
}

/** Returns a limiter that runs at most `limit` pieces of work at a time. */
export function limitConcurrency(limit: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
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
    pending: () => running + waiting.length,
  };
}
