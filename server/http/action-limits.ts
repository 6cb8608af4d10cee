import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { HOUR_MS } from '../units';

/** Kinds of actions that are limited per administrator and hour (T51). */
export type LimitedAction = 'requests' | 'removals';

/** Whether actions were granted; if not, when to retry, in milliseconds since 1970. */
type Grant = { readonly granted: true } | { readonly granted: false; readonly retryAt: number };

/** Counts by key within a window that begins with the first action. */
export interface ActionCounter {
  readonly take: (
    key: string,
    count: number,
    window: { limit: number; milliseconds: number },
  ) => Promise<Grant>;
}

/** The memory limit of the counters, in bytes. */
const COUNTERS_LIMIT_BYTES = 8 * 1024 * 1024;

/** The memory of a counter without its key, in bytes. */
const COUNTER_BYTES = 256;

/** Thrown when an administrator has used up the actions of a kind for this hour. */
export class ActionLimitReached extends Error {
  override name = 'ActionLimitReached';

  constructor(
    readonly action: LimitedAction,
    /** When to retry, in milliseconds since 1970. */
    readonly retryAt: number,
  ) {
    super(`Action limit reached: ${action}`);
  }
}

/** Limits for each administrator that count in this process, and in the counter that replicas share. */
export function createActionLimits(
  { requestLimitPerHour, removalLimitPerHour }: Pick<Config, 'requestLimitPerHour' | 'removalLimitPerHour'>,
  { now, shared }: { now: () => number; shared?: ActionCounter | undefined },
) {
  const limits = { requests: requestLimitPerHour, removals: removalLimitPerHour };
  const own = createMemoryCounter(now);
  return {
    /** Consumes `count` actions of the limit, all or none. */
    async take(userId: string, action: LimitedAction, count = 1): Promise<Grant> {
      const key = `${action}:${userId}`;
      const window = { limit: limits[action], milliseconds: HOUR_MS };
      // The shared counter first: what it refuses must not count here. Without Redis it grants everything.
      const grant = await shared?.take(key, count, window);
      return grant?.granted === false ? grant : own.take(key, count, window);
    },
  };
}

function createMemoryCounter(now: () => number): ActionCounter {
  const counts = new LRUCache<string, { used: number; readonly endsAt: number }>({
    maxSize: COUNTERS_LIMIT_BYTES,
    sizeCalculation: (_counter, key) => COUNTER_BYTES + 2 * key.length,
  });
  return {
    async take(key, count, { limit, milliseconds }) {
      const existing = counts.get(key);
      const current =
        existing && existing.endsAt > now() ? existing : { used: 0, endsAt: now() + milliseconds };
      if (current.used + count > limit) return { granted: false, retryAt: current.endsAt };
      current.used += count;
      counts.set(key, current);
      return { granted: true };
    },
  };
}
