import { PageError } from '../errors';
import { createQueue } from '../queue';

/** Limits how many tasks may be running or waiting. */
export interface QueueLimits {
  readonly maxPending?: number;
  readonly maxPendingPerOwner?: number;
}

/**
 * A queue in which each resource runs one task at a time, in the order of the calls. Tasks of the same owner run
 * one at a time, so that one owner never takes all resources.
 */
export function createTaskQueue<Resource>(
  resources: readonly Resource[],
  { maxPending = Number.POSITIVE_INFINITY, maxPendingPerOwner = Number.POSITIVE_INFINITY }: QueueLimits = {},
) {
  const free = [...resources];
  const queue = createQueue({ limit: resources.length, limitPerKey: 1 });
  const pending = (owner?: string) => {
    const { waiting, running } = queue.count(owner);
    return waiting + running;
  };

  return {
    /**
     * Runs the work when a resource is free.
     * @throws {PageError} Thrown with status 503 when too many tasks are pending.
     */
    async run<Result>(work: (resource: Resource) => Promise<Result>, owner?: string): Promise<Result> {
      const isFull = owner !== undefined && pending(owner) >= maxPendingPerOwner;
      if (isFull || pending() >= maxPending) throw overloaded();
      const { turn, end } = queue.enter(owner === undefined ? [] : [owner]);
      await turn;
      const resource = free.shift() as Resource;
      try {
        return await work(resource);
      } finally {
        free.push(resource);
        end();
      }
    },
  };
}

export function overloaded(cause?: unknown): PageError {
  return new PageError('A worker thread is overloaded', { status: 503, retryAfter: 3, cause });
}
