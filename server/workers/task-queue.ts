import { PageError } from '../errors';

/** Limits how many tasks may be running or waiting. */
export interface QueueLimits {
  readonly maxPending?: number;
  readonly maxPendingPerOwner?: number;
}

interface Task<Resource> {
  readonly owner: string | undefined;
  readonly start: (resource: Resource) => void;
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
  const waiting: Task<Resource>[] = [];
  const running = new Set<Task<Resource>>();

  function countOf(owner: string | undefined, tasks: Iterable<Task<Resource>>): number {
    return owner === undefined ? 0 : [...tasks].filter(task => task.owner === owner).length;
  }

  function startWaiting(): void {
    const next = free.length === 0 ? -1 : waiting.findIndex(({ owner }) => countOf(owner, running) === 0);
    for (const task of next < 0 ? [] : waiting.splice(next, 1)) {
      running.add(task);
      for (const resource of free.splice(0, 1)) task.start(resource);
    }
  }

  return {
    /**
     * Runs the work when a resource is free.
     * @throws {PageError} Thrown with status 503 when too many tasks are pending.
     */
    async run<Result>(work: (resource: Resource) => Promise<Result>, owner?: string): Promise<Result> {
      const pendingOfOwner = countOf(owner, running) + countOf(owner, waiting);
      if (running.size + waiting.length >= maxPending || pendingOfOwner >= maxPendingPerOwner) {
        throw overloaded();
      }
      const { promise: turn, resolve: start } = Promise.withResolvers<Resource>();
      const task = { owner, start };
      waiting.push(task);
      startWaiting();
      const resource = await turn;
      try {
        return await work(resource);
      } finally {
        running.delete(task);
        free.push(resource);
        startWaiting();
      }
    },
  };
}

export function overloaded(cause?: unknown): PageError {
  return new PageError('A worker thread is overloaded', { status: 503, retryAfter: 3, cause });
}
