import { LRUCache } from 'lru-cache';
import { type RemovalItem, RemovalRun, type RunOptions } from './run';

/** How long a run can be looked at and its receipt downloaded, in milliseconds. */
const RUN_TTL_MS = 60 * 60 * 1000;

/** Licenses and cards of all runs that are kept: about 200 bytes each. */
const MAX_KEPT_ITEMS = 50_000;

/** A run as it is kept: who started it, and where its list is. */
export interface KeptRun {
  readonly run: RemovalRun;
  /** The address of the list that it was started from. */
  readonly back: string;
  readonly startedBy: string;
  /** Fetches the lists anew and returns which of the removed are still in them. */
  readonly confirm: () => Promise<readonly string[]>;
}

/** The bulk removals of this process in the last hour. */
export interface RemovalRuns {
  readonly start: (
    userId: string,
    run: {
      readonly id: string;
      readonly items: readonly RemovalItem[];
      readonly back: string;
      readonly startedBy: string;
    },
    work: Pick<RunOptions, 'remove' | 'onResult'> & {
      /** Returns the email addresses of those that are listed in spite of their removal. */
      readonly confirm: (removed: readonly RemovalItem[]) => Promise<readonly string[]>;
    },
  ) => KeptRun;
  /** Returns a run of this administrator's own; undefined when there is none with this ID. */
  readonly find: (userId: string, id: unknown) => KeptRun | undefined;
  /** Returns the latest run that ended without its administrator; undefined when there is none. */
  readonly unseen: (userId: string) => KeptRun | undefined;
  /** Resolves when nothing is in flight. */
  readonly close: () => Promise<void>;
}

export function createRemovalRuns(
  options: Pick<RunOptions, 'now' | 'isDraining' | 'abandonAfterMs'>,
): RemovalRuns {
  const runs = new LRUCache<string, KeptRun & { readonly userId: string }>({
    maxSize: MAX_KEPT_ITEMS,
    sizeCalculation: ({ run }) => Math.max(1, run.items.length),
    ttl: RUN_TTL_MS,
  });
  const running = new Set<Promise<void>>();
  let isClosing = false;
  const isDraining = () => isClosing || options.isDraining();
  const keyOf = (userId: string, id: string) => JSON.stringify([userId, id]);
  return {
    start(userId, { id, items, back, startedBy }, work) {
      const run = new RemovalRun(id, items, { ...options, isDraining, ...work });
      let confirmation: Promise<readonly string[]> | undefined;
      const confirm = () => {
        const removed = run.results.filter(({ outcome }) => typeof outcome === 'string');
        confirmation ??= work.confirm(removed.map(({ item }) => item));
        confirmation.catch(() => {
          confirmation = undefined;
        });
        return confirmation;
      };
      const kept = { userId, run, back, startedBy, confirm };
      runs.set(keyOf(userId, id), kept);
      running.add(run.done);
      void run.done.then(() => running.delete(run.done));
      return kept;
    },
    find: (userId, id) => (typeof id === 'string' ? runs.get(keyOf(userId, id)) : undefined),
    unseen(userId) {
      for (const kept of runs.values()) {
        if (kept.userId === userId && kept.run.isDone && !kept.run.isSeen) return kept;
      }
      return undefined;
    },
    async close() {
      isClosing = true;
      await Promise.all(running);
    },
  };
}
