import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import { type Counter, createMemoryCounter } from './counter';

/**
 * A store that counts in this process and, if there is one, in the counter that replicas share, so that a limit is still
 * enforced if one of the counts is lost. That of express-rate-limit has no memory limit.
 */
export function createRateLimitStore(name: string, shared?: Counter) {
  const own = createMemoryCounter(Date.now);
  let milliseconds = 0;
  async function add(key: string, hits: number) {
    const window = { limit: Number.MAX_SAFE_INTEGER, milliseconds };
    const count = await own.add(key, hits, window);
    const sharedCount = await shared?.add(key, hits, window);
    return sharedCount && sharedCount.used > count.used ? sharedCount : count;
  }
  return {
    prefix: name,
    localKeys: shared === undefined,
    init({ windowMs }: Pick<Options, 'windowMs'>): void {
      milliseconds = windowMs;
    },
    async increment(key: string): Promise<ClientRateLimitInfo> {
      const { used, endsAt } = await add(key, 1);
      return { totalHits: used, resetTime: new Date(endsAt) };
    },
    async decrement(key: string): Promise<void> {
      await add(key, -1);
    },
    async resetKey(key: string): Promise<void> {
      await own.delete(key);
      await shared?.delete(key);
    },
  } satisfies Store;
}
