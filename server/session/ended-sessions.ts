import { LRUCache } from 'lru-cache';

export type EndedSessions = ReturnType<typeof createEndedSessions>;

/** The denylist that replicas share. It may be unavailable, refuse sessions, or forget them. */
export interface SharedEndedSessions {
  readonly has: (id: string) => Promise<boolean>;
  /** Returns whether the session is stored. */
  readonly add: (id: string, milliseconds: number) => Promise<boolean>;
  /** Calls a function whenever sessions may be missing, again until it returns true. */
  readonly keepComplete: (sendAll: () => Promise<boolean>) => void;
}

/** Limits the denylist to about 10 MB. */
const ENDED_SESSIONS_LIMIT = 50_000;

/**
 * A denylist of session IDs, in this process, and in the one that replicas share, if any: a copy of the cookie of a session
 * that has ended must not open it again (T40).
 */
export function createEndedSessions(shared?: SharedEndedSessions) {
  const ended = new LRUCache<string, true>({
    // With `max`, the cache would allocate memory for all of them at once.
    maxSize: ENDED_SESSIONS_LIMIT,
    sizeCalculation: () => 1,
  });
  shared?.keepComplete(async () => {
    for (const id of [...ended.keys()]) {
      if (!(await shared.add(id, ended.getRemainingTTL(id)))) return false;
    }
    return true;
  });
  return {
    /** Whether it has ended in this process. Waits for nothing. */
    endedHere: (id: string): boolean => ended.has(id),
    has: async (id: string): Promise<boolean> => ended.has(id) || (await shared?.has(id)) === true,
    /** Adds a session for this many milliseconds: until its cookie would have expired. */
    async add(id: string, milliseconds: number): Promise<void> {
      ended.set(id, true, { ttl: Math.max(1, Math.ceil(milliseconds)) });
      await shared?.add(id, milliseconds);
    },
  };
}
