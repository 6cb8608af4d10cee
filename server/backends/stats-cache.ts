import { LRUCache } from 'lru-cache';
import type { CallContext } from './call';

export type StatsCache = ReturnType<typeof createStatsCache>;

/** How long a response is reused (P136). */
const REUSE_TTL_MS = 30_000;

/** How long a response stays in the cache, for `last`. */
const ENTRY_TTL_MS = 60_000;

interface Entry {
  readonly userId: string;
  readonly value: object;
  readonly size: number;
  readonly at: number;
}

interface Loading {
  readonly userId: string;
  readonly result: Promise<object>;
  /** Aborts the load when no caller is waiting for it anymore. */
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Returns a cache of backend responses for this process (P136), limited to `bytes`. Its keys contain the administrator, the
 * session's token and the entity, so that a response never reaches another administrator.
 */
export function createStatsCache({ bytes, now }: { bytes: number; now: () => number }) {
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, bytes),
    sizeCalculation: entry => entry.size,
    ttl: ENTRY_TTL_MS,
    ttlAutopurge: true,
  });
  const loads = new Map<string, Loading>();

  function begin<Value extends object>(
    key: string,
    context: CallContext,
    load: (context: CallContext) => Promise<Value>,
    sizeOf: (value: Value) => number,
  ): Promise<Value> {
    const abort = new AbortController();
    const result = load({ ...context, signal: abort.signal });
    const loading = { userId: context.userId, result, abort, waiting: 0 };
    loads.set(key, loading);
    const at = now();
    result.then(
      value => {
        // A load that was invalidated in the meantime must not be cached.
        if (loads.get(key) !== loading) return;
        loads.delete(key);
        entries.set(key, { userId: context.userId, value, at, size: Math.max(1, sizeOf(value)) });
      },
      () => {
        if (loads.get(key) !== loading) return;
        loads.delete(key);
        entries.delete(key);
      },
    );
    wait(loading, context.signal);
    return result;
  }

  return {
    /**
     * Returns the responses of one kind, such as the stats of the scanner backend. `sizeOf` returns the memory that a
     * response takes, in bytes.
     */
    of<Value extends object>(kind: string, sizeOf: (value: Value) => number) {
      const keyFor = (entityId: string, { userId, token, changedAt }: CallContext) =>
        JSON.stringify([kind, userId, entityId, token(), changedAt]);
      const last = (key: string, milliseconds: number) => {
        const entry = entries.get(key);
        return entry && now() - entry.at < milliseconds ? (entry.value as Value) : undefined;
      };
      return {
        /**
         * Returns the response that this administrator got for this entity in the last 30 seconds, or else loads it; with
         * `bypassCache` it always loads. Concurrent calls share one load, reloads included, unless the administrator's
         * last action is newer than the load (T38).
         */
        async get(
          entityId: string,
          context: CallContext,
          load: (context: CallContext) => Promise<Value>,
        ): Promise<Value> {
          const key = keyFor(entityId, context);
          const cached = context.bypassCache ? undefined : last(key, REUSE_TTL_MS);
          if (cached) return cached;
          const loading = loads.get(key);
          if (!loading || loading.abort.signal.aborted) return begin(key, context, load, sizeOf);
          wait(loading, context.signal);
          return loading.result as Promise<Value>;
        },
        /** Returns the response that this administrator got within the last `milliseconds`; undefined if there is none. */
        last: (entityId: string, context: CallContext, milliseconds: number) =>
          last(keyFor(entityId, context), milliseconds),
      };
    },

    /** Removes all entries of an administrator after a change. Loads in progress are not cached either. */
    invalidate(userId: string): void {
      for (const [key, entry] of entries.entries()) if (entry.userId === userId) entries.delete(key);
      for (const [key, loading] of loads) if (loading.userId === userId) loads.delete(key);
    },
  };
}

/** Counts one more waiting caller, until its signal aborts. */
function wait(loading: Loading, signal: AbortSignal | undefined): void {
  loading.waiting++;
  const leave = () => {
    loading.waiting--;
    if (loading.waiting === 0) loading.abort.abort();
  };
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
}
