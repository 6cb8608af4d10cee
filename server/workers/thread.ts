import { Worker } from 'node:worker_threads';
import { PageError } from '../errors';

/** A task for a worker thread: the name of a function in `tasks.ts`, and its argument. */
export interface ThreadTask {
  readonly name: string;
  readonly input: unknown;
}

export type ThreadResult = { readonly output: unknown } | { readonly error: unknown };

export interface RunOptions {
  /** How long the task may run before its thread is terminated, in milliseconds of a processor that is free. */
  readonly timeoutMs?: number | undefined;
  /** The buffers that move to the thread; the rest of the input is copied. */
  readonly transferList?: readonly ArrayBuffer[] | undefined;
}

const TASK_TIMEOUT_MS = 20_000;

/** How many times its timeout a task may take while other programs have the processor: its thread has a lower priority. */
const STARVED_FACTOR = 3;

/** How long a thread may be idle before it is terminated, in milliseconds: each takes about 30 MB. */
const IDLE_TIMEOUT_MS = 30_000;

export type Thread = ReturnType<typeof createThread>;

/**
 * Runs the program in `file` in a worker thread, one task at a time. A thread starts with the first task, and is replaced
 * when it has ended. A task is rejected when its thread ends. `onError` is called when a thread ends by itself between two
 * tasks.
 */
export function createThread(file: string, onError: (error: unknown) => void) {
  /** Undefined as soon as the thread is to end: no task is sent to it then. */
  let worker: Worker | undefined;
  let task: PromiseWithResolvers<ThreadResult> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Worker {
    // Without resourceLimits: V8 can end the whole process when a thread exceeds them.
    const started = new Worker(file);
    const end = (error: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      if (task) task.reject(error);
      else onError(error);
    };
    started.on('error', end);
    started.on('exit', code => end(new Error(`A worker thread exited with code ${code}`)));
    started.on('message', result => {
      task?.resolve(result);
      // Node delivers the last messages of a thread in the same turn as its exit.
      task = undefined;
    });
    return started;
  }

  /** Ends the thread, and then its task: the next one must not take memory beside it. */
  async function terminate(): Promise<void> {
    const [ending, ended] = [worker, task];
    worker = undefined;
    await ending?.terminate();
    ended?.reject(overloaded());
  }

  return {
    async run(
      input: ThreadTask,
      { timeoutMs = TASK_TIMEOUT_MS, transferList = [] }: RunOptions = {},
    ): Promise<unknown> {
      if (isClosed) throw overloaded();
      clearTimeout(idleTimer);
      worker ??= start();
      const used = worker;
      task = Promise.withResolvers<ThreadResult>();
      const { promise } = task;
      const timeout = startTimeout(used, timeoutMs, terminate);
      try {
        used.ref();
        // It waits until the thread has loaded its program.
        used.postMessage(input, transferList);
        const result = await promise;
        if ('error' in result) throw result.error;
        return result.output;
      } finally {
        clearInterval(timeout);
        task = undefined;
        used.unref();
        idleTimer = setTimeout(terminate, IDLE_TIMEOUT_MS).unref();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(idleTimer);
      await terminate();
    },
  };
}

/** Calls a function after this time, or later, if a thread that does not wait for anything could use less than half of it. */
function startTimeout(
  { performance: { eventLoopUtilization } }: Worker,
  milliseconds: number,
  onTimeout: () => Promise<void>,
): NodeJS.Timeout {
  const [usedBefore, before] = [timeOfThreads(), eventLoopUtilization()];
  let rounds = 0;
  return setInterval(() => {
    rounds++;
    const half = (rounds * milliseconds) / 2;
    const isStarved = timeOfThreads() - usedBefore < half && eventLoopUtilization(before).active >= half;
    if (!isStarved || rounds === STARVED_FACTOR) void onTimeout();
  }, milliseconds).unref();
}

/** The processor time of all threads but this one, in milliseconds. */
function timeOfThreads(): number {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  return (all.user + all.system - own.user - own.system) / 1000;
}

export function overloaded(): PageError {
  return new PageError('A worker thread is overloaded', { status: 503, retryAfter: 3 });
}
