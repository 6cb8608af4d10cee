import { LRUCache } from 'lru-cache';

/** The limit of a count, and how long its window lasts. */
export interface Window {
  readonly limit: number;
  readonly milliseconds: number;
}

interface Count {
  /** Whether it was within the limit. If not, it was not added. */
  readonly granted: boolean;
  /** The count of the current window. */
  readonly used: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Counts by key within a window that begins with the first count. */
export interface Counter {
  /** Adds to a count, unless it would exceed the limit or become negative. Undefined while the counter is unavailable. */
  readonly add: (key: string, count: number, window: Window) => Promise<Count | undefined>;
  readonly delete: (key: string) => Promise<void>;
}

/** The memory limit of the counts of one counter, in bytes. */
const COUNTS_LIMIT_BYTES = 8 * 1024 * 1024;

/** The memory of a count without its key, in bytes. */
const COUNT_BYTES = 256;

/** A counter in this process. Beyond its memory limit, the least recently used counts are dropped (T37). */
export function createMemoryCounter(now: () => number) {
  const counts = new LRUCache<string, { used: number; readonly endsAt: number }>({
    maxSize: COUNTS_LIMIT_BYTES,
    sizeCalculation: (_count, key) => COUNT_BYTES + 2 * key.length,
  });
  return {
    async add(key: string, count: number, { limit, milliseconds }: Window): Promise<Count> {
      const existing = counts.get(key);
      const current =
        existing && existing.endsAt > now() ? existing : { used: 0, endsAt: now() + milliseconds };
      const used = current.used + count;
      if (used > limit || used < 0) return { ...current, granted: false };
      current.used = used;
      counts.set(key, current);
      return { ...current, granted: true };
    },
    async delete(key: string): Promise<void> {
      counts.delete(key);
    },
  } satisfies Counter;
}
