import { createQueue } from '../queue';
import { createThread, overloaded, type Thread, type ThreadOptions } from './thread';

/** The functions that the threads of a pool run. */
type Tasks = Readonly<Record<string, (input: never) => unknown>>;

interface PoolOptions extends ThreadOptions {
  readonly threads?: number;
  /** How many tasks may be running or waiting. */
  readonly maxPending?: number;
  readonly maxPendingPerOwner?: number;
}

interface TaskOptions {
  readonly transferList?: readonly ArrayBuffer[];
  /** Tasks of the same owner run one at a time, also if several threads are free. */
  readonly owner?: string;
  /** The task is rejected when it aborts before the task's turn. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A pool of worker threads, by default one, which run the tasks of the program in `file` in the order of the calls. A
 * call rejects with a PageError of status 503 when too many tasks are pending, or when the task takes too long.
 */
export function createPool<PoolTasks extends Tasks>(
  file: string,
  {
    threads: count = 1,
    maxPending = Number.POSITIVE_INFINITY,
    maxPendingPerOwner = Number.POSITIVE_INFINITY,
    ...options
  }: PoolOptions,
) {
  const threads = Array.from({ length: count }, () => createThread(file, options));
  const free = [...threads];
  const queue = createQueue({ limit: count, limitPerKey: 1 });
  const pending = (owner?: string) => {
    const { waiting, running } = queue.count(owner);
    return waiting + running;
  };

  type Input<Name extends keyof PoolTasks> = Parameters<PoolTasks[Name]>[0];
  type Output<Name extends keyof PoolTasks> = Awaited<ReturnType<PoolTasks[Name]>>;

  return {
    async run<Name extends keyof PoolTasks & string>(
      name: Name,
      input: Input<Name>,
      { transferList, owner, signal }: TaskOptions = {},
    ): Promise<Output<Name>> {
      const isFull = owner !== undefined && pending(owner) >= maxPendingPerOwner;
      if (isFull || pending() >= maxPending) throw overloaded();
      const work = async (): Promise<Output<Name>> => {
        const thread = free.shift() as Thread;
        try {
          return (await thread.run({ name, input }, transferList)) as Output<Name>;
        } finally {
          free.push(thread);
        }
      };
      return await queue.run(owner === undefined ? [] : [owner], work, signal);
    },
    async close(): Promise<void> {
      await Promise.all(threads.map(thread => thread.close()));
    },
  };
}
