import type { Config } from '../config';
import { HOUR_MS } from '../units';
import { type Counter, createMemoryCounter } from './counter';

/** Kinds of actions that are limited per administrator and hour (T51). */
export type LimitedAction = 'requests' | 'removals';

/** Whether actions were granted; if not, when to retry, in milliseconds since 1970. */
type Grant = { readonly granted: true } | { readonly granted: false; readonly retryAt: number };

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
  { now, shared }: { now: () => number; shared?: Counter | undefined },
) {
  const limits = { requests: requestLimitPerHour, removals: removalLimitPerHour };
  const own = createMemoryCounter(now);
  return {
    /** Consumes `count` actions of the limit, all or none. */
    async take(userId: string, action: LimitedAction, count = 1): Promise<Grant> {
      const key = `${action}:${userId}`;
      const window = { limit: limits[action], milliseconds: HOUR_MS };
      // The shared counter first: what it refuses must not count here. Without Redis it grants everything.
      const refused = await shared?.add(key, count, window);
      const { granted, endsAt } = refused?.granted === false ? refused : await own.add(key, count, window);
      return granted ? { granted } : { granted, retryAt: endsAt };
    },
  };
}
