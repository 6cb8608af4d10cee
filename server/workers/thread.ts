import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PageError } from '../errors';

/** A task for a worker thread: the name of a function in `tasks.ts`, and its argument. */
export interface ThreadTask {
  readonly name: string;
  readonly input: unknown;
}

/** The result of a worker thread. */
export type ThreadResult = { readonly output: unknown } | { readonly error: unknown };

interface RunOptions {
  /** How long the task may run before its thread is terminated, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The buffers that move to the thread; the rest of the input is copied. */
  readonly transferList?: readonly ArrayBuffer[] | undefined;
}

const TASK_TIMEOUT_MS = 20_000;

/** How long a thread may take to load its program, in milliseconds. Usually, it takes a tenth of a second. */
const START_TIMEOUT_MS = 20_000;

/** How long a thread may be idle before it is terminated, in milliseconds: each takes about 30 MB. */
const IDLE_TIMEOUT_MS = 30_000;

export type Thread = ReturnType<typeof createThread>;

/**
 * A worker thread that runs the program in `file`, one task at a time. It starts with the first task. `onError` is called
 * when it exits between two tasks.
 */
export function createThread(file: string, onError: (error: unknown) => void) {
  let started: Promise<Worker> | undefined;
  let isBusy = false;
  let idleTimer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  function start(): Promise<Worker> {
    // Without resourceLimits: V8 can end the whole process when a thread exceeds them.
    const worker = new Worker(file);
    // Its first message says that its program is loaded.
    const starting = nextMessage(worker, START_TIMEOUT_MS).then(() => worker);
    worker.on('error', error => {
      if (!isBusy) onError(error);
    });
    worker.once('exit', () => {
      if (started === starting) started = undefined;
    });
    return starting;
  }

  /** Waits for the next message of the thread, and terminates it if that takes too long. */
  async function nextMessage(worker: Worker, limitMs: number) {
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), closing.signal]);
    try {
      const [message] = await once(worker, 'message', { signal });
      return message;
    } catch (error) {
      await worker.terminate();
      throw signal.aborted ? overloaded(error) : error;
    }
  }

  async function terminate(): Promise<void> {
    const worker = await started?.catch(() => undefined);
    await worker?.terminate();
  }

  return {
    async run(
      task: ThreadTask,
      { timeoutMs = TASK_TIMEOUT_MS, transferList = [] }: RunOptions = {},
    ): Promise<unknown> {
      clearTimeout(idleTimer);
      isBusy = true;
      try {
        started ??= start();
        const worker = await started;
        worker.ref();
        worker.postMessage(task, transferList);
        const result: ThreadResult = await nextMessage(worker, timeoutMs);
        worker.unref();
        if ('error' in result) throw result.error;
        return result.output;
      } finally {
        isBusy = false;
        idleTimer = setTimeout(terminate, IDLE_TIMEOUT_MS).unref();
      }
    },
    async close(): Promise<void> {
      clearTimeout(idleTimer);
      closing.abort();
      await terminate();
    },
  };
}

export function overloaded(cause?: unknown): PageError {
  return new PageError('A worker thread is overloaded', { status: 503, retryAfter: 3, cause });
}
