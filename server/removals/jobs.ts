import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RecordOwner, RecordRoom } from '../records/records';
import { orIfStoreIsDown } from '../records/store';
import {
  type CompanyCalls,
  createCompanyCalls,
  type Progress,
  type RemovalWork,
  removeItems,
  startOf,
} from './remove-items';
import { currentState, type Job, jobSchema, type Listed, type Review, reviewSchema, settle } from './state';

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

/** A job that this process carries out. */
interface RunningJob {
  stopRequested: boolean;
  /** Resolves when its end is recorded. */
  readonly recorded: Promise<void>;
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
  const running = new Map<string, RunningJob>();
  let isClosing = false;
  const isDraining = () => isClosing || options.isDraining();

  /** Records the progress every second until its end is recorded. Whatever a page has recorded in the meantime is outdated. */
  async function record(
    owner: RecordOwner,
    id: string,
    snapshot: () => Job,
    { job, done }: { readonly job: RunningJob; readonly done: Promise<void> },
  ): Promise<void> {
    const write = async () => {
      const stored = await jobs.compareAndSet(owner, id, current => {
        job.stopRequested ||= current.stopRequested;
        return { ...snapshot(), stopRequested: job.stopRequested };
      });
      if (!stored) await jobs.put(owner, snapshot(), id);
      return snapshot().stage === 'done';
    };
    for (let isRecorded = false; !isRecorded; ) {
      await Promise.race([done, wait(RECORD_INTERVAL_MS, undefined, { ref: false })]);
      isRecorded = await write().catch(() => false);
      if (isRecorded || snapshot().stage !== 'done') continue;
      // The store is away. Nobody waits for it at the end of the process.
      if (isClosing) return;
      await wait(RECORD_INTERVAL_MS, undefined, { ref: false });
    }
  }

  function begin(owner: RecordOwner, id: string, initial: Job, work: ReturnType<StartRequest['work']>): void {
    const progress: Progress = startOf(initial.items, initial.entities);
    const job = { stopRequested: false, recorded: Promise.resolve() };
    let endedAt: number | undefined;
    const mustStop = () =>
      job.stopRequested ? 'stopped' : isDraining() ? ('shutting down' as const) : undefined;
    const done = removeItems(progress, { ...work, calls, now, mustStop }).then(() => {
      endedAt = now();
    });
    const snapshot = (): Job => {
      const { results, stage, stopped, isSettled, available } = progress;
      const inFlight = [...progress.inFlight];
      const ended = { stopRequested: job.stopRequested, stopped, isSettled, available, endedAt };
      // The end is known when its time is.
      const stageNow = stage === 'done' && endedAt === undefined ? 'checking' : stage;
      return { ...initial, ...ended, results: [...results], inFlight, stage: stageNow, updatedAt: now() };
    };
    job.recorded = record(owner, id, snapshot, { job, done }).finally(() => running.delete(id));
    running.set(id, job);
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
        current.run === undefined && isConfirmed(current) ? { ...current, run: id } : current,
      );
      if (review?.run === undefined) return undefined;
      if (review.run === id) begin(owner, id, initial, work(id));
      return { id: review.run, isNew: review.run === id };
    },

    /** A job of this session; undefined if it does not exist or has expired. */
    async find(owner: RecordOwner, id: unknown): Promise<Job | undefined> {
      const job = await jobs.get(owner, id);
      return job && currentState(job, now());
    },

    /** Lets the calls of a job that are in flight finish, and starts no others. */
    async stop(owner: RecordOwner, id: string): Promise<void> {
      const job = running.get(id);
      const isOwn = await jobs.compareAndSet(owner, id, current =>
        current.stage === 'done' || current.stopRequested ? current : { ...current, stopRequested: true },
      );
      if (isOwn && job) job.stopRequested = true;
    },

    /** Settles a job that has ended without a list. Returns its state. */
    async check(
      owner: RecordOwner,
      id: string,
      job: Job,
      find: (items: Job['items']) => Promise<Listed>,
    ): Promise<Job> {
      if (job.stage !== 'done' || job.isSettled || job.results.every(result => result === null)) return job;
      const listed = await find(job.items);
      const settled = await jobs.compareAndSet(owner, id, stored => {
        const current = currentState(stored, now());
        if (current.stage !== 'done' || current.isSettled) return stored;
        return { ...current, ...settle(current, listed) };
      });
      return settled ?? job;
    },

    /** Stops all jobs of this process. Resolves when no call is in flight, and their records say how they have ended. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all([...running.values()].map(({ recorded }) => recorded));
    },
  };
}

/** The progress of a job for the pages of others; undefined while the shared store does not answer. */
export function findIfAvailable(
  removals: Removals,
  owner: RecordOwner,
  id: string,
): Promise<Job | undefined> {
  return orIfStoreIsDown(removals.find(owner, id), undefined);
}
