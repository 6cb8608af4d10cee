import { Piscina } from 'piscina';
import { PageError } from '../errors';
import { createTaskQueue } from './task-queue';

/** The exports of a worker file. */
type TaskRecord = Readonly<Record<string, (input: never) => unknown>>;

interface PoolOptions {
  /** How many tasks may be running or waiting. */
  readonly maxPending?: number;
  /** How long a task may run, in milliseconds. */
  readonly timeout?: number;
  /** Called when the worker exits between two tasks. */
  readonly onError: (error: unknown) => void;
}

/** How long a worker may be idle before it exits, in milliseconds: each takes about 30 MB. */
const IDLE_TIMEOUT_MS = 30_000;

/** How long a task may run before it is considered stuck and its worker is killed, in milliseconds. */
const TASK_TIMEOUT_MS = 20_000;

/**
 * Returns a pool of one worker thread with a queue, which runs the tasks of the program in `file` one at a time, in the
 * order of the calls. A call rejects with a PageError of status 503 when the queue is full, or when the task runs for
 * `timeout` milliseconds.
 *
 * The queue is not Piscina's: for tasks with an abort signal, Piscina 5 ignores `maxQueue` and the order of the calls
 * (docs/decisions/0014).
 */
export function createWorkerPool<Tasks extends TaskRecord>(
  file: string,
  { maxPending = Number.POSITIVE_INFINITY, timeout = TASK_TIMEOUT_MS, onError }: PoolOptions,
) {
  const worker = new Piscina({
    filename: file,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    // The histograms of its timing, which nothing reads, take 700 KB.
    recordTiming: false,
  });
  worker.on('error', onError);
  const queue = createTaskQueue();

  async function start(name: string, input: unknown, transferList: ArrayBuffer[] = []) {
    const signal = AbortSignal.timeout(timeout);
    try {
      return await worker.run(input, { name, transferList, signal });
    } catch (error) {
      throw signal.aborted ? overloaded(error) : error;
    }
  }

  return {
    /**
     * Runs the function that the worker file exports under `name`. The buffers in `transferList` move to the worker, the
     * rest of the input is copied.
     */
    async run<Name extends keyof Tasks & string>(
      name: Name,
      input: Parameters<Tasks[Name]>[0],
      transferList?: ArrayBuffer[],
    ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
      if (queue.pending() >= maxPending) throw overloaded();
      return queue.run(() => start(name, input, transferList));
    },
    /** Does the same, but skips the task and returns undefined when `signal` has aborted before the task's turn. */
    async runUnlessAborted<Name extends keyof Tasks & string>(
      signal: AbortSignal | undefined,
      name: Name,
      input: Parameters<Tasks[Name]>[0],
    ): Promise<Awaited<ReturnType<Tasks[Name]>> | undefined> {
      if (queue.pending() >= maxPending) throw overloaded();
      return queue.run(async () => (signal?.aborted ? undefined : start(name, input)));
    },
    close: () => worker.destroy(),
  };
}

function overloaded(cause?: unknown): PageError {
  return new PageError('A worker thread is overloaded', { status: 503, retryAfter: 3, cause });
}
