import { setTimeout as wait } from 'node:timers/promises';
import type { RemovableKind } from '../../shared/removals';
import { BackendError, SessionEnded } from '../errors';

/** The maximum number of removals that a run has in flight (P231). */
const CONCURRENCY_LIMIT = 4;

/** The maximum number of attempts for an item while the backend answers 429. */
const MAX_ATTEMPTS = 5;
const DEFAULT_RETRY_AFTER_MS = 1000;
const MAX_RETRY_AFTER_MS = 30_000;

/** How often a run that waits for the backend checks whether it must stop, in milliseconds. */
const STOP_CHECK_INTERVAL_MS = 500;

/** One license or card to remove. */
export interface RemovalItem {
  readonly kind: RemovableKind;
  readonly id: string;
  readonly email: string;
  /** Leads or profile visits of the last 30 days. */
  readonly recentActivity: number;
}

/** The outcome of an item. A failure has a reason to show to the administrator. */
type RemovalOutcome = 'removed' | 'already gone' | { readonly failed: string };

export interface RemovalResult {
  readonly item: RemovalItem;
  readonly outcome: RemovalOutcome;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** Why a run stopped early. */
export const stopReasons = ['browser left', 'shutting down', 'session ended', 'process ended'] as const;
export type StopReason = (typeof stopReasons)[number];

/** The state of a run, for its page and its receipt. */
export interface RunView {
  readonly id: string;
  readonly items: readonly RemovalItem[];
  readonly results: readonly RemovalResult[];
  /** Whether no removal is in flight and no other will start. */
  readonly isDone: boolean;
  /** Why the run stopped early; undefined if it did not. */
  readonly stopped: StopReason | undefined;
  /** Items without a result. When the run is done, these were never started. */
  readonly remaining: readonly RemovalItem[];
  /** Yields every result, starting with the first, until the run is done or the signal aborts. */
  readonly follow: (signal: AbortSignal) => AsyncGenerator<RemovalResult>;
}

export interface RunOptions {
  readonly remove: (item: RemovalItem) => Promise<void>;
  /** Called after each removal, for instance to write an audit line. */
  readonly onResult: (result: RemovalResult, error: unknown) => void;
  readonly now: () => number;
  /** How long a run continues without a follower, in milliseconds. */
  readonly abandonAfterMs: number;
  readonly isDraining: () => boolean;
  /** Whether a page on another replica follows the run. */
  readonly isFollowedElsewhere: () => Promise<boolean>;
}

/**
 * One bulk removal: at most four calls at a time, each item once. It is independent of the response that started it, so
 * removals in flight finish even if the browser disconnects (P249).
 */
export class RemovalRun implements RunView {
  readonly results: RemovalResult[] = [];
  /** Resolves when no removal is in flight and no other will start. */
  readonly done: Promise<void>;
  isDone = false;
  stopped: StopReason | undefined;
  readonly #options: RunOptions;
  #followers = 0;
  #abandonTimer: NodeJS.Timeout | undefined;
  #pausedUntil = 0;
  #changed = Promise.withResolvers<void>();

  constructor(
    readonly id: string,
    readonly items: readonly RemovalItem[],
    options: RunOptions,
  ) {
    this.#options = options;
    this.#watchFollowers();
    const queue = items.values();
    const workers = Array.from({ length: CONCURRENCY_LIMIT }, () => this.#work(queue));
    this.done = Promise.all(workers).then(() => {
      this.isDone = true;
      clearTimeout(this.#abandonTimer);
      this.#notify();
    });
  }

  get remaining(): readonly RemovalItem[] {
    const finished = new Set(this.results.map(({ item }) => item));
    return this.items.filter(item => !finished.has(item));
  }

  async *follow(signal: AbortSignal): AsyncGenerator<RemovalResult> {
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    if (signal.aborted) return;
    this.#followers += 1;
    this.#watchFollowers();
    try {
      for (let next = 0; !signal.aborted; ) {
        const changed = this.#changed.promise;
        for (const result of this.results.slice(next)) {
          next += 1;
          yield result;
        }
        if (next < this.results.length) continue;
        if (this.isDone) return;
        await Promise.race([changed, aborted.promise]);
      }
    } finally {
      this.#followers -= 1;
      this.#watchFollowers();
    }
  }

  async #work(queue: Iterator<RemovalItem>): Promise<void> {
    for (;;) {
      await this.#pause();
      if (this.#mustStop()) return;
      const { value: item, done } = queue.next();
      if (done) return;
      await this.#process(item);
      this.#notify();
    }
  }

  #mustStop(): boolean {
    if (this.results.length < this.items.length && this.#options.isDraining())
      this.stopped ??= 'shutting down';
    return this.stopped !== undefined;
  }

  async #process(item: RemovalItem): Promise<void> {
    const { remove, onResult, now } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const error = await remove(item).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('No reason'),
      );
      const retry = retryAfter(error);
      if (retry !== undefined && attempt < MAX_ATTEMPTS && !this.#mustStop()) {
        // The backend's rate limit applies to the portal as a whole, so the other workers wait too.
        this.#pausedUntil = Math.max(this.#pausedUntil, now() + retry);
        await this.#pause();
        continue;
      }
      if (error instanceof SessionEnded) this.stopped ??= 'session ended';
      const result = { item, outcome: outcomeOf(error), at: now() };
      this.results.push(result);
      onResult(result, error);
      return;
    }
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
    if (this.#followers > 0 || this.isDone) return;
    this.#abandonTimer = setTimeout(() => void this.#abandon(), this.#options.abandonAfterMs);
    this.#abandonTimer.unref();
  }

  async #abandon(): Promise<void> {
    const isFollowed = (await this.#options.isFollowedElsewhere()) || this.#followers > 0;
    if (isFollowed) this.#watchFollowers();
    else this.stopped ??= 'browser left';
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

/** Returns the delay before the next attempt, in milliseconds; undefined if the call must not be retried. */
function retryAfter(error: unknown): number | undefined {
  if (!(error instanceof BackendError)) return undefined;
  if (error.reason === 'queue full') return DEFAULT_RETRY_AFTER_MS;
  if (error.upstreamStatus !== 429) return undefined;
  return Math.min(Math.max(0, error.upstreamRetryAfter ?? DEFAULT_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS);
}

function outcomeOf(error: unknown): RemovalOutcome {
  if (error === undefined) return 'removed';
  if (error instanceof SessionEnded)
    return { failed: 'your session has ended. Sign in again, then try it again' };
  if (!(error instanceof BackendError)) return { failed: 'something went wrong in the portal. Try it again' };
  const { reason, upstreamStatus: status } = error;
  if (status === 404 || status === 410) return 'already gone';
  if (status !== undefined) return { failed: `the backend answered ${status}. ${adviceFor(status)}` };
  if (reason === 'timeout')
    return { failed: 'the backend did not answer in time. Check the list before you try it again' };
  if (reason === 'path') return { failed: 'this ID cannot be sent to the backend. Tell your contact' };
  return { failed: 'the backend could not be reached. Try it again' };
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return 'Your account is not allowed to remove it. Tell your contact';
  return status === 429
    ? 'Wait a few minutes, then try it again'
    : 'Try it again. If the problem persists, tell your contact';
}
