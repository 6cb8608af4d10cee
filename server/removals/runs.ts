import { setTimeout as wait } from 'node:timers/promises';
import type { CompanyCalls } from './company-calls';
import type { RecordOwner, Records } from './records';
import { RemovalRun, type RunOptions, type RunView, type RunWork } from './run';
import { type Review, type RunState, settle, wasCalled } from './run-state';

/** How long a run can be viewed and its receipt downloaded, in milliseconds. */
export const RUN_TTL_MS = 60 * 60 * 1000;

/** How often a run's progress is shared with other replicas, in milliseconds. */
const SHARE_INTERVAL_MS = 1000;

/** How often a replica polls the progress of a run on another replica, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/** The maximum number of pages of one administrator that follow runs in this process. */
const FOLLOWERS_LIMIT = 4;

/** The run that an administrator has in progress. */
export interface CurrentRun {
  readonly id: string;
  /** The session that may see it. */
  readonly sessionId: string;
}

/** The state of runs in progress that replicas share. It expires within seconds. */
export interface RunSignals {
  /** Records that a run is in progress, unless its administrator has another. Returns the one that is recorded. */
  readonly begin: (userId: string, run: CurrentRun) => Promise<CurrentRun>;
  /** Returns the administrator's run in progress; undefined if there is none, or if its process has died. */
  readonly current: (userId: string) => Promise<CurrentRun | undefined>;
  /** Records that the run is still in progress. */
  readonly keepAlive: (userId: string, run: CurrentRun) => Promise<void>;
  readonly end: (userId: string) => Promise<void>;
  /** Records that a page of this process shows the run, so that the run continues. */
  readonly follow: (id: string) => Promise<void>;
  readonly isFollowed: (id: string) => Promise<boolean>;
}

export type RemovalRuns = ReturnType<typeof createRemovalRuns>;

/** The run that a confirmation leads to: a new one, or the one that the administrator has already. */
type Started = CurrentRun & { readonly isNew: boolean };

/** The run to start for a review. */
interface StartRequest {
  readonly reviewId: string;
  readonly initial: RunState;
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
  const polls = new Map<string, Promise<RunState | undefined>>();
  /** The number of pages of each administrator that follow a run. */
  const followers = new Map<string, number>();
  let isClosing = false;
  const isDraining = () => isClosing || options.isDraining();

  /** Records the progress of a run for other replicas, and its end. */
  async function record(owner: RecordOwner, { id, run }: { id: string; run: RemovalRun }): Promise<void> {
    while (signals && run.state.stage !== 'done') {
      await Promise.race([run.done, wait(SHARE_INTERVAL_MS, undefined, { ref: false })]);
      await Promise.all([
        signals.keepAlive(owner.userId, { id, sessionId: owner.sessionId }),
        records.update(owner, id, run.state),
      ]);
    }
    await run.done;
    await records.update(owner, id, run.state);
    await signals?.end(owner.userId);
  }

  /** Starts a run, unless the administrator or the review has another one: then it returns that. */
  async function begin(
    owner: RecordOwner,
    { reviewId, initial, admit, work }: StartRequest,
  ): Promise<OwnRun | CurrentRun> {
    const { userId, sessionId } = owner;
    const id = await records.create(owner, initial);
    const current = await signals?.begin(userId, { id, sessionId });
    if (current && current.id !== id) return current;
    let used: string | undefined;
    try {
      await admit();
      used = await reviews.mark(owner, reviewId, id);
    } finally {
      if (used !== id) await signals?.end(userId);
    }
    if (used !== id) return { id: used, sessionId };
    const isFollowedElsewhere = async () => (await signals?.isFollowed(id)) === true;
    const run = new RemovalRun(initial, work(id), { ...options, isDraining, isFollowedElsewhere });
    const recorded = record(owner, { id, run }).finally(() => own.delete(userId));
    return { id, sessionId, run, recorded };
  }

  async function pollNext(
    id: string,
    read: () => Promise<RunState | undefined>,
  ): Promise<RunState | undefined> {
    await signals?.follow(id);
    await wait(POLL_INTERVAL_MS);
    return read();
  }

  async function ownRun({ userId, sessionId }: RecordOwner, id: string): Promise<OwnRun | undefined> {
    const run = await own.get(userId);
    return run?.sessionId === sessionId && run.id === id ? run : undefined;
  }

  return {
    /**
     * Starts the run of a review, unless the review has been used (T55) or the administrator has another run in progress.
     * Then it returns that run, which may belong to another session.
     */
    async start(owner: RecordOwner, request: StartRequest): Promise<Started> {
      const { userId } = owner;
      for (let other = own.get(userId); other; other = own.get(userId)) {
        const run = await other;
        if (run) return { id: run.id, sessionId: run.sessionId, isNew: false };
      }
      const begun = begin(owner, request);
      own.set(
        userId,
        begun.then(
          started => ('run' in started ? started : undefined),
          () => undefined,
        ),
      );
      let isNew = false;
      try {
        const started = await begun;
        isNew = 'run' in started;
        return { id: started.id, sessionId: started.sessionId, isNew };
      } finally {
        if (!isNew) own.delete(userId);
      }
    },

    /** Returns a run of this session; undefined if there is none with this ID, or not anymore. */
    async find(owner: RecordOwner, id: unknown): Promise<RunView | undefined> {
      if (typeof id !== 'string') return undefined;
      const live = (await ownRun(owner, id))?.run;
      const state = live ? undefined : await records.read(owner, id);
      if (!state) return live;
      const read = async () => {
        const [latest, current] = await Promise.all([
          records.read(owner, id),
          signals?.current(owner.userId),
        ]);
        return latest && (current?.id === id ? latest : ended(latest, options.now()));
      };
      const key = JSON.stringify([owner, id]);
      const poll = () => {
        const poll = polls.get(key) ?? pollNext(id, read).finally(() => polls.delete(key));
        polls.set(key, poll);
        return poll;
      };
      const shown = state.stage === 'done' ? state : ((await read()) ?? ended(state, options.now()));
      return new RecordedRun(shown, poll, options.now);
    },

    /** Counts a page that follows a run. Returns undefined beyond FOLLOWERS_LIMIT (T63), else a function that ends it. */
    follow({ userId }: RecordOwner): (() => void) | undefined {
      const count = followers.get(userId) ?? 0;
      if (count >= FOLLOWERS_LIMIT) return undefined;
      followers.set(userId, count + 1);
      return () => {
        const left = (followers.get(userId) ?? 1) - 1;
        if (left > 0) followers.set(userId, left);
        else followers.delete(userId);
      };
    },

    /** Whether the administrator has a run in progress, in any session. */
    async current(userId: string): Promise<CurrentRun | undefined> {
      const run = await own.get(userId);
      return run ? { id: run.id, sessionId: run.sessionId } : signals?.current(userId);
    },

    /** Records that the administrator has seen the end of a run. */
    async markSeen(owner: RecordOwner, id: string): Promise<void> {
      await (await ownRun(owner, id))?.recorded;
      const state = await records.read(owner, id);
      if (state && !state.isSeen)
        await records.update(owner, id, { ...ended(state, options.now()), isSeen: true });
    },

    /** Settles a run that has ended without a list. Returns its state. */
    async confirm(owner: RecordOwner, id: string, state: RunState, find: RunWork['find']): Promise<RunState> {
      if (state.stage !== 'done' || !isUnsettled(state)) return state;
      const settled = { ...state, results: settle(state, await find(state.items)) };
      await records.update(owner, id, settled);
      return settled;
    },

    /** Stops all runs. Resolves when no removal is in flight. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all([...own.values()].map(async run => (await run)?.recorded));
    },
  };
}

/** Whether the list has not been asked about an item that was called for. */
export function isUnsettled({ results }: RunState): boolean {
  return results.some(result => wasCalled(result) && result.holder === undefined);
}

/** Returns the state of a run whose process has died if it had not ended: calls may have been made without a result. */
function ended(state: RunState, at: number): RunState {
  if (state.stage === 'done') return state;
  const known = new Set(state.results.map(({ index }) => index));
  const outcome = { type: 'failed', failure: 'restart' } as const;
  const unknown = [...state.items.keys()].filter(index => !known.has(index));
  const results = [...state.results, ...unknown.map(index => ({ index, outcome, at }))];
  return { ...state, results, stage: 'done' };
}

/** A run that has ended, or is in progress on another replica. */
class RecordedRun implements RunView {
  readonly inFlight: ReadonlySet<number> = new Set();

  constructor(
    public state: RunState,
    private readonly poll: () => Promise<RunState | undefined>,
    private readonly now: () => number,
  ) {}

  async *changes(signal: AbortSignal): AsyncGenerator<void> {
    while (!signal.aborted && this.state.stage !== 'done') {
      yield;
      this.state = (await this.poll()) ?? ended(this.state, this.now());
    }
  }
}
