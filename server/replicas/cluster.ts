import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { DRAIN_DELAY, DRAIN_LIMIT } from '../http/server';

/** The time until a worker that has died is replaced, in milliseconds; it doubles while they go on dying soon. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Who lived this long, in milliseconds, did not die of its start. */
const LONG_LIFE = 60_000;

/** How much later than it should a worker may end, in milliseconds. */
const GRACE = 2500;

interface Options {
  readonly config: Pick<Config, 'webConcurrency' | 'sessionKeys' | 'redisUrl'>;
  readonly logger: Logger;
}

/**
 * Has as many workers serve the portal as the configuration wants, on one port, until this process is told to end.
 * Gives back the exit code: 0 when every worker has ended as it should.
 */
export async function superviseWorkers({ config, logger }: Options): Promise<number> {
  const { webConcurrency, sessionKeys, redisUrl } = config;
  if (redisUrl === undefined) {
    logger.warn('Without REDIS_URL each worker knows only its own magic links and repeated forms');
  }
  const { promise: end, resolve: finish } = Promise.withResolvers<number>();
  // With the time of its start. The cluster's own list leaves out those that take no connections any more.
  const living = new Map<Worker, number>();
  let listening = false;
  let told: NodeJS.Signals | undefined;
  let pause = FIRST_PAUSE;
  let exitCode = 0;

  function start(): void {
    if (told !== undefined) return;
    // In `local` the keys are this start's own, and one worker must open what another one has sealed.
    const worker = cluster.fork({ SESSION_KEYS: sessionKeys.join(',') });
    living.set(worker, performance.now());
  }

  function tellAll(signal: NodeJS.Signals): void {
    if (told !== undefined) return;
    told = signal;
    for (const worker of living.keys()) worker.process.kill(signal);
    if (living.size === 0) finish(exitCode);
    setTimeout(() => {
      for (const worker of living.keys()) worker.disconnect();
    }, DRAIN_DELAY);
    setTimeout(
      () => {
        for (const worker of living.keys()) {
          logger.error({ worker: worker.id }, 'A worker does not end');
          worker.process.kill('SIGKILL');
        }
      },
      DRAIN_DELAY + DRAIN_LIMIT + GRACE,
    );
  }

  function replaceAfter(livedFor: number): void {
    if (livedFor > LONG_LIFE) pause = FIRST_PAUSE;
    setTimeout(start, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }

  cluster.on('listening', worker => {
    listening = true;
    logger.info({ worker: worker.id, pid: worker.process.pid }, 'A worker is there');
  });
  cluster.on('exit', (worker, code: number | null, signal: NodeJS.Signals | null) => {
    const livedFor = performance.now() - (living.get(worker) ?? 0);
    living.delete(worker);
    if (told !== undefined) {
      // Who was just starting has had no time to learn what the signal means.
      if (signal !== told) exitCode = Math.max(exitCode, code ?? 1);
      if (living.size === 0) finish(exitCode);
      return;
    }
    logger.error({ worker: worker.id, code, signal }, 'A worker has ended');
    if (listening) {
      replaceAfter(livedFor);
      return;
    }
    // The others would fail as this one did.
    exitCode = 1;
    tellAll('SIGTERM');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => tellAll(signal));
  for (let count = 0; count < webConcurrency; count++) start();
  return end;
}
