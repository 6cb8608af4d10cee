/** Deduplicates concurrent work by key. */
export interface SingleFlight<T> {
  /** Joins the work in flight under this key, or starts it. Nothing is kept once it settles. */
  readonly share: (key: string, work: () => Promise<T>) => Promise<T>;
}

/** Returns a single flight of its own: two instances never share work. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const inFlight = new Map<string, Promise<T>>();
  return {
    share(key, work) {
      const joined = inFlight.get(key);
      if (joined !== undefined) return joined;
      const started = work().finally(() => inFlight.delete(key));
      inFlight.set(key, started);
      return started;
    },
  };
}
