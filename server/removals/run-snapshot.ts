import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { removableKinds } from '../../shared/removals';
import { PageError } from '../errors';
import { type RemovalItem, type RemovalResult, type RemovalRun, type RunView, stopReasons } from './run';

/** How often a replica polls the progress of a run on another replica, in milliseconds. */
const POLL_INTERVAL_MS = 500;

const kindSchema = v.picklist(removableKinds);

/** The state of a run that replicas share: everything that its page and its receipt show. */
export const runSnapshotSchema = v.object({
  id: v.string(),
  items: v.array(
    v.object({ kind: kindSchema, id: v.string(), email: v.string(), recentActivity: v.number() }),
  ),
  /** Results refer to items by index. */
  results: v.array(
    v.object({
      item: v.number(),
      outcome: v.union([v.picklist(['removed', 'already gone']), v.object({ failed: v.string() })]),
      at: v.number(),
    }),
  ),
  isDone: v.boolean(),
  stopped: v.optional(v.picklist(stopReasons)),
  isSeen: v.boolean(),
  /** The URL of the list that the run was started from. */
  back: v.string(),
  /** The administrator's email address. */
  startedBy: v.string(),
  /** The company's IDs in the products' backends. */
  entities: v.partial(v.object(v.entriesFromList(removableKinds, v.string()))),
});

export type RunSnapshot = v.InferOutput<typeof runSnapshotSchema>;

/** The runs that replicas share. Their keys contain the administrator's user ID. */
export interface SharedRuns {
  readonly write: (key: string, snapshot: RunSnapshot) => Promise<void>;
  /** Returns the latest snapshot, and whether the process of the run is still alive; undefined if there is none. */
  readonly read: (
    key: string,
  ) => Promise<{ readonly snapshot: RunSnapshot; readonly isAlive: boolean } | undefined>;
  /** Records that a page of this process shows the run, so that the run continues. */
  readonly recordFollower: (key: string) => Promise<void>;
  readonly hasFollower: (key: string) => Promise<boolean>;
}

/** Returns the part of a snapshot that changes during a run. */
export function progressOf(run: RemovalRun): Pick<RunSnapshot, 'results' | 'isDone' | 'stopped'> {
  const indexes = new Map(run.items.map((item, index) => [item, index]));
  return {
    results: run.results.map(({ item, outcome, at }) => ({ item: indexes.get(item) ?? 0, outcome, at })),
    isDone: run.isDone,
    stopped: run.stopped,
  };
}

/** A run on another replica, read from the shared snapshots. */
export class RemoteRun implements RunView {
  /** The latest snapshot that was read. */
  snapshot: RunSnapshot;

  constructor(
    snapshot: RunSnapshot,
    isAlive: boolean,
    private readonly shared: SharedRuns,
    private readonly key: string,
  ) {
    this.snapshot = stopUnlessAlive(snapshot, isAlive);
  }

  get id(): string {
    return this.snapshot.id;
  }

  get items(): readonly RemovalItem[] {
    return this.snapshot.items;
  }

  get results(): readonly RemovalResult[] {
    return this.snapshot.results.flatMap(({ item: index, outcome, at }) => {
      const item = this.items[index];
      return item ? [{ item, outcome, at }] : [];
    });
  }

  get isDone(): boolean {
    return this.snapshot.isDone;
  }

  get stopped(): RunSnapshot['stopped'] {
    return this.snapshot.stopped;
  }

  get remaining(): readonly RemovalItem[] {
    const finished = new Set(this.snapshot.results.map(({ item }) => item));
    return this.items.filter((_item, index) => !finished.has(index));
  }

  async *follow(signal: AbortSignal): AsyncGenerator<RemovalResult> {
    for (let next = 0; !signal.aborted; ) {
      for (const result of this.results.slice(next)) {
        next += 1;
        yield result;
      }
      if (this.isDone) return;
      await this.shared.recordFollower(this.key);
      await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
      const latest = await this.shared.read(this.key);
      if (!latest) throw new PageError('The run of another replica cannot be read', { status: 503 });
      this.snapshot = stopUnlessAlive(latest.snapshot, latest.isAlive);
    }
  }
}

/** Marks a run as stopped if its process is no longer alive. */
function stopUnlessAlive(snapshot: RunSnapshot, isAlive: boolean): RunSnapshot {
  return snapshot.isDone || isAlive ? snapshot : { ...snapshot, isDone: true, stopped: 'process ended' };
}
