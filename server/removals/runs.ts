import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type RemovalItem, RemovalRun, type RunOptions, type RunView } from './run';
import { progressOf, RemoteRun, type RunSnapshot, type SharedRuns } from './run-snapshot';

/** How long a run can be viewed and its receipt downloaded, in milliseconds. */
export const RUN_TTL_MS = 60 * 60 * 1000;

/** The maximum number of items in all stored runs. Each takes about 200 bytes. */
const MAX_STORED_ITEMS = 50_000;

/** How often a run's progress is shared with other replicas, in milliseconds. */
const SHARE_INTERVAL_MS = 1000;

/** The list that a run was started from, its administrator and company. */
type RunOrigin = Readonly<Pick<RunSnapshot, 'back' | 'startedBy' | 'entities'>>;

/** A run of this process or of another replica. */
export interface StoredRun extends RunOrigin {
  readonly run: RunView;
  /** Whether the administrator has seen the outcome. `markSeen` sets this. */
  readonly isSeen: boolean;
  readonly markSeen: () => void;
}

export type RemovalRuns = ReturnType<typeof createRemovalRuns>;

interface OwnRun extends StoredRun {
  readonly userId: string;
  readonly run: RemovalRun;
  isSeen: boolean;
}

type Options = Pick<RunOptions, 'now' | 'isDraining' | 'abandonAfterMs'> & {
  /** Undefined for a single replica. */
  readonly shared?: SharedRuns | undefined;
};

/** Returns the bulk removals of the last hour, of this process and of other replicas. */
export function createRemovalRuns({ shared, ...options }: Options) {
  const runs = new LRUCache<string, OwnRun>({
    maxSize: MAX_STORED_ITEMS,
    sizeCalculation: ({ run }) => Math.max(1, run.items.length),
    ttl: RUN_TTL_MS,
  });
  const running = new Set<Promise<void>>();
  let isClosing = false;
  const isDraining = () => isClosing || options.isDraining();
  const keyFor = (userId: string, id: string) => JSON.stringify([userId, id]);

  async function share(key: string, { run, back, startedBy, entities, isSeen }: OwnRun): Promise<void> {
    const origin = { id: run.id, items: [...run.items], back, startedBy, entities };
    await shared?.write(key, { ...origin, ...progressOf(run), isSeen });
  }

  async function shareProgress(key: string, own: OwnRun): Promise<void> {
    while (shared && !own.run.isDone) {
      await Promise.race([own.run.done, wait(SHARE_INTERVAL_MS, undefined, { ref: false })]);
      await share(key, own);
    }
    await own.run.done;
  }

  return {
    /** Starts a run. Resolves when other replicas can find it. */
    async start(
      userId: string,
      { id, items, ...origin }: RunOrigin & { readonly id: string; readonly items: readonly RemovalItem[] },
      work: Pick<RunOptions, 'remove' | 'onResult'>,
    ): Promise<StoredRun> {
      const key = keyFor(userId, id);
      const isFollowedElsewhere = async () => (await shared?.hasFollower(key)) === true;
      const run = new RemovalRun(id, items, { ...options, isDraining, isFollowedElsewhere, ...work });
      const own: OwnRun = {
        ...origin,
        userId,
        run,
        isSeen: false,
        markSeen() {
          own.isSeen = true;
          void share(key, own);
        },
      };
      runs.set(key, own);
      const first = share(key, own);
      const progress = first.then(() => shareProgress(key, own));
      running.add(progress);
      void progress.finally(() => running.delete(progress));
      await first;
      return own;
    },

    /** Returns the administrator's run with this ID; undefined if there is none. */
    async find(userId: string, id: unknown): Promise<StoredRun | undefined> {
      if (typeof id !== 'string') return undefined;
      const key = keyFor(userId, id);
      return runs.get(key) ?? (shared && findShared(shared, key));
    },

    /**
     * Returns a run whose outcome the administrator has not seen: one of this process, or the session's latest run;
     * undefined if there is none.
     */
    findUnseen(userId: string, sessionRun: StoredRun | undefined): StoredRun | undefined {
      for (const own of runs.values()) {
        if (own.userId === userId && own.run.isDone && !own.isSeen) return own;
      }
      return sessionRun?.run.isDone && !sessionRun.isSeen ? sessionRun : undefined;
    },

    /** Stops all runs. Resolves when no removal is in flight. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all(running);
    },
  };
}

async function findShared(shared: SharedRuns, key: string): Promise<StoredRun | undefined> {
  const found = await shared.read(key);
  if (!found) return undefined;
  const { back, startedBy, entities, isSeen } = found.snapshot;
  const run = new RemoteRun(found.snapshot, found.isAlive, shared, key);
  const markSeen = () => void shared.write(key, { ...run.snapshot, isSeen: true });
  return { run, back, startedBy, entities, isSeen, markSeen };
}
