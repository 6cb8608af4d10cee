/** Limits how many tasks with the same key are in progress at once. */
export function createConcurrencyLimit(limit: number) {
  const counts = new Map<string, number>();
  /** Counts one more under this key. Returns a function that ends it; undefined beyond the limit. */
  return (key: string): (() => void) | undefined => {
    const count = counts.get(key) ?? 0;
    if (count >= limit) return undefined;
    counts.set(key, count + 1);
    return () => {
      const others = (counts.get(key) ?? 1) - 1;
      if (others > 0) counts.set(key, others);
      else counts.delete(key);
    };
  };
}
