import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

/** The memory limit of the counts of one rate limit, in bytes. */
const COUNTS_LIMIT_BYTES = 8 * 1024 * 1024;

/** The memory of a count without its key, in bytes. */
const COUNT_BYTES = 256;

/**
 * A store that counts in this process. That of express-rate-limit has no memory limit; beyond the limit of this one,
 * the least recently used counts are dropped.
 */
export function createRateLimitStore() {
  let ttl = 0;
  const counts = new LRUCache<string, ClientRateLimitInfo & { readonly resetTime: Date }>({
    maxSize: COUNTS_LIMIT_BYTES,
    sizeCalculation: (_count, key) => COUNT_BYTES + 2 * key.length,
  });
  return {
    localKeys: true,
    init({ windowMs }: Pick<Options, 'windowMs'>): void {
      ttl = windowMs;
    },
    increment(key: string): ClientRateLimitInfo {
      const count = counts.get(key) ?? { totalHits: 0, resetTime: new Date(Date.now() + ttl) };
      count.totalHits++;
      // The window begins with the first hit.
      if (!counts.has(key)) counts.set(key, count, { ttl });
      return count;
    },
    decrement(key: string): void {
      const count = counts.get(key);
      if (count && count.totalHits > 0) count.totalHits--;
    },
    resetKey(key: string): void {
      counts.delete(key);
    },
  } satisfies Store;
}
