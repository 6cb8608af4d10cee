import { setTimeout as wait } from 'node:timers/promises';
import { createQueue } from '../concurrency/queue';
import { BackendError, SessionEnded } from '../errors';
import type { Entities } from '../session/roles';
import { itemKey, type RemovalItem } from './items';
import { type CurrentItems, changeSinceReview, type Outcome, settle } from './outcomes';
import type { Job, StopReason } from './state';

/** The maximum number of removal calls in flight for one company and product in this process (T59). */
const CALLS_LIMIT = 4;

/** How many items are compared with the same lists (T54). */
const CHUNK_SIZE = 100;

/** The maximum number of attempts while the backend answers 429, or this process has too many calls. */
const MAX_ATTEMPTS = 5;
const DEFAULT_RETRY_AFTER_MS = 1000;
const MAX_RETRY_AFTER_MS = 30_000;

/** How often a paused removal checks whether it must stop, in milliseconds. */
const PAUSE_CHECK_INTERVAL_MS = 500;

export type CompanyCalls = ReturnType<typeof createCompanyCalls>;

/** Makes at most CALLS_LIMIT removal calls of a company and product at once. */
export function createCompanyCalls() {
  const queue = createQueue(CALLS_LIMIT);
  return <T>(entities: Entities, call: () => Promise<T>) =>
    queue.run(
      Object.entries(entities).map(entry => entry.join(' ')),
      call,
    );
}

/** The progress of a removal: the fields of a job that `removeItems` changes. */
export type Progress = Pick<Job, 'items' | 'entities'> & {
  -readonly [Field in 'results' | 'inFlight' | 'stage' | 'stopped' | 'isSettled' | 'unclaimed']: Job[Field];
};

export function initialProgress(items: readonly RemovalItem[], entities: Entities): Progress {
  return {
    items: [...items],
    entities,
    results: items.map(() => null),
    inFlight: [],
    stage: 'comparing',
    stopped: undefined,
    isSettled: false,
    unclaimed: undefined,
  };
}

export interface RemovalWork {
  readonly calls: CompanyCalls;
  readonly now: () => number;
  readonly find: (items: readonly RemovalItem[]) => Promise<CurrentItems>;
  readonly remove: (item: RemovalItem) => Promise<void>;
  /** The maximum number of attempts when the backend answers 429. */
  readonly maxAttempts?: number;
  /** Why no other call may begin. */
  readonly mustStop: () => Promise<StopReason | undefined>;
  readonly onBegin: () => void;
  /** Called for the outcome of each item, and again if the last list has settled another one. */
  readonly onResult: (item: RemovalItem, outcome: Outcome, error?: unknown) => void;
  /** Called when the lists cannot be fetched, or after an unexpected error. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Removes licenses and cards that have not changed since they were reviewed, one or many. Fetches the lists before each chunk,
 * and once more after the last call to check every result. Never throws: `progress` says how it ended.
 */
export async function removeItems(progress: Progress, work: RemovalWork): Promise<void> {
  const { items, entities, results } = progress;
  const { maxAttempts = MAX_ATTEMPTS } = work;
  let pausedUntil = 0;

  async function isStopped(): Promise<boolean> {
    const reason = progress.stopped ?? (await work.mustStop());
    // It may have stopped for another reason meanwhile.
    progress.stopped ??= reason;
    return progress.stopped !== undefined;
  }

  function stopBecause(error: unknown): void {
    work.onFailure(error);
    progress.stopped ??=
      error instanceof SessionEnded
        ? 'session ended'
        : error instanceof BackendError
          ? 'list unavailable'
          : 'internal';
  }

  async function pause(): Promise<void> {
    const left = () => pausedUntil - performance.now();
    while (left() > 0 && !(await isStopped())) await wait(Math.min(left(), PAUSE_CHECK_INTERVAL_MS));
  }

  /** Repeats a call while the backend is busy. All items wait, because its rate limit applies to the whole removal. */
  async function retryWhileBusy<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        const retry = retryAfter(error);
        if (retry === undefined || attempt === maxAttempts) throw error;
        pausedUntil = Math.max(pausedUntil, performance.now() + retry);
        await pause();
        if (await isStopped()) throw error;
      }
    }
  }

  function finish(index: number, item: RemovalItem, outcome: Outcome, error?: unknown): void {
    results[index] = { outcome, at: work.now() };
    work.onResult(item, outcome, error);
  }

  async function removeOne(index: number, item: RemovalItem): Promise<void> {
    try {
      await retryWhileBusy(() =>
        work.calls(entities, async () => {
          // It may have waited for other removals.
          if (await isStopped()) throw new NotCalled();
          progress.inFlight = [...progress.inFlight, index];
          await work.remove(item);
        }),
      );
      finish(index, item, { type: 'removed' });
    } catch (error) {
      if (error instanceof SessionEnded) stopBecause(error);
      else if (!(error instanceof NotCalled)) finish(index, item, outcomeOfError(error), error);
    } finally {
      progress.inFlight = progress.inFlight.filter(other => other !== index);
    }
  }

  async function removeChunk(start: number): Promise<void> {
    const chunk = items.slice(start, start + CHUNK_SIZE);
    const listed = await retryWhileBusy(() => work.find(chunk));
    const unchanged: [index: number, item: RemovalItem][] = [];
    for (const [offset, item] of chunk.entries()) {
      const current = listed.items.get(itemKey(item));
      if (current === 'unknown') throw new BackendError('A part of the list cannot be read', 'content');
      const change = changeSinceReview(item, current);
      if (change) finish(start + offset, item, change);
      else unchanged.push([start + offset, item]);
    }
    progress.stage = 'removing';
    const queue = unchanged.values();
    const removeNext = async () => {
      for (const [index, item] of queue) {
        await pause();
        if (await isStopped()) return;
        await removeOne(index, item);
      }
    };
    await Promise.all(Array.from({ length: CALLS_LIMIT }, removeNext));
  }

  async function check(): Promise<void> {
    // The tokens are no longer valid.
    if (progress.stopped === 'session ended' || results.every(result => result === null)) return;
    progress.stage = 'checking';
    const { changes, ...settled } = settle(progress, await work.find(items));
    Object.assign(progress, settled);
    for (const { item, outcome } of changes) work.onResult(item, outcome);
  }

  try {
    work.onBegin();
    for (let start = 0; start < items.length && !(await isStopped()); start += CHUNK_SIZE)
      await removeChunk(start);
  } catch (error) {
    stopBecause(error);
  }
  await check().catch(work.onFailure);
  progress.stage = 'done';
}

/**
 * Removes a few items while the request waits, without further attempts. The session may have ended after a call.
 * @throws {SessionEnded} Thrown when the identity provider has ended the session before any call.
 */
export async function removeNow(
  items: readonly RemovalItem[],
  entities: Entities,
  work: Pick<RemovalWork, 'find' | 'remove' | 'calls' | 'now'> &
    Partial<Pick<RemovalWork, 'onBegin' | 'onResult' | 'onFailure'>>,
) {
  const progress = initialProgress(items, entities);
  /** Whether a call was made that the backend may have carried out. */
  let called = false;
  let sessionEnded: SessionEnded | undefined;
  /** The error of a call, otherwise of a list. */
  let error: unknown;
  await removeItems(progress, {
    ...work,
    maxAttempts: 1,
    mustStop: async () => undefined,
    async remove(item) {
      await work.remove(item).catch(error => {
        called ||= !(error instanceof SessionEnded);
        throw error;
      });
      called = true;
    },
    onBegin: () => work.onBegin?.(),
    onResult(item, outcome, reason) {
      error = reason ?? error;
      work.onResult?.(item, outcome, reason);
    },
    onFailure(reason) {
      if (reason instanceof SessionEnded) sessionEnded = reason;
      error ??= reason;
      work.onFailure?.(reason);
    },
  });
  if (sessionEnded && !called) throw sessionEnded;
  return { ...progress, called, sessionHasEnded: sessionEnded !== undefined, error };
}

/** Thrown for an item whose removal has stopped before its call. */
class NotCalled extends Error {}

/** The delay before the next attempt, in milliseconds; undefined if the call must not be retried. */
function retryAfter(error: unknown): number | undefined {
  if (!(error instanceof BackendError)) return undefined;
  if (error.reason === 'queue full' || error.reason === 'fetch refused') return DEFAULT_RETRY_AFTER_MS;
  if (error.upstreamStatus !== 429) return undefined;
  return Math.min(Math.max(0, error.upstreamRetryAfter ?? DEFAULT_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS);
}

/** Maps a failed call to an outcome: refused, or uncertain. Only a list says that the item is gone. */
function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof BackendError)) return { type: 'unknown', reason: 'internal' };
  const { upstreamStatus: status } = error;
  const isTold = error.reason === 'timeout' || error.reason === 'path';
  const reason = status ?? (isTold ? error.reason : 'unreachable');
  const isRefused = reason === 'path' || (status !== undefined && status >= 400 && status < 500);
  return { type: isRefused ? 'failed' : 'unknown', reason };
}
