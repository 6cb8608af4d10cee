import { LRUCache } from 'lru-cache';

/** Sessions that ended before their limits, by ID: a copy of their cookie must not open them again (T40). */
export interface EndedSessions {
  readonly has: (id: string) => Promise<boolean>;
  /** Remembers the end for so many milliseconds: until the session's cookie would have expired. */
  readonly add: (id: string, milliseconds: number) => Promise<void>;
}

/** Bounds memory to some 10 MB. */
const ENDED_SESSIONS_LIMIT = 50_000;

/** Returns a denylist of this process, which it shares through `everywhere` if there are other processes. */
export function createEndedSessions(everywhere?: EndedSessions): EndedSessions {
  const ended = new LRUCache<string, true>({ max: ENDED_SESSIONS_LIMIT });
  return {
    has: async id => ended.has(id) || (await everywhere?.has(id)) === true,
    async add(id, milliseconds) {
      ended.set(id, true, { ttl: Math.max(1, Math.ceil(milliseconds)) });
      await everywhere?.add(id, milliseconds);
    },
  };
}
