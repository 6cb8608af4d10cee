import type { Config } from '../config';
import { createCompanyCalls } from './company-calls';
import { createRecords } from './records';
import { reviewSchema, runSchema } from './run-state';
import { createRemovalRuns, RUN_TTL_MS, type RunSignals } from './runs';
import type { RecordStore } from './store';

/** How long a review can be confirmed, in milliseconds. */
export const REVIEW_TTL_MS = 30 * 60 * 1000;

interface Options {
  readonly now: () => number;
  readonly isDraining: () => boolean;
  /** How long a run continues after its last follower disconnects, in milliseconds (P249). */
  readonly abandonAfterMs: number;
  /** The records and signals that replicas share; undefined for a single replica. */
  readonly records: RecordStore | undefined;
  readonly signals: RunSignals | undefined;
}

export type Removals = ReturnType<typeof createRemovals>;

/** The answers, reviews and runs of removals, and the limits of their calls. */
export function createRemovals(
  config: Pick<Config, 'sessionKeys'>,
  { records: shared, ...options }: Options,
) {
  const records = createRecords(config, { now: options.now, shared });
  const reviews = records.of({ name: 'review', schema: reviewSchema, ttlMs: REVIEW_TTL_MS, limit: 10 });
  const companyCalls = createCompanyCalls();
  const runs = createRemovalRuns({
    ...options,
    reviews,
    records: records.of({ name: 'run', schema: runSchema, ttlMs: RUN_TTL_MS, limit: 20, hasOwnLimit: true }),
    companyCalls,
  });
  return { reviews, runs, companyCalls, close: runs.close };
}
