interface Entry {
  readonly keys: readonly string[];
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** A first-in, first-out queue in which at most `limit` entries with the same key run at once. */
export function createQueue(limit: number) {
  const waiting = new Set<Entry>();
  const running = new Set<Entry>();
  const withKey = (entries: ReadonlySet<Entry>, key: string) =>
    [...entries].filter(({ keys }) => keys.includes(key));

  function startWaiting(): void {
    for (const entry of waiting) {
      if (entry.keys.some(key => withKey(running, key).length >= limit)) continue;
      waiting.delete(entry);
      running.add(entry);
      entry.start();
    }
  }

  /**
   * Adds an entry. `turn` resolves when the entry may run, and rejects if the signal aborts earlier. `end` ends the entry,
   * or removes it from the queue.
   */
  function enter(keys: readonly string[], signal?: AbortSignal) {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const entry = { keys, start, refuse };
    const leave = () => waiting.delete(entry) && refuse(signal?.reason);
    waiting.add(entry);
    if (signal?.aborted) leave();
    startWaiting();
    signal?.addEventListener('abort', leave, { once: true });
    return {
      turn: promise.finally(() => signal?.removeEventListener('abort', leave)),
      end(): void {
        waiting.delete(entry);
        running.delete(entry);
        startWaiting();
      },
    };
  }

  return {
    enter,

    /** Runs the work in its turn, unless the signal aborts earlier. */
    async run<Result>(
      keys: readonly string[],
      work: () => Promise<Result>,
      signal?: AbortSignal,
    ): Promise<Result> {
      const { turn, end } = enter(keys, signal);
      await turn;
      try {
        return await work();
      } finally {
        end();
      }
    },

    /** How many entries wait and run; with a key, only the entries with this key. */
    count: (key?: string) => ({
      waiting: key === undefined ? waiting.size : withKey(waiting, key).length,
      running: key === undefined ? running.size : withKey(running, key).length,
    }),

    /** Refuses the last entries with this key, so that at most `length` of them wait. */
    shorten(key: string, length: number, reason: unknown): void {
      for (const entry of withKey(waiting, key).slice(length)) {
        waiting.delete(entry);
        entry.refuse(reason);
      }
    },
  };
}
