/** Work that is being done just now. */
export interface UnderWay<T> {
  /** Joins the work under this name, or begins it. Nothing is remembered once it is done. */
  readonly share: (key: string, work: () => Promise<T>) => Promise<T>;
}

/** Lets all who want the same thing at the same moment share one piece of work. */
export function createUnderWay<T>(): UnderWay<T> {
  const known = new Map<string, Promise<T>>();
  return {
    share(key, work) {
      const joined = known.get(key);
      if (joined !== undefined) return joined;
      const begun = work().finally(() => known.delete(key));
      known.set(key, begun);
      return begun;
    },
  };
}
