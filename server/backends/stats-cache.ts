import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '../single-flight';
import type { CallContext } from './call';

export type StatsCache = ReturnType<typeof createStatsCache>;

/** How long a response is reused (P136). */
const REUSE_TTL_MS = 30_000;

/** How long a response stays in the cache, for `last`. */
const ENTRY_TTL_MS = 60_000;

/** The part of a full cache from which the responses about one company evict those about others (T67). */
const COMPANY_SHARE = 1 / 4;

interface Entry {
  readonly userId: string;
  /** Empty for the details of a user, which name no entity. */
  readonly entityId: string;
  readonly value: object;
  readonly size: number;
  readonly at: number;
}

/**
 * A cache of backend responses for this process (P136), limited to `bytes`. Its keys contain the administrator, the
 * session's token and the entity, so that a response never reaches another administrator.
 */
export function createStatsCache({ bytes, now }: { bytes: number; now: () => number }) {
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, bytes),
    sizeCalculation: entry => entry.size,
    ttl: ENTRY_TTL_MS,
    ttlAutopurge: true,
  });
  // `lru-cache` could share fetches, too, but aborts them with their first caller, and when their entry is removed.
  const inFlight = createSingleFlight<object>();

  function store(key: string, entry: Entry): void {
    entries.delete(key);
    const oldestFirst = [...entries.entries()].reverse();
    // A company has an entity for each product: an administrator of both connects them.
    const isOfUser = ({ userId }: Entry) => userId === entry.userId;
    const entities = new Set([entry, ...entries.values().filter(isOfUser)].map(({ entityId }) => entityId));
    entities.delete('');
    const own = oldestFirst.filter(([, each]) => isOfUser(each) || entities.has(each.entityId));
    let ownBytes = own.reduce((sum, [, { size }]) => sum + size, entry.size);
    for (const [ownKey, { size }] of own) {
      const isFull = entries.calculatedSize + entry.size > bytes;
      if (!isFull || ownBytes <= bytes * COMPANY_SHARE) break;
      entries.delete(ownKey);
      ownBytes -= size;
    }
    entries.set(key, entry);
  }

  return {
    /**
     * The responses of one kind, such as the stats of the scanner backend. `sizeOf` returns the memory that a
     * response takes, in bytes.
     */
    of<Value extends object>(kind: string, sizeOf: (value: Value) => number) {
      const keyFor = (entityId: string, { userId, token, changedAt }: CallContext) =>
        keyPrefix(userId) + JSON.stringify([kind, entityId, token(), changedAt]);
      const last = (key: string, milliseconds: number) => {
        const entry = entries.get(key);
        return entry && now() - entry.at < milliseconds ? (entry.value as Value) : undefined;
      };
      return {
        /**
         * Takes the response that this administrator got for this entity in the last 30 seconds, or else fetches it; with
         * `bypassCache` it always fetches. Concurrent calls share one fetch, reloads included, unless the administrator's
         * last action is newer than the fetch (T38).
         */
        async get(
          entityId: string,
          context: CallContext,
          fetch: (context: CallContext) => Promise<Value>,
        ): Promise<Value> {
          const key = keyFor(entityId, context);
          const cached = context.bypassCache ? undefined : last(key, REUSE_TTL_MS);
          if (cached) return cached;
          const work = async (signal: AbortSignal, isCurrent: () => boolean) => {
            const at = now();
            try {
              const value = await fetch({ ...context, signal });
              // After an action, the response may show the data from before it.
              if (isCurrent()) {
                const { userId } = context;
                store(key, { userId, entityId, value, at, size: Math.max(1, sizeOf(value)) });
              }
              return value;
            } catch (error) {
              if (isCurrent()) entries.delete(key);
              throw error;
            }
          };
          return inFlight.share(key, work, context.signal) as Promise<Value>;
        },
        /** The response that this administrator got within the last `milliseconds`; undefined if there is none. */
        last: (entityId: string, context: CallContext, milliseconds: number) =>
          last(keyFor(entityId, context), milliseconds),
      };
    },

    /** Removes all entries of an administrator after a change. Fetches in progress are not cached either. */
    invalidate(userId: string): void {
      const isOwn = (key: string) => key.startsWith(keyPrefix(userId));
      for (const key of [...entries.keys()]) if (isOwn(key)) entries.delete(key);
      inFlight.forget(isOwn);
    },
  };
}

/** A JSON string does not contain its own end: no prefix is the beginning of another administrator's. */
function keyPrefix(userId: string): string {
  return JSON.stringify(userId);
}
