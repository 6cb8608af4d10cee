import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RecordOwner, RecordRoom } from '../records/records';
import { orIfStoreIsDown } from '../records/store';
import {
  type CompanyCalls,
  createCompanyCalls,
  type RemovalWork,
  removeItems,
  startOf,
} from './remove-items';
import {
  currentState,
  type Job,
  jobSchema,
  type Review,
  reviewSchema,
  type Settled,
  settle,
  settledItems,
} from './state';

/** How long a review can be confirmed, in milliseconds. */
export const REVIEW_TTL_MS = 30 * 60 * 1000;

/** How long a job can be viewed and its receipt downloaded, in milliseconds. */
export const JOB_TTL_MS = 60 * 60 * 1000;

/** How often the progress of a job is recorded, in milliseconds. */
const RECORD_INTERVAL_MS = 1000;

/** The job to start for a review. */
interface StartRequest {
  readonly reviewId: string;
  /** Whether the review is still as it was confirmed. */
  readonly isConfirmed: (review: Review) => boolean;
  readonly details: Pick<Job, 'company' | 'entities' | 'items' | 'back' | 'startedBy' | 'leftOpen'>;
  readonly work: (id: string) => Omit<RemovalWork, 'calls' | 'now' | 'mustStop'>;
}

export type Removals = ReturnType<typeof createRemovals>;

/** Reviews, and the jobs that confirmed reviews become. The record of a job is its whole state. */
export function createRemovals(
  records: RecordRoom,
  options: { readonly now: () => number; readonly isDraining: () => boolean },
) {
  const { now } = options;
  const reviews = records.of({ name: 'review', schema: reviewSchema, ttlMs: REVIEW_TTL_MS });
  const jobs = records.of({ name: 'job', schema: jobSchema, ttlMs: JOB_TTL_MS, hasOwnLimit: true });
  const calls: CompanyCalls = createCompanyCalls();
  /** The jobs of this process, each until its end is recorded. */
  const running = new Set<Promise<void>>();
  /** Stops each of them, for its owner. */
  const stops = new Map<string, (by: RecordOwner) => boolean>();
  let isClosing = false;
  const isDraining = () => isClosing || options.isDraining();

  /** Carries out a job, and records its state every second until its end is recorded. */
  async function carryOut(
    owner: RecordOwner,
    id: string,
    initial: Job,
    work: ReturnType<StartRequest['work']>,
  ): Promise<void> {
    const progress = startOf(initial.items, initial.entities);
    let stopRequested = false;
    let endedAt: number | undefined;
    const mustStop = () => (stopRequested ? 'stopped' : isDraining() ? 'shutting down' : undefined);
    const done = removeItems(progress, { ...work, calls, now, mustStop }).then(() => {
      endedAt = now();
    });
    const snapshot = (): Job => {
      const { results, inFlight, stage, stopped, isSettled, available } = progress;
      return {
        ...{ ...initial, stopRequested, stopped, isSettled, available, endedAt, updatedAt: now() },
        results: [...results],
        inFlight: [...inFlight],
        // The end is known when its time is.
        stage: stage === 'done' && endedAt === undefined ? 'checking' : stage,
      };
    };

    /** Returns whether the end is recorded. What a page has recorded in the meantime is outdated, except for Stop. */
    const record = async () => {
      let state = snapshot();
      const stored = await jobs.compareAndSet(owner, id, current => {
        stopRequested ||= current.stopRequested;
        state = snapshot();
        return state;
      });
      if (!stored) await jobs.put(owner, state, id);
      return state.stage === 'done';
    };

    stops.set(id, ({ userId, sessionId }) => {
      const isOwn = userId === owner.userId && sessionId === owner.sessionId;
      stopRequested ||= isOwn;
      return isOwn;
    });
    for (;;) {
      await Promise.race([done, wait(RECORD_INTERVAL_MS, undefined, { ref: false })]);
      if (await record().catch(() => false)) break;
      // While the store is away, the end is recorded later, unless the process ends.
      if (endedAt === undefined) continue;
      if (isClosing) break;
      await wait(RECORD_INTERVAL_MS, undefined, { ref: false });
    }
    stops.delete(id);
  }

  return {
    reviews,
    calls,

    /** Starts the job of a review once (T55). Returns the ID of the review's job; undefined if the review has changed. */
    async start(
      owner: RecordOwner,
      { reviewId, isConfirmed, details, work }: StartRequest,
    ): Promise<{ readonly id: string; readonly isNew: boolean } | undefined> {
      const id = randomUUID();
      const initial: Job = {
        ...details,
        results: details.items.map(() => null),
        inFlight: [],
        stage: 'comparing',
        stopRequested: false,
        isSettled: false,
        updatedAt: now(),
      };
      // Before the review names it: a job whose process dies in between has a record, and never begins.
      await jobs.put(owner, initial, id);
      const review = await reviews.compareAndSet(owner, reviewId, current =>
        current.job === undefined && isConfirmed(current) ? { ...current, job: id } : current,
      );
      if (review?.job === undefined) return undefined;
      if (review.job === id) {
        const job = carryOut(owner, id, initial, work(id));
        running.add(job);
        void job.finally(() => running.delete(job));
      }
      return { id: review.job, isNew: review.job === id };
    },

    /** A job of this session; undefined if it does not exist or has expired. */
    async find(owner: RecordOwner, id: unknown): Promise<Job | undefined> {
      const job = await jobs.get(owner, id);
      return job && currentState(job, now());
    },

    /**
     * Lets the calls of a job that are in flight finish, and starts no others. A job of this process stops also while the
     * store is away; another replica reads the record.
     */
    async stop(owner: RecordOwner, id: string): Promise<void> {
      const isStopping = stops.get(id)?.(owner) ?? false;
      const recording = jobs.compareAndSet(owner, id, current =>
        current.stage === 'done' || current.stopRequested ? current : { ...current, stopRequested: true },
      );
      await (isStopping ? orIfStoreIsDown(recording, undefined) : recording);
    },

    /** Settles a job that has ended without a list, once. Returns its state. */
    async check(
      owner: RecordOwner,
      id: string,
      job: Job,
      { find, onResult }: Pick<RemovalWork, 'find' | 'onResult'>,
    ): Promise<Job> {
      if (job.stage !== 'done' || job.isSettled || job.results.every(result => result === null)) return job;
      const listed = await find(job.items);
      let changes: readonly Settled[] = [];
      const settled = await jobs.compareAndSet(owner, id, stored => {
        const current = currentState(stored, now());
        const isOpen = current.stage === 'done' && !current.isSettled;
        const next = isOpen ? { ...current, ...settle(current, listed) } : stored;
        changes = isOpen ? settledItems(stored, next) : [];
        return next;
      });
      for (const { item, outcome } of changes) onResult(item, outcome);
      return settled ?? job;
    },

    /** Stops all jobs of this process. Resolves when no call is in flight, and their records say how they have ended. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all(running);
    },
  };
}
