import { createTaskQueue, type QueueLimits } from './task-queue';
import { createThread, type Thread, type ThreadOptions } from './thread';

/** The functions that the threads of a pool run. */
type Tasks = Readonly<Record<string, (input: never) => unknown>>;

interface PoolOptions extends ThreadOptions, QueueLimits {
  readonly threads?: number;
}

interface TaskOptions {
  readonly transferList?: readonly ArrayBuffer[];
  /** Tasks of the same owner run one at a time, also if several threads are free. */
  readonly owner?: string;
}

/**
 * A pool of worker threads, by default one, which run the tasks of the program in `file` in the order of the calls. A
 * call rejects with a PageError of status 503 when too many tasks are pending, or when the task takes too long.
 */
export function createPool<PoolTasks extends Tasks>(
  file: string,
  { threads: count = 1, ...options }: PoolOptions,
) {
  const threads = Array.from({ length: count }, () => createThread(file, options));
  const queue = createTaskQueue<Thread>(threads, options);

  type Input<Name extends keyof PoolTasks> = Parameters<PoolTasks[Name]>[0];
  type Output<Name extends keyof PoolTasks> = Awaited<ReturnType<PoolTasks[Name]>>;

  return {
    run: <Name extends keyof PoolTasks & string>(
      name: Name,
      input: Input<Name>,
      { transferList, owner }: TaskOptions = {},
    ) => queue.run(async thread => (await thread.run({ name, input }, transferList)) as Output<Name>, owner),
    /** Does the same, but skips the task and returns undefined when `signal` has aborted before the task's turn. */
    runUnlessAborted: <Name extends keyof PoolTasks & string>(
      signal: AbortSignal | undefined,
      name: Name,
      input: Input<Name>,
    ) =>
      queue.run(async thread =>
        signal?.aborted ? undefined : ((await thread.run({ name, input })) as Output<Name>),
      ),
    async close(): Promise<void> {
      await Promise.all(threads.map(thread => thread.close()));
    },
  };
}
