import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { HOUR_MS, MINUTE_MS } from '../../shared/units';
import type { RecordOwner, RecordStores } from '../records/records';
import { orIfStoreUnavailable, StoreUnavailable } from '../records/store';
import { settle } from './outcomes';
import {
  type CompanyCalls,
  createCompanyCalls,
  initialProgress,
  type Progress,
  type RemovalWork,
  removeItems,
} from './remove-items';
import {
  currentState,
  HEARTBEAT_MS,
  type Job,
  jobSchema,
  type Review,
  reviewSchema,
  type StopReason,
} from './state';

/** How long a review can be confirmed, in milliseconds. */
const REVIEW_TTL_MS = 30 * MINUTE_MS;

/** How long a job can be viewed and its receipt downloaded, in milliseconds. */
export const JOB_TTL_MS = HOUR_MS;

/** Until when a job that has ended is available. */
export const availableUntil = ({ endedAt = 0 }: Pick<Job, 'endedAt'>): number => endedAt + JOB_TTL_MS;

/** How often a job whose state changes is recorded, in milliseconds. */
const RECORD_INTERVAL_MS = 1000;

/** How soon a job learns that another replica was told to stop it, in milliseconds (T84). */
const STOP_CHECK_INTERVAL_MS = 100;

/** How many jobs of a company may run at once in this process (T79). */
export const RUNNING_JOBS_LIMIT = 20;

interface StartRequest {
  readonly reviewId: string;
  /** Whether the review is still as it was confirmed. */
  readonly isConfirmed: (review: Review) => boolean;
  readonly details: Pick<Job, 'companyKey' | 'entities' | 'items' | 'source' | 'startedBy'>;
  readonly work: (id: string) => Omit<RemovalWork, 'calls' | 'now' | 'mustStop'>;
}

/** Reviews, and the jobs that confirmed reviews become. Pages read the record of a job, which its process writes. */
export function createRemovals(
  records: RecordStores,
  options: { readonly now: () => number; readonly isDraining: () => boolean },
) {
  const { now } = options;
  const reviews = records.of({ name: 'review', schema: reviewSchema, ttlMs: REVIEW_TTL_MS });
  const jobs = records.of({ name: 'job', schema: jobSchema, ttlMs: JOB_TTL_MS });
  /** The jobs to stop, by their IDs, for the processes that carry them out. */
  const stops = records.of({ name: 'stop', schema: v.literal(true), ttlMs: JOB_TTL_MS });
  const calls: CompanyCalls = createCompanyCalls();
  /** The jobs of this process, each until its end is recorded, which `ended` waits for. */
  const running = new Map<string, { owner: RecordOwner; snapshot: () => Job; ended: Promise<void> }>();
  /** The company of each job that runs, or is about to. */
  const companies: string[] = [];
  let isClosing = false;
  const isDraining = () => isClosing || options.isDraining();

  /** Carries out a job, and records changes every second until its end is recorded. */
  function run(
    owner: RecordOwner,
    id: string,
    job: Job & Progress,
    work: ReturnType<StartRequest['work']>,
  ): Promise<void> {
    let endedAt: number | undefined;
    let stopCheck = { at: Number.NEGATIVE_INFINITY, isStopped: Promise.resolve(false) };

    async function mustStop(): Promise<StopReason | undefined> {
      const at = performance.now();
      // Without the store, the job goes on.
      if (at - stopCheck.at >= STOP_CHECK_INTERVAL_MS)
        stopCheck = { at, isStopped: isStopping(owner, id).catch(() => false) };
      if (await stopCheck.isStopped) return 'stopped';
      return isDraining() ? 'shutting down' : undefined;
    }

    function snapshot(): Job {
      if (job.stage === 'done') endedAt ??= now();
      return { ...job, results: [...job.results], endedAt, updatedAt: now() };
    }

    const changing = () => JSON.stringify([job.stage, job.stopped, job.inFlight, job.results]);
    let recorded = { state: changing(), at: performance.now() };
    let failureIsLogged = false;

    /** Writes the record only if the job has changed (T79). Returns whether the end is recorded. */
    async function recordIfChanged(): Promise<boolean> {
      const state = changing();
      const at = performance.now();
      if (state === recorded.state && at - recorded.at < HEARTBEAT_MS) return false;
      try {
        const current = snapshot();
        await jobs.put(owner, current, id);
        recorded = { state, at };
        return current.stage === 'done';
      } catch (error) {
        if (!failureIsLogged && !(error instanceof StoreUnavailable)) {
          failureIsLogged = true;
          work.onFailure(error);
        }
        return false;
      }
    }

    async function carryOut(): Promise<void> {
      const done = removeItems(job, { ...work, calls, now, mustStop });
      while (!(await recordIfChanged())) {
        // While the store is unavailable, the end is recorded later, unless the process ends.
        if (job.stage === 'done' && isClosing) return;
        const pause = wait(RECORD_INTERVAL_MS, undefined, { ref: false });
        await (job.stage === 'done' ? pause : Promise.race([done, pause]));
      }
    }

    const ended = carryOut().finally(() => running.delete(id));
    running.set(id, { owner, snapshot, ended });
    return ended;
  }

  const isStopping = async (owner: RecordOwner, id: string) => (await stops.get(owner, id)) !== undefined;

  /** A job of this session. One that this process carries out is found even if the store has lost its record. */
  async function find(owner: RecordOwner, id: unknown): Promise<Job | undefined> {
    const found = await jobs.find(owner, id);
    if (found) return currentState(found.value, found.ageMs);
    const job = running.get(String(id));
    const isOwn = job?.owner.userId === owner.userId && job.owner.sessionId === owner.sessionId;
    return isOwn ? job.snapshot() : undefined;
  }

  return {
    reviews,
    calls,
    find,
    isStopping,

    /** Starts the job of a review once (T55). Returns the ID of the review's job, or why it has none. */
    async start(
      owner: RecordOwner,
      { reviewId, isConfirmed, details, work }: StartRequest,
    ): Promise<{ readonly id: string; readonly isNew: boolean } | 'changed' | 'too many jobs'> {
      const { companyKey } = details;
      if (companies.filter(other => other === companyKey).length >= RUNNING_JOBS_LIMIT)
        return 'too many jobs';
      companies.push(companyKey);
      const end = () => companies.splice(companies.indexOf(companyKey), 1);
      const id = randomUUID();
      const job = { ...details, ...initialProgress(details.items, details.entities), updatedAt: now() };
      let isNew = false;
      try {
        // Before the review names it: a job whose process dies in between has a record, and never begins.
        await jobs.put(owner, job, id);
        const review = await reviews.update(owner, reviewId, current =>
          current.job === undefined && isConfirmed(current) ? { ...current, job: id } : current,
        );
        isNew = review?.job === id;
        if (isNew) void run(owner, id, job, work(id)).finally(end);
        else await orIfStoreUnavailable(jobs.remove(owner, id), undefined);
        return review?.job === undefined ? 'changed' : { id: review.job, isNew };
      } finally {
        if (!isNew) end();
      }
    },

    /** Lets the calls of a job that are in flight finish. On every replica, no other begins more than 100 ms later (T84). */
    async stop(owner: RecordOwner, id: string): Promise<void> {
      const job = await find(owner, id);
      if (job && job.stage !== 'done') await stops.put(owner, true, id);
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
      let changes: ReturnType<typeof settle>['changes'] = [];
      const settled = await jobs.update(owner, id, (stored, ageMs) => {
        const current = currentState(stored, ageMs);
        const isOpen = current.stage === 'done' && !current.isSettled;
        const { changes: found, ...state } = settle(current, listed);
        changes = isOpen ? found : [];
        return isOpen ? { ...current, ...state } : stored;
      });
      for (const { item, outcome } of changes) onResult(item, outcome);
      return settled ?? job;
    },

    /** Stops all jobs of this process. Resolves when no call is in flight, and their ends are recorded. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
