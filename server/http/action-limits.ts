import { HOUR_MS } from '../../shared/units';
import type { Config } from '../config';
import { createRateLimit, type RateLimit, type SharedCounts } from './rate-limit';

/** Kinds of actions that are limited per administrator and hour (T51). */
export type LimitedAction = 'requests' | 'removals';

export type ActionLimits = Readonly<Record<LimitedAction, RateLimit>>;

/** The limits of each administrator, by user ID. */
export function createActionLimits(
  { requestLimitPerHour, removalLimitPerHour }: Pick<Config, 'requestLimitPerHour' | 'removalLimitPerHour'>,
  shared?: SharedCounts,
): ActionLimits {
  const limit = (name: LimitedAction, perHour: number) =>
    createRateLimit({ name, limit: perHour, seconds: HOUR_MS / 1000 }, shared);
  return {
    requests: limit('requests', requestLimitPerHour),
    removals: limit('removals', removalLimitPerHour),
  };
}
