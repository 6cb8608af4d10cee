import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** How many keys one limit counts in this process. Beyond that, the least recently used are forgotten (T37). */
const KEYS_LIMIT = 50_000;

/** The Redis in which replicas count together. */
export interface SharedCounts {
  /** The name of a count in Redis, which does not reveal its key. */
  readonly nameOf: (limit: string, key: string) => string;
  /** The part of a Redis client that counting needs. Its commands fail while Redis is unavailable. */
  readonly client: {
    readonly eval: (
      script: string,
      options: { readonly keys: string[]; readonly arguments: string[] },
    ) => Promise<unknown>;
  };
}

/**
 * A limit for each key in a window of some seconds, which begins with the first count. While Redis is unavailable, or if
 * there is none, it counts in this process.
 */
export function createRateLimit(
  { name, limit, seconds }: { readonly name: string; readonly limit: number; readonly seconds: number },
  shared?: SharedCounts,
) {
  const options = { points: limit, duration: seconds, keyPrefix: '' };
  const memory = new RateLimiterMemory(options);
  const limiter = shared
    ? new RateLimiterRedis({
        ...options,
        storeClient: shared.client,
        useRedisPackage: true,
        insuranceLimiter: memory,
      })
    : memory;
  const keysInMemory = new LRUCache<string, true>({
    // With `max`, the cache would allocate memory for all of them at once.
    maxSize: KEYS_LIMIT,
    sizeCalculation: () => 1,
    dispose: (_value, key, reason) => reason === 'evict' && void memory.delete(key),
  });
  const nameOf = (key: string) => shared?.nameOf(name, key) ?? key;

  return {
    /**
     * Takes from the remaining count of a key, of which `left` is then left. It takes nothing if that is too little: `wait`
     * has the milliseconds until the window ends. `giveBack` gives back what was taken, unless its window has ended.
     */
    async take(key: string, count = 1) {
      const counted = nameOf(key);
      keysInMemory.set(counted, true);
      const { consumedPoints, msBeforeNext } = await limiter.penalty(counted, count);
      const endsAt = Date.now() + msBeforeNext;
      const giveBack = async () => {
        if (Date.now() >= endsAt) return;
        const { consumedPoints } = await limiter.reward(counted, count);
        // It was taken while Redis was unavailable.
        if (consumedPoints < 0) await limiter.penalty(counted, -consumedPoints);
      };
      const left = limit - consumedPoints;
      if (left >= 0) return { left, giveBack };
      await giveBack();
      return { left: 0, wait: msBeforeNext, giveBack };
    },
  };
}
