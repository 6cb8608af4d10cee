import { once } from 'node:events';
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

/** How long a thread may take to load its program, in milliseconds. Usually, it takes a tenth of a second. */
const START_TIMEOUT_MS = 60_000;

/** How long a thread may be idle before it is terminated, in milliseconds: each takes about 30 MB. */
const IDLE_TIMEOUT_MS = 30_000;

export type Thread = ReturnType<typeof createThread>;

interface Running {
  readonly worker: Worker;
  /** Resolves when its program is loaded. */
  readonly ready: Promise<void>;
  /** Aborts when the thread has ended, with the reason. */
  readonly ended: AbortSignal;
}

/**
 * Runs the program in `file` in a worker thread, one task at a time. A thread starts with the first task, and is replaced
 * when it has ended. A task is rejected when its thread ends. `onError` is called when a thread ends by itself between two
 * tasks.
 */
export function createThread(file: string, onError: (error: unknown) => void) {
  /** Undefined as soon as the thread is to end: no task is sent to it then. */
  let running: Running | undefined;
  let isBusy = false;
  let idleTimer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  function start(): Running {
    // Without resourceLimits: V8 can end the whole process when a thread exceeds them.
    const worker = new Worker(file);
    const ending = new AbortController();
    // Its first message says that its program is loaded.
    const ready = nextMessage(worker, ending.signal, AbortSignal.timeout(START_TIMEOUT_MS));
    const started = { worker, ready, ended: ending.signal };
    const end = (error: unknown) => {
      ending.abort(error);
      if (running !== started) return;
      running = undefined;
      if (!isBusy) onError(error);
    };
    worker.on('error', end);
    worker.on('exit', code => end(new Error(`A worker thread exited with code ${code}`)));
    return started;
  }

  /** Waits for the next message of a thread, and terminates the thread if that takes too long. */
  async function nextMessage(worker: Worker, ended: AbortSignal, timeout: AbortSignal) {
    const signal = AbortSignal.any([timeout, closing.signal, ended]);
    try {
      const [message] = await once(worker, 'message', { signal });
      return message;
    } catch (error) {
      if (ended.aborted) throw ended.reason;
      await terminate(worker);
      throw signal.aborted ? overloaded(error) : error;
    }
  }

  async function terminate(worker = running?.worker): Promise<void> {
    if (running?.worker === worker) running = undefined;
    await worker?.terminate();
  }

  return {
    async run(
      task: ThreadTask,
      { timeoutMs = TASK_TIMEOUT_MS, transferList = [] }: RunOptions = {},
    ): Promise<unknown> {
      clearTimeout(idleTimer);
      isBusy = true;
      running ??= start();
      const { worker, ready, ended } = running;
      let timeout: ReturnType<typeof createTimeout> | undefined;
      try {
        worker.ref();
        await ready;
        worker.postMessage(task, transferList);
        timeout = createTimeout(worker, timeoutMs);
        const result: ThreadResult = await nextMessage(worker, ended, timeout.signal);
        // Node delivers the last messages of a thread in the same turn as its exit.
        if (ended.aborted) onError(ended.reason);
        if ('error' in result) throw result.error;
        return result.output;
      } finally {
        timeout?.clear();
        worker.unref();
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

/** Aborts after this time, or later, if a thread that does not wait for anything could use less than half of it. */
function createTimeout({ performance: { eventLoopUtilization } }: Worker, milliseconds: number) {
  const controller = new AbortController();
  const [usedBefore, before] = [timeOfThreads(), eventLoopUtilization()];
  let rounds = 0;
  const timer = setInterval(() => {
    rounds++;
    const half = (rounds * milliseconds) / 2;
    const isStarved = timeOfThreads() - usedBefore < half && eventLoopUtilization(before).active >= half;
    if (!isStarved || rounds === STARVED_FACTOR) controller.abort();
  }, milliseconds).unref();
  return { signal: controller.signal, clear: () => clearInterval(timer) };
}

/** The processor time of all threads but this one, in milliseconds. */
function timeOfThreads(): number {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  return (all.user + all.system - own.user - own.system) / 1000;
}

export function overloaded(cause?: unknown): PageError {
  return new PageError('A worker thread is overloaded', { status: 503, retryAfter: 3, cause });
}
