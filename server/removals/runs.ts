import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createConcurrencyLimit } from '../concurrency-limit';
import { createSingleFlight } from '../single-flight';
import type { CompanyCalls } from './company-calls';
import type { RecordOwner, Records } from './records';
import { RemovalRun, type RunOptions, type RunView, type RunWork } from './run';
import { endWithoutProcess, isUnsettled, type Review, type RunState, settle } from './run-state';
import { unlessUnavailable } from './store';

/** How long a run can be viewed and its receipt downloaded, in milliseconds. */
export const RUN_TTL_MS = 60 * 60 * 1000;

/** How often a run's progress is shared with other replicas, in milliseconds. */
const SHARE_INTERVAL_MS = 1000;

/** How often a replica polls a run on another replica, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/**
 * How often a run without a heartbeat is polled before it counts as dead. It may be about to begin. After an outage of
 * Redis that was longer than the TTL of heartbeats, all of them are missing until their processes have reconnected.
 */
const OBSERVATION_POLLS = 10;

/** The maximum number of pages of one administrator that follow runs in this process. */
const FOLLOWERS_LIMIT = 4;

/** The run that an administrator has in progress. */
export interface CurrentRun {
  readonly id: string;
  /** The session that may see it. */
  readonly sessionId: string;
}

/** The runs in progress, which replicas share. */
export interface RunSignals {
  /**
   * Records that a run is in progress, unless its administrator has another. Returns the one that is recorded, whose process
   * may have died.
   */
  readonly claim: (userId: string, run: CurrentRun) => Promise<CurrentRun>;
  /** Ends the claim of this run, but not that of another one. */
  readonly release: (userId: string, id: string) => Promise<void>;
  /** Records a heartbeat of the process of a run that has begun. It expires within seconds. */
  readonly keepAlive: (id: string) => Promise<void>;
  readonly isAlive: (id: string) => Promise<boolean>;
  /** Records that a page of this process shows the run, so that the run continues. */
  readonly follow: (id: string) => Promise<void>;
  readonly isFollowed: (id: string) => Promise<boolean>;
}

export type RemovalRuns = ReturnType<typeof createRemovalRuns>;

/**
 * The outcome of a confirmation: a new run, the one that the administrator or the review has already, or none, because the
 * review has changed or ended.
 */
type Started<New extends CurrentRun = CurrentRun> =
  | { readonly outcome: 'started'; readonly run: New }
  | { readonly outcome: 'running'; readonly run: CurrentRun }
  | { readonly outcome: 'review changed' };

/** The run to start for a review. */
interface StartRequest {
  readonly reviewId: string;
  readonly initial: RunState;
  /** Whether the review is still as it was confirmed. */
  readonly isConfirmed: (review: Review) => boolean;
  /** Counts it toward the limit of an hour, just before it starts. */
  readonly admit: () => Promise<void>;
  readonly work: (id: string) => RunWork;
}

/** A run in progress in this process. */
interface OwnRun extends CurrentRun {
  readonly run: RemovalRun;
  /** Resolves when its end is recorded. */
  readonly recorded: Promise<void>;
}

type Options = Pick<RunOptions, 'now' | 'isDraining' | 'abandonAfterMs'> & {
  readonly reviews: Records<Review>;
  readonly records: Records<RunState>;
  readonly companyCalls: CompanyCalls;
  /** Undefined for a single replica. */
  readonly signals: RunSignals | undefined;
};

/** The bulk removals of the last hour, of this process and of other replicas. */
export function createRemovalRuns({ reviews, records, signals, ...options }: Options) {
  /** The runs in progress in this process, one for each administrator. They are undefined if they do not start. */
  const own = new Map<string, Promise<OwnRun | undefined>>();
  /** The polls in progress of runs of other processes, which all followers in this process share. */
  const polls = createSingleFlight<RunState | undefined>();
  /** The runs of other processes whose heartbeat is missing, while they are observed. */
  const observed = createSingleFlight<void>();
  /** The pages of each administrator that follow a run. */
  const followers = createConcurrencyLimit(FOLLOWERS_LIMIT);
  let isClosing = false;
  const isDraining = () => isClosing || options.isDraining();

  /** Records the progress of a run for other replicas, and its end. */
  async function record(owner: RecordOwner, { id, run }: { id: string; run: RemovalRun }): Promise<void> {
    const { userId, sessionId } = owner;
    while (signals) {
      await Promise.race([run.done, wait(SHARE_INTERVAL_MS, undefined, { ref: false })]);
      if (run.state.stage === 'done') break;
      await Promise.all([
        signals.keepAlive(id),
        // Redis may have lost the claim.
        signals.claim(userId, { id, sessionId }),
        // Only this process knows how the run stands, so its state replaces what another one may have concluded.
        records.replace(owner, id, run.state),
      ]);
    }
    await run.done;
    const isShared = await records.replace(owner, id, run.state);
    if (isShared) await signals?.release(userId, id);
    else void shareLater(owner, id);
  }

  /** Shares the end of a run as soon as the shared store is available again. */
  async function shareLater(owner: RecordOwner, id: string): Promise<void> {
    const until = options.now() + RUN_TTL_MS;
    while (!isClosing && options.now() < until) {
      await wait(SHARE_INTERVAL_MS, undefined, { ref: false });
      const state = await records.read(owner, id);
      if (!state || (await records.replace(owner, id, state))) break;
    }
    await signals?.release(owner.userId, id);
  }

  /** Records that a run is in progress. Returns the one that its administrator has already, if its process lives. */
  async function claim(userId: string, run: CurrentRun): Promise<CurrentRun> {
    if (!signals) return run;
    const existing = await signals.claim(userId, run);
    if (existing.id === run.id || !(await hasDied(existing.id, signals))) return existing;
    await signals.release(userId, existing.id);
    return claim(userId, run);
  }

  async function begin(
    owner: RecordOwner,
    { reviewId, initial, isConfirmed, admit, work }: StartRequest,
  ): Promise<Started<OwnRun>> {
    const { userId, sessionId } = owner;
    const claimed = randomUUID();
    const current = await claim(userId, { id: claimed, sessionId });
    if (current.id !== claimed) return { outcome: 'running', run: current };
    let id: string;
    let used: string | undefined;
    try {
      await admit();
      // Not before: the records of refused runs would replace those of earlier ones.
      id = await records.create(owner, initial, claimed);
      const review = await reviews.update(owner, reviewId, review =>
        review.run === undefined && isConfirmed(review) ? { ...review, run: id } : review,
      );
      used = review?.run;
    } finally {
      if (used !== claimed) await signals?.release(userId, claimed);
    }
    if (used === undefined) return { outcome: 'review changed' };
    if (used !== id) return { outcome: 'running', run: { id: used, sessionId } };
    // Not before: other replicas lead to a run that has a heartbeat.
    await signals?.keepAlive(id);
    const isFollowedElsewhere = async () => (await signals?.isFollowed(id)) === true;
    const run = new RemovalRun(initial, work(id), { ...options, isDraining, isFollowedElsewhere });
    const recorded = record(owner, { id, run }).finally(() => own.delete(userId));
    return { outcome: 'started', run: { id, sessionId, run, recorded } };
  }

  /** The next recorded state of a run, which is the last one while the shared store is unavailable. */
  async function pollNext(owner: RecordOwner, id: string, last: RunState): Promise<RunState | undefined> {
    await signals?.follow(id);
    await wait(POLL_INTERVAL_MS);
    return unlessUnavailable(readRecorded(owner, id), last);
  }

  /** The recorded state of a run. If its process seems to have died, it is observed in the background. */
  async function readRecorded(owner: RecordOwner, id: string): Promise<RunState | undefined> {
    const state = await records.read(owner, id);
    if (!state || state.stage === 'done' || (await signals?.isAlive(id)) === true) return state;
    void observed.share(keyOf(owner, id), () => unlessUnavailable(observe(owner, id), undefined));
    return state;
  }

  /** Ends a run whose heartbeat stays missing. If its process lives after all, that will record the true state. */
  async function observe(owner: RecordOwner, id: string): Promise<void> {
    if (signals && !(await hasDied(id, signals))) return;
    await records.update(owner, id, state => endWithoutProcess(state, options.now()));
    await signals?.release(owner.userId, id);
  }

  async function ownRun({ userId, sessionId }: RecordOwner, id: string): Promise<OwnRun | undefined> {
    const run = await own.get(userId);
    return run?.sessionId === sessionId && run.id === id ? run : undefined;
  }

  /** Resolves when the end of a run of this process is recorded: until then, its record is an earlier state. */
  async function endRecorded(owner: RecordOwner, id: string): Promise<void> {
    await (await ownRun(owner, id))?.recorded;
  }

  return {
    /**
     * Starts the run of a review, unless the review has been used (T55) or the administrator has another run in progress,
     * which may belong to another session.
     */
    async start(owner: RecordOwner, request: StartRequest): Promise<Started> {
      const { userId } = owner;
      for (let other = own.get(userId); other; other = own.get(userId)) {
        const run = await other;
        if (run) return { outcome: 'running', run };
      }
      const begun = begin(owner, request);
      const started = begun.then(
        result => (result.outcome === 'started' ? result.run : undefined),
        () => undefined,
      );
      own.set(userId, started);
      if (!(await started)) own.delete(userId);
      return begun;
    },

    /** A run of this session; undefined if it does not exist or has expired. */
    async find(owner: RecordOwner, id: unknown): Promise<RunView | undefined> {
      if (typeof id !== 'string') return undefined;
      const live = (await ownRun(owner, id))?.run;
      const state = live ? undefined : await readRecorded(owner, id);
      if (!state) return live;
      return new RecordedRun(state, async last => {
        const next = await polls.share(keyOf(owner, id), () => pollNext(owner, id, last));
        return next ?? endWithoutProcess(last, options.now());
      });
    },

    /** Counts a page that follows a run. Returns undefined beyond FOLLOWERS_LIMIT (T63), else a function that ends it. */
    follow: ({ userId }: RecordOwner) => followers(userId),

    /** Records that the administrator has seen the end of a run. */
    async markSeen(owner: RecordOwner, id: string): Promise<void> {
      await endRecorded(owner, id);
      await records.update(owner, id, state =>
        state.stage === 'done' && !state.isSeen ? { ...state, isSeen: true } : state,
      );
    },

    /** Settles a run that has ended without a list. Returns its state. */
    async confirm(owner: RecordOwner, id: string, state: RunState, find: RunWork['find']): Promise<RunState> {
      if (state.stage !== 'done' || !isUnsettled(state)) return state;
      const listed = await find(state.items);
      await endRecorded(owner, id);
      const settled = await records.update(owner, id, current =>
        current.stage === 'done' ? { ...current, ...settle(current, listed) } : current,
      );
      return settled ?? state;
    },

    /** Stops all runs. Resolves when no removal is in flight. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all([...own.values()].map(async run => (await run)?.recorded));
    },
  };
}

/** Whether a run's heartbeat is missing, and still so after a while. */
async function hasDied(id: string, { isAlive }: RunSignals): Promise<boolean> {
  for (let poll = 0; poll < OBSERVATION_POLLS; poll++) {
    if (await isAlive(id)) return false;
    await wait(POLL_INTERVAL_MS, undefined, { ref: false });
  }
  return !(await isAlive(id));
}

function keyOf(owner: RecordOwner, id: string): string {
  return JSON.stringify([owner, id]);
}

/** A run that has ended, or is in progress on another replica. */
class RecordedRun implements RunView {
  readonly inFlight: ReadonlySet<number> = new Set();

  constructor(
    public state: RunState,
    private readonly poll: (last: RunState) => Promise<RunState>,
  ) {}

  async *changes(signal: AbortSignal): AsyncGenerator<void> {
    while (!signal.aborted && this.state.stage !== 'done') {
      yield;
      this.state = await this.poll(this.state);
    }
  }
}
