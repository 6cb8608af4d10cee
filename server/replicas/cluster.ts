import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { DRAIN_DELAY_MS, DRAIN_LIMIT_MS } from '../http/server';

// Delay before a crashed worker is replaced: it doubles while workers keep crashing early.
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;

/** A worker that ran this long did not crash at startup. */
const STABLE_AFTER_MS = 60_000;

/** Extra time after the drain limit before a worker is killed. */
const KILL_GRACE_MS = 2500;

interface Options {
  readonly config: Pick<Config, 'webConcurrency' | 'sessionKeys' | 'redisUrl'>;
  readonly logger: Logger;
}

/**
 * Runs `webConcurrency` workers on one port and replaces those that crash, until this process gets SIGTERM or SIGINT.
 * Resolves with the exit code: 0 if every worker shut down cleanly.
 */
export async function superviseWorkers({ config, logger }: Options): Promise<number> {
  const { webConcurrency, sessionKeys, redisUrl } = config;
  if (redisUrl === undefined) {
    logger.warn('Without REDIS_URL, workers do not share limits, ended sessions, forms and bulk removals');
  }
  const { promise: end, resolve: finish } = Promise.withResolvers<number>();
  // Start times by worker; `cluster.workers` omits workers that are disconnecting.
  const startedAt = new Map<Worker, number>();
  let listening = false;
  let shutdownSignal: NodeJS.Signals | undefined;
  let restartDelay = MIN_RESTART_DELAY_MS;
  let exitCode = 0;

  function start(): void {
    if (shutdownSignal !== undefined) return;
    // In `local` the keys are generated at startup, and workers must open each other's sessions.
    const worker = cluster.fork({ SESSION_KEYS: sessionKeys.join(','), SESSION_KEYS_FILE: '' });
    startedAt.set(worker, performance.now());
  }

  function shutDown(signal: NodeJS.Signals): void {
    if (shutdownSignal !== undefined) return;
    shutdownSignal = signal;
    for (const worker of startedAt.keys()) worker.process.kill(signal);
    if (startedAt.size === 0) finish(exitCode);
    const drainDelay = signal === 'SIGINT' ? 0 : DRAIN_DELAY_MS;
    // Waits like each worker in main.ts, so that tests can hold both.
    void delay(drainDelay).then(() => {
      for (const worker of startedAt.keys()) worker.disconnect();
    });
    setTimeout(
      () => {
        for (const worker of startedAt.keys()) {
          logger.error({ worker: worker.id }, 'Worker did not exit in time');
          worker.process.kill('SIGKILL');
        }
      },
      drainDelay + DRAIN_LIMIT_MS + KILL_GRACE_MS,
    );
  }

  function replaceWorker(uptime: number): void {
    if (uptime > STABLE_AFTER_MS) restartDelay = MIN_RESTART_DELAY_MS;
    setTimeout(start, restartDelay);
    restartDelay = Math.min(2 * restartDelay, MAX_RESTART_DELAY_MS);
  }

  cluster.on('listening', worker => {
    listening = true;
    logger.info({ worker: worker.id, pid: worker.process.pid }, 'Worker listening');
  });
  cluster.on('exit', (worker, code: number | null, signal: NodeJS.Signals | null) => {
    const uptime = performance.now() - (startedAt.get(worker) ?? 0);
    startedAt.delete(worker);
    if (shutdownSignal !== undefined) {
      // A worker that was still starting has no signal handler and is killed by the signal itself.
      if (signal !== shutdownSignal) exitCode = Math.max(exitCode, code ?? 1);
      if (startedAt.size === 0) finish(exitCode);
      return;
    }
    logger.error({ worker: worker.id, code, signal }, 'Worker exited');
    if (listening) {
      replaceWorker(uptime);
      return;
    }
    // No worker has ever listened: restarting would fail in the same way.
    exitCode = 1;
    shutDown('SIGTERM');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => shutDown(signal));
  for (let count = 0; count < webConcurrency; count++) start();
  return end;
}
