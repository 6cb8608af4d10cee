import { createQueue } from '../concurrency/queue';
import { createThread, overloaded, type RunOptions, type Thread } from './thread';

/** The functions that the threads run, by name. */
type Tasks = Readonly<Record<string, (input: never) => unknown>>;

interface TaskOptions<Queue> extends RunOptions {
  /** Tasks of the same queue run one at a time. */
  readonly queue: Queue;
  /** How many tasks of its queue may be running or waiting. */
  readonly maxPending?: number;
  /** The task is rejected when it aborts before the task's turn. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A pool of worker threads, which run the tasks of the program in `file` in the order of the calls. A call rejects with a
 * PageError of status 503 when too many tasks of its queue are pending, or when the task takes too long. `onError` is called
 * when a thread exits between two tasks.
 */
export function createPool<PoolTasks extends Tasks, Queue extends string = string>(
  file: string,
  { threads: count, onError }: { readonly threads: number; readonly onError: (error: unknown) => void },
) {
  const threads = Array.from({ length: count }, () => createThread(file, onError));
  const free = [...threads];
  const queues = createQueue(1);

  type Input<Name extends keyof PoolTasks> = Parameters<PoolTasks[Name]>[0];
  type Output<Name extends keyof PoolTasks> = Awaited<ReturnType<PoolTasks[Name]>>;

  return {
    async run<Name extends keyof PoolTasks & string>(
      name: Name,
      input: Input<Name>,
      { queue, maxPending = Number.POSITIVE_INFINITY, signal, ...options }: TaskOptions<Queue>,
    ): Promise<Output<Name>> {
      const { waiting, running } = queues.count(queue);
      if (waiting + running >= maxPending) throw overloaded();
      const work = async () => {
        // The one that was used last, so that the others can exit.
        const thread = free.pop() as Thread;
        try {
          return (await thread.run({ name, input }, options)) as Output<Name>;
        } finally {
          free.push(thread);
        }
      };
      return await queues.run([queue], work, signal);
    },
    async close(): Promise<void> {
      await Promise.all(threads.map(thread => thread.close()));
    },
  };
}
