import { LRUCache } from 'lru-cache';
import type { Config } from '../config';

/** What an administrator may do only so often in an hour (T51). */
export type LimitedAction = 'requests' | 'removals';

/** Whether actions were granted; if not, when to try again, in milliseconds since 1970. */
export type Grant = { readonly granted: true } | { readonly granted: false; readonly retryAt: number };

/** Limits what one administrator does, whatever sends the forms. */
export interface ActionLimits {
  /** Takes `count` actions, all of them or none. */
  readonly take: (userId: string, action: LimitedAction, count?: number) => Promise<Grant>;
}

/** Counts by key within a window that begins with the first action. */
export interface ActionCounter {
  readonly take: (
    key: string,
    count: number,
    window: { limit: number; milliseconds: number },
  ) => Promise<Grant>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Administrators whose counts are kept at a time. */
const COUNTS_LIMIT = 20_000;

/** Thrown when an administrator has no more actions of a kind in this hour. */
export class ActionLimitReached extends Error {
  override name = 'ActionLimitReached';

  constructor(
    readonly action: LimitedAction,
    /** When to try again, in milliseconds since 1970. */
    readonly retryAt: number,
  ) {
    super(`No more ${action} in this hour`);
  }
}

/** Returns limits that count in this process, and in the counter that replicas share. */
export function createActionLimits(
  { requestLimitPerHour, removalLimitPerHour }: Pick<Config, 'requestLimitPerHour' | 'removalLimitPerHour'>,
  { now, everywhere }: { now: () => number; everywhere?: ActionCounter | undefined },
): ActionLimits {
  const limits = { requests: requestLimitPerHour, removals: removalLimitPerHour };
  const own = countInMemory(now);
  return {
    async take(userId, action, count = 1) {
      const key = `${action}:${userId}`;
      const window = { limit: limits[action], milliseconds: HOUR_MS };
      const grant = await own.take(key, count, window);
      return grant.granted && everywhere ? everywhere.take(key, count, window) : grant;
    },
  };
}

function countInMemory(now: () => number): ActionCounter {
  const counts = new LRUCache<string, { used: number; readonly endsAt: number }>({ max: COUNTS_LIMIT });
  return {
    async take(key, count, { limit, milliseconds }) {
      const known = counts.get(key);
      const current = known && known.endsAt > now() ? known : { used: 0, endsAt: now() + milliseconds };
      if (current.used + count > limit) return { granted: false, retryAt: current.endsAt };
      current.used += count;
      counts.set(key, current);
      return { granted: true };
    },
  };
}
