import { HOUR_MS, SECOND_MS } from '../../shared/units';
import type { Config } from '../config';
import { createRateLimit, type SharedCounts } from './rate-limit';

/** The kinds of actions that are limited. */
export type LimitedAction = keyof ReturnType<typeof createActionLimits>;

/** The hourly limits of each administrator, by user ID (T51). */
export function createActionLimits(
  { requestLimitPerHour, removalLimitPerHour }: Pick<Config, 'requestLimitPerHour' | 'removalLimitPerHour'>,
  shared?: SharedCounts,
) {
  const seconds = HOUR_MS / SECOND_MS;
  return {
    requests: createRateLimit({ name: 'requests', limit: requestLimitPerHour, seconds }, shared),
    removals: createRateLimit({ name: 'removals', limit: removalLimitPerHour, seconds }, shared),
  };
}
