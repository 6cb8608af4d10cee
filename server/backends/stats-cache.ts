import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../shared/units';
import { createSingleFlight } from '../concurrency/single-flight';
import type { CallContext } from './call';

export type StatsCache = ReturnType<typeof createStatsCache>;

/** How long a response is reused, in milliseconds (P136). */
const REUSE_TTL_MS = 30_000;

/** How long a response stays in the cache, for `last`, in milliseconds. */
const ENTRY_TTL_MS = MINUTE_MS;

interface Entry {
  readonly value: object;
  readonly at: number;
}

/**
 * A cache of backend responses for this process, limited to `bytes` (P136). A key contains the administrator, the session's
 * token, and the time of the session's last change, so that a response reaches no other administrator, and none from before
 * a change is used after it (P137).
 */
export function createStatsCache({ bytes, now }: { bytes: number; now: () => number }) {
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, bytes),
    ttl: ENTRY_TTL_MS,
    ttlAutopurge: true,
  });
  // `lru-cache` could share fetches, too, but aborts them when their first caller leaves or their entry is removed.
  const inFlight = createSingleFlight<object>();

  return {
    /** The responses of one kind, such as the stats of the scanner backend. `sizeOf` returns their memory, in bytes. */
    of<Value extends object>(kind: string, sizeOf: (value: Value) => number) {
      const keyFor = (entityId: string, { userId, token, changedAt }: CallContext) =>
        JSON.stringify([kind, entityId, userId, token(), changedAt]);
      const last = (key: string, milliseconds: number) => {
        const entry = entries.get(key);
        return entry && now() - entry.at < milliseconds ? (entry.value as Value) : undefined;
      };
      return {
        /**
         * The response that this administrator got for this entity in the last 30 seconds, or else a new one; always a
         * new one with `bypassCache`. The pages of concurrent requests share one fetch, reloads included (T38); an action, whose
         * context has no signal, fetches for itself, because the fetch of a page may have started before it.
         */
        async get(
          entityId: string,
          context: CallContext,
          fetch: (context: CallContext) => Promise<Value>,
        ): Promise<Value> {
          const key = keyFor(entityId, context);
          const cached = context.bypassCache ? undefined : last(key, REUSE_TTL_MS);
          if (cached) return cached;
          const work = async (signal?: AbortSignal) => {
            const at = now();
            try {
              const value = await fetch({ ...context, ...(signal && { signal }) });
              entries.set(key, { value, at }, { size: Math.max(1, sizeOf(value)) });
              return value;
            } catch (error) {
              entries.delete(key);
              throw error;
            }
          };
          return context.signal ? (inFlight.share(key, work, context.signal) as Promise<Value>) : work();
        },
        /** The response that this administrator got within the last `milliseconds`. */
        last: (entityId: string, context: CallContext, milliseconds: number) =>
          last(keyFor(entityId, context), milliseconds),
      };
    },
  };
}
