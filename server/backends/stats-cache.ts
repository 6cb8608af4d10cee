import { LRUCache } from 'lru-cache';
import type { CallContext } from './call';

/** Answers of one kind, such as the stats of the scanner backend. */
export interface CachedAnswers<Value extends object> {
  /**
   * Returns what this administrator got for this entity in the last 30 seconds, or else loads it; with `bypassCache` it
   * always loads. Concurrent calls share one load, reloads included, unless the administrator's last action is newer
   * than the load (T38).
   */
  readonly get: (
    entityId: string,
    context: CallContext,
    load: (context: CallContext) => Promise<Value>,
  ) => Promise<Value>;
  /** Returns what this administrator got within the last `milliseconds`; undefined when there is none. */
  readonly last: (entityId: string, context: CallContext, milliseconds: number) => Value | undefined;
}

/**
 * Backend answers of the last minute (P136). An answer is found by administrator, session token and entity, so that it
 * never reaches another administrator.
 */
export interface StatsCache {
  /** Returns the answers of one kind. `sizeOf` returns the memory that one takes, in bytes. */
  readonly of: <Value extends object>(kind: string, sizeOf: (value: Value) => number) => CachedAnswers<Value>;
  /** Removes all answers of an administrator, and of loads in progress, because an action is changing them. */
  readonly forget: (userId: string) => void;
}

/** How long an answer is reused (P136). */
const REUSE_TTL_MS = 30_000;

/** How long an answer is kept for `last`. */
const KEEP_TTL_MS = 60_000;

interface Answer {
  readonly userId: string;
  readonly value: object;
  readonly size: number;
  readonly at: number;
}

interface Loading {
  readonly userId: string;
  readonly answer: Promise<object>;
  /** Aborts the load when no caller waits any more. */
  readonly leave: AbortController;
  waiting: number;
}

/** Returns a cache of this process that holds at most `bytes`. */
export function createStatsCache({ bytes, now }: { bytes: number; now: () => number }): StatsCache {
  const answers = new LRUCache<string, Answer>({
    maxSize: Math.max(1, bytes),
    sizeCalculation: answer => answer.size,
    ttl: KEEP_TTL_MS,
    ttlAutopurge: true,
  });
  const loads = new Map<string, Loading>();

  function begin<Value extends object>(
    key: string,
    context: CallContext,
    load: (context: CallContext) => Promise<Value>,
    sizeOf: (value: Value) => number,
  ): Promise<Value> {
    const leave = new AbortController();
    const answer = load({ ...context, signal: leave.signal });
    const loading = { userId: context.userId, answer, leave, waiting: 0 };
    loads.set(key, loading);
    const at = now();
    answer.then(
      value => {
        // Answers that were forgotten meanwhile must not come back.
        if (loads.get(key) !== loading) return;
        loads.delete(key);
        answers.set(key, { userId: context.userId, value, at, size: Math.max(1, sizeOf(value)) });
      },
      () => {
        if (loads.get(key) !== loading) return;
        loads.delete(key);
        answers.delete(key);
      },
    );
    wait(loading, context.signal);
    return answer;
  }

  return {
    of<Value extends object>(kind: string, sizeOf: (value: Value) => number): CachedAnswers<Value> {
      const keyFor = (entityId: string, { userId, token, changedAt }: CallContext) =>
        JSON.stringify([kind, userId, entityId, token(), changedAt]);
      const last = (key: string, milliseconds: number) => {
        const answer = answers.get(key);
        return answer && now() - answer.at < milliseconds ? (answer.value as Value) : undefined;
      };
      return {
        async get(entityId, context, load) {
          const key = keyFor(entityId, context);
          const cached = context.bypassCache ? undefined : last(key, REUSE_TTL_MS);
          if (cached) return cached;
          const loading = loads.get(key);
          if (!loading || loading.leave.signal.aborted) return begin(key, context, load, sizeOf);
          wait(loading, context.signal);
          return loading.answer as Promise<Value>;
        },
        last: (entityId, context, milliseconds) => last(keyFor(entityId, context), milliseconds),
      };
    },

    forget(userId) {
      for (const [key, answer] of answers.entries()) if (answer.userId === userId) answers.delete(key);
      for (const [key, loading] of loads) if (loading.userId === userId) loads.delete(key);
    },
  };
}

/** Counts one more caller that waits, until its signal aborts. */
function wait(loading: Loading, signal: AbortSignal | undefined): void {
  loading.waiting++;
  const leave = () => {
    loading.waiting--;
    if (loading.waiting === 0) loading.leave.abort();
  };
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
}
