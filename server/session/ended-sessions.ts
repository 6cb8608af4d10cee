import { LRUCache } from 'lru-cache';

/** A denylist of session IDs: a copy of the cookie of a session that has ended must not open it again (T40). */
export interface EndedSessions {
  readonly has: (id: string) => Promise<boolean>;
  /** Adds a session for this many milliseconds: until its cookie would have expired. */
  readonly add: (id: string, milliseconds: number) => Promise<void>;
}

/** Limits the denylist to about 10 MB. */
const ENDED_SESSIONS_LIMIT = 50_000;

/** Returns a denylist in this process, and in the one that processes share, if any. */
export function createEndedSessions(shared?: EndedSessions): EndedSessions {
  const ended = new LRUCache<string, true>({
    // With `max`, the cache would allocate memory for all of them at once.
    maxSize: ENDED_SESSIONS_LIMIT,
    sizeCalculation: () => 1,
  });
  return {
    has: async id => ended.has(id) || (await shared?.has(id)) === true,
    async add(id, milliseconds) {
      ended.set(id, true, { ttl: Math.max(1, Math.ceil(milliseconds)) });
      await shared?.add(id, milliseconds);
    },
  };
}
