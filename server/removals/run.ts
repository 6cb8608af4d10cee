import { setTimeout as wait } from 'node:timers/promises';
import { BackendError, SessionEnded } from '../errors';
import { type CompanyCalls, type CompanyMember, LISTS_MAX_AGE_MS } from './company-calls';
import type { RemovalItem } from './items';
import {
  callKey,
  callKeys,
  changeSinceReview,
  type Listed,
  type RemovalFailure,
  type RemovalOutcome,
  type RemovalResult,
  type RunState,
  settle,
} from './run-state';

/** The maximum number of attempts for an item while the backend answers 429. */
const MAX_ATTEMPTS = 5;
const DEFAULT_RETRY_AFTER_MS = 1000;
const MAX_RETRY_AFTER_MS = 30_000;

/** How often a run that waits for the backend checks whether it must stop, in milliseconds. */
const STOP_CHECK_INTERVAL_MS = 500;

/** How many items of a run wait for a call at once. More would only wait for the company's limit. */
const CONCURRENT_ITEMS = 4;

/** A run as its page follows it. */
export interface RunView {
  readonly state: RunState;
  /** The indexes of the items whose calls are in flight. */
  readonly inFlight: ReadonlySet<number>;
  /** Yields at first and after changes, until the run is done or the signal aborts. */
  readonly changes: (signal: AbortSignal) => AsyncGenerator<void>;
}

/** The calls of a run, and their records. */
export interface RunWork {
  /** Fetches the lists. */
  readonly find: (items: readonly RemovalItem[]) => Promise<Listed>;
  readonly remove: (item: RemovalItem) => Promise<void>;
  /** Called before the first call, with all items that will be removed (T60). */
  readonly onBegin: (items: readonly RemovalItem[]) => void;
  readonly onResult: (result: RemovalResult, item: RemovalItem, error: unknown) => void;
  /** Called for a result that the list has shown to be different. */
  readonly onSettled: (result: RemovalResult, item: RemovalItem) => void;
  /** Called when the lists cannot be fetched, or after an unexpected error. */
  readonly onFailure: (error: unknown) => void;
}

export interface RunOptions {
  readonly companyCalls: CompanyCalls;
  readonly now: () => number;
  /** How long a run continues without a follower, in milliseconds. */
  readonly abandonAfterMs: number;
  readonly isDraining: () => boolean;
  /** Whether a page on another replica follows the run. */
  readonly isFollowedElsewhere: () => Promise<boolean>;
}

/**
 * One bulk removal of reviewed items. It compares them with fresh lists, removes those that are as they were reviewed, each
 * once, and settles the outcomes by the lists. It is independent of the response that started it, so removals in flight
 * finish even if the browser disconnects (P249).
 */
export class RemovalRun implements RunView {
  state: RunState;
  readonly inFlight = new Set<number>();
  #followers = 0;
  /** Resolves when the run is done. */
  readonly done: Promise<void>;
  readonly #work: RunWork;
  readonly #options: RunOptions;
  readonly #company: CompanyMember;
  #abandonTimer: NodeJS.Timeout | undefined;
  #pausedUntil = 0;
  #listed: Promise<Listed> | undefined;
  /** When the lists arrived. */
  #listedAt = 0;
  #version = 0;
  #changed = Promise.withResolvers<void>();

  constructor(initial: RunState, work: RunWork, options: RunOptions) {
    this.state = initial;
    this.#work = work;
    this.#options = options;
    this.#company = options.companyCalls.join(callKeys(initial.entities));
    this.#watchFollowers();
    this.done = this.#run()
      .catch((error: unknown) => {
        work.onFailure(error);
        this.#stop('internal');
      })
      .finally(() => {
        this.#company.leave();
        clearTimeout(this.#abandonTimer);
        this.#change({ stage: 'done', endedAt: options.now() });
      });
  }

  async *changes(signal: AbortSignal): AsyncGenerator<void> {
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    if (signal.aborted) return;
    this.#followers += 1;
    this.#watchFollowers();
    try {
      for (let seen = -1; !signal.aborted && this.state.stage !== 'done'; ) {
        if (seen === this.#version) await Promise.race([this.#changed.promise, aborted.promise]);
        seen = this.#version;
        yield;
      }
    } finally {
      this.#followers -= 1;
      this.#watchFollowers();
    }
  }

  async #run(): Promise<void> {
    const items = await this.#compare();
    if (items.length === 0) return;
    this.#work.onBegin(items.map(([, item]) => item));
    this.#change({ stage: 'removing' });
    const queue = items.values();
    await Promise.all(Array.from({ length: CONCURRENT_ITEMS }, () => this.#removeFrom(queue)));
    // Its tokens must not be used anymore, or there is no time left.
    if (this.state.stopped === 'session ended' || this.#options.isDraining()) return;
    this.#change({ stage: 'confirming' });
    await this.#confirm();
  }

  /** The items to remove. All others have changed since the review, and get a result at once (T54). */
  async #compare(): Promise<[index: number, item: RemovalItem][]> {
    try {
      const listed = await this.#freshLists();
      const compared = this.state.items.map(item => ({ item, change: changeSinceReview(item, listed) }));
      return compared.flatMap(({ item, change }, index) => {
        if (change) this.#finish(index, item, change);
        return change ? [] : [[index, item] as [number, RemovalItem]];
      });
    } catch (error) {
      this.#stopWithoutList(error);
      return [];
    }
  }

  /** The items that the lists have, from a fetch of the last moment, which all items share. */
  #freshLists(): Promise<Listed> {
    const isFresh = this.#options.now() - this.#listedAt <= LISTS_MAX_AGE_MS;
    if (this.#listed && isFresh) return this.#listed;
    this.#listedAt = Number.POSITIVE_INFINITY;
    this.#listed = this.#work.find(this.state.items).then(
      listed => {
        this.#listedAt = this.#options.now();
        return listed;
      },
      error => {
        this.#listed = undefined;
        throw error;
      },
    );
    return this.#listed;
  }

  #stopWithoutList(error: unknown): void {
    this.#work.onFailure(error);
    this.#stop(error instanceof SessionEnded ? 'session ended' : 'list unavailable');
  }

  async #confirm(): Promise<void> {
    const listed = await this.#work.find(this.state.items).catch((error: unknown) => {
      this.#work.onFailure(error);
      if (error instanceof SessionEnded) this.#stop('session ended');
    });
    if (!listed) return;
    const before = this.state.results;
    const settled = settle(this.state, listed);
    for (const [index, result] of settled.results.entries()) {
      const item = this.state.items[result.index];
      if (result === before[index] || !item) continue;
      const surprise = result.outcome.type === 'failed' ? 'nobody' : 'same person';
      if (result.holder === surprise) this.#work.onSettled(result, item);
    }
    this.#change(settled);
  }

  async #removeFrom(queue: Iterator<[number, RemovalItem]>): Promise<void> {
    for (;;) {
      await this.#pause();
      if (this.#mustStop()) return;
      const { value, done } = queue.next();
      if (done) return;
      const [index, item] = value;
      this.inFlight.add(index);
      this.#notify();
      await this.#remove(index, item);
    }
  }

  async #remove(index: number, item: RemovalItem): Promise<void> {
    const key = callKey(item.kind, this.state.entities[item.kind]);
    let outcome: RemovalOutcome | undefined;
    let error: unknown;
    try {
      const { isShared } = await this.#company.removeOnce(key, item.id, () => this.#attempt(item));
      outcome = { type: isShared ? 'gone' : 'removed' };
    } catch (reason) {
      if (reason instanceof NotCalled) {
        outcome = reason.outcome;
      } else if (reason instanceof SessionEnded) {
        this.#stop('session ended');
      } else {
        error = reason;
        outcome = outcomeOfError(reason);
      }
    }
    this.inFlight.delete(index);
    if (outcome) this.#finish(index, item, outcome, error);
  }

  /** Calls the backend, again after each 429. */
  async #attempt(item: RemovalItem): Promise<void> {
    let refusal: unknown;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#company.call(async () => {
          // It may have waited long for the calls of other runs, or for the backend.
          if (this.#mustStop()) throw refusal ?? new NotCalled();
          await this.#compareAgain(item, refusal);
          await this.#work.remove(item);
        });
        return;
      } catch (error) {
        const retry = retryAfter(error);
        if (retry === undefined || attempt === MAX_ATTEMPTS || this.#mustStop()) throw error;
        refusal = error;
        // The backend's rate limit applies to the portal as a whole, so the other items wait too.
        this.#pausedUntil = Math.max(this.#pausedUntil, this.#options.now() + retry);
        await this.#pause();
      }
    }
  }

  /** Compares an item with the lists of this moment (T54). */
  async #compareAgain(item: RemovalItem, refusal: unknown): Promise<void> {
    let change: RemovalOutcome | undefined;
    try {
      change = changeSinceReview(item, await this.#freshLists());
    } catch (error) {
      if (retryAfter(error) !== undefined) throw error;
      this.#stopWithoutList(error);
      throw refusal ?? new NotCalled();
    }
    if (change) throw new NotCalled(change);
  }

  #finish(index: number, item: RemovalItem, outcome: RemovalOutcome, error?: unknown): void {
    const result = { index, outcome, at: this.#options.now() };
    this.#change({ results: [...this.state.results, result] });
    this.#work.onResult(result, item, error);
  }

  #mustStop(): boolean {
    if (this.#options.isDraining()) this.#stop('shutting down');
    return this.state.stopped !== undefined;
  }

  #stop(reason: NonNullable<RunState['stopped']>): void {
    this.#change({ stopped: this.state.stopped ?? reason });
  }

  async #pause(): Promise<void> {
    for (;;) {
      const left = this.#pausedUntil - this.#options.now();
      if (left <= 0 || this.#mustStop()) return;
      await wait(Math.min(left, STOP_CHECK_INTERVAL_MS));
    }
  }

  #watchFollowers(): void {
    clearTimeout(this.#abandonTimer);
    if (this.#followers > 0 || this.state.stage === 'done') return;
    this.#abandonTimer = setTimeout(() => void this.#abandon(), this.#options.abandonAfterMs);
    this.#abandonTimer.unref();
  }

  async #abandon(): Promise<void> {
    const isFollowed = (await this.#options.isFollowedElsewhere()) || this.#followers > 0;
    if (isFollowed) this.#watchFollowers();
    else this.#stop('browser left');
  }

  #change(changes: Partial<RunState>): void {
    this.state = { ...this.state, ...changes };
    this.#notify();
  }

  #notify(): void {
    this.#version += 1;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

/** Thrown for an item without a call: its run has stopped, or it has changed since the review. */
class NotCalled extends Error {
  constructor(readonly outcome?: RemovalOutcome) {
    super('Not called');
  }
}

/** The delay before the next attempt, in milliseconds; undefined if the call must not be retried. */
function retryAfter(error: unknown): number | undefined {
  if (!(error instanceof BackendError)) return undefined;
  if (error.reason === 'queue full') return DEFAULT_RETRY_AFTER_MS;
  if (error.upstreamStatus !== 429) return undefined;
  return Math.min(Math.max(0, error.upstreamRetryAfter ?? DEFAULT_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS);
}

export function outcomeOfError(error: unknown): RemovalOutcome {
  if (!(error instanceof BackendError)) return { type: 'failed', failure: 'internal' };
  const { upstreamStatus: status } = error;
  if (status === 404 || status === 410) return { type: 'gone' };
  return { type: 'failed', failure: status ?? failureOf(error) };
}

function failureOf({ reason }: BackendError): RemovalFailure {
  return reason === 'timeout' || reason === 'path' ? reason : 'unreachable';
}
