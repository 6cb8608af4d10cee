import { LRUCache } from 'lru-cache';

/** A denylist of session IDs: a copy of the cookie of a session that has ended must not open it again (T40). */
export interface EndedSessions {
  readonly has: (id: string) => Promise<boolean>;
  /** Whether it has ended in this process. Waits for nothing. */
  readonly endedHere: (id: string) => boolean;
  /** Adds a session for this many milliseconds: until its cookie would have expired. */
  readonly add: (id: string, milliseconds: number) => Promise<void>;
}

/** The denylist that replicas share. It may be unavailable, refuse sessions, or forget them. */
export interface SharedEndedSessions extends Pick<EndedSessions, 'has'> {
  /** Returns whether the session is stored. */
  readonly add: (id: string, milliseconds: number) => Promise<boolean>;
  /** Calls a function whenever sessions may be missing, again until it returns true. */
  readonly keepComplete: (sendAll: () => Promise<boolean>) => void;
}

/** Limits the denylist to about 10 MB. */
const ENDED_SESSIONS_LIMIT = 50_000;

/** A denylist in this process, and in the one that replicas share, if any. */
export function createEndedSessions(shared?: SharedEndedSessions): EndedSessions {
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
    endedHere: id => ended.has(id),
    has: async id => ended.has(id) || (await shared?.has(id)) === true,
    async add(id, milliseconds) {
      ended.set(id, true, { ttl: Math.max(1, Math.ceil(milliseconds)) });
      await shared?.add(id, milliseconds);
    },
  };
}
