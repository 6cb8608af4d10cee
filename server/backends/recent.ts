import { LRUCache } from 'lru-cache';
import type { Bearer } from './call';

/** What a backend has told an administrator a moment ago (P136). Nobody else ever gets it. */
export interface Recent<Value extends object> {
  /**
   * What this administrator got for this entity within the last 30 s, or what `load` gets now. Who asks while it is
   * being loaded waits for the same; who wants it fresh never gets what is older than the request.
   */
  readonly get: (
    entityId: string,
    bearer: Bearer,
    load: (bearer: Bearer) => Promise<Value>,
  ) => Promise<Value>;
  /** What this administrator got within so many milliseconds; undefined when there is no such thing. */
  readonly last: (entityId: string, bearer: Bearer, milliseconds: number) => Value | undefined;
}

/** The memory that all kinds of recent answers share. */
export interface RecentAnswers {
  /** Answers of one kind; `sizeOf` says how much memory one takes, in bytes. */
  readonly of: <Value extends object>(kind: string, sizeOf: (value: Value) => number) => Recent<Value>;
  /** Forgets all that an administrator was told, because they are changing it. */
  readonly forget: (userId: string) => void;
}

/** How long an answer may be used again, in milliseconds (P136). */
const REUSED_FOR = 30_000;

/** After so many milliseconds it is not even kept. */
const KEPT_FOR = 60_000;

interface Answer {
  readonly userId: string;
  readonly value: object;
  readonly size: number;
  readonly at: number;
}

interface Loading {
  readonly userId: string;
  readonly answer: Promise<object>;
  /** Ends the load when nobody waits any more. */
  readonly leave: AbortController;
  waiting: number;
}

/** Keeps answers in this process, at most so many bytes of them. */
export function createRecentAnswers({ bytes, now }: { bytes: number; now: () => number }): RecentAnswers {
  const answers = new LRUCache<string, Answer>({
    maxSize: Math.max(1, bytes),
    sizeCalculation: answer => answer.size,
    ttl: KEPT_FOR,
    ttlAutopurge: true,
  });
  const underWay = new Map<string, Loading>();

  function begin<Value extends object>(
    key: string,
    bearer: Bearer,
    load: (bearer: Bearer) => Promise<Value>,
    sizeOf: (value: Value) => number,
  ): Promise<Value> {
    const leave = new AbortController();
    const answer = load({ ...bearer, gone: leave.signal });
    const loading = { userId: bearer.userId, answer, leave, waiting: 0 };
    underWay.set(key, loading);
    const at = now();
    answer.then(
      value => {
        // What was forgotten meanwhile, or is being loaded anew, must not come back.
        if (underWay.get(key) !== loading) return;
        underWay.delete(key);
        answers.set(key, { userId: bearer.userId, value, at, size: Math.max(1, sizeOf(value)) });
      },
      () => {
        if (underWay.get(key) !== loading) return;
        underWay.delete(key);
        answers.delete(key);
      },
    );
    wait(loading, bearer.gone);
    return answer;
  }

  return {
    of<Value extends object>(kind: string, sizeOf: (value: Value) => number): Recent<Value> {
      const keyFor = (entityId: string, { userId, token }: Bearer) =>
        JSON.stringify([kind, userId, entityId, token()]);
      const last = (key: string, milliseconds: number) => {
        const answer = answers.get(key);
        return answer && now() - answer.at < milliseconds ? (answer.value as Value) : undefined;
      };
      return {
        async get(entityId, bearer, load) {
          const key = keyFor(entityId, bearer);
          if (bearer.fresh) return begin(key, bearer, load, sizeOf);
          const known = last(key, REUSED_FOR);
          if (known) return known;
          const loading = underWay.get(key);
          if (!loading || loading.leave.signal.aborted) return begin(key, bearer, load, sizeOf);
          wait(loading, bearer.gone);
          return loading.answer as Promise<Value>;
        },
        last: (entityId, bearer, milliseconds) => last(keyFor(entityId, bearer), milliseconds),
      };
    },

    forget(userId) {
      for (const [key, answer] of answers.entries()) if (answer.userId === userId) answers.delete(key);
      for (const [key, loading] of underWay) if (loading.userId === userId) underWay.delete(key);
    },
  };
}

/** Counts one more who waits, until they leave. */
function wait(loading: Loading, gone: AbortSignal | undefined): void {
  loading.waiting++;
  gone?.addEventListener(
    'abort',
    () => {
      loading.waiting--;
      if (loading.waiting === 0) loading.leave.abort();
    },
    { once: true },
  );
}
