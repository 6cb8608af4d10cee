interface Limits {
  /** How many entries have their turn at once; by default, any number. */
  readonly limit?: number;
  /** How many of those with the same key; by default, any number. */
  readonly limitPerKey?: number;
}

interface Entry {
  readonly keys: readonly string[];
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** A first-in, first-out queue with a limit on what runs at once, and a limit for each key. */
export function createQueue({
  limit = Number.POSITIVE_INFINITY,
  limitPerKey = Number.POSITIVE_INFINITY,
}: Limits) {
  const waiting = new Set<Entry>();
  const running = new Set<Entry>();
  const withKey = (entries: ReadonlySet<Entry>, key: string) =>
    [...entries].filter(({ keys }) => keys.includes(key));

  function startWaiting(): void {
    for (const entry of waiting) {
      if (running.size >= limit) return;
      if (entry.keys.some(key => withKey(running, key).length >= limitPerKey)) continue;
      waiting.delete(entry);
      running.add(entry);
      entry.start();
    }
  }

  /**
   * Adds an entry. Its `turn` resolves when it comes, or rejects when the signal aborts before; `end` ends it, or leaves
   * the queue.
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

    /** Does the work in its turn, unless the signal aborts before. */
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

    /** How many entries wait, and how many have their turn: all of them, or those with this key. */
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
