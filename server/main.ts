import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { Logger } from 'pino';
import { createApp } from './app';
import { providerUrls } from './backends/identity';
import { routeTo } from './backends/proxies';
import { type Config, ConfigError, processEnvironment, readConfig } from './config';
import { createDependencies } from './dependencies';
import { readAssets } from './http/assets';
import { createPortalServer, DRAIN_DELAY_MS, DRAIN_LIMIT_MS, drain } from './http/server';
import { listen } from './start/listen';
import { createLogger } from './telemetry/logger';
import { noMetrics } from './telemetry/metrics';
import { createWorkers } from './workers/workers';

/** Connections that may wait to be accepted. Node's default of 511 is too low for a burst of clients. */
const LISTEN_BACKLOG = 4096;

/** How long before the end of the drain the tasks of worker threads end, so that their requests are answered, in milliseconds. */
const ANSWER_MS = 2000;

/** How long the dependencies may take to close after the server has drained, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1500;

export type Portal = Awaited<ReturnType<typeof createPortal>>;

/** Creates a portal. By default, its assets are those of the build in the folder of this file. */
export async function createPortal(
  config: Config,
  publicFolder = fileURLToPath(new URL('public', import.meta.url)),
) {
  const logger = createLogger(config);
  const assets = readAssets(publicFolder);
  const { metricsPort, redisUrl: url, redisTimeout: timeout, tracesUrl, proxies } = config;
  // Their packages are loaded only with the variable.
  const prometheus =
    metricsPort === undefined
      ? undefined
      : (await import('./telemetry/prometheus')).createPrometheusMetrics();
  const shared =
    url === undefined
      ? undefined
      : (await import('./replicas/redis-shared')).connectSharedState(config, {
          address: { url, timeout },
          logger,
        });
  if (shared) prometheus?.watchRedis(shared.isConnected);
  const tracing =
    tracesUrl === undefined
      ? undefined
      : (await import('./telemetry/tracing')).createTracing({ url: tracesUrl, proxies }, logger);
  // Threads start later: the name of this chunk has a hash, so that another build in the folder does not replace it.
  const { file } = await import('./workers/worker');
  const dependencies = createDependencies(config, {
    logger,
    assets,
    publicFolder,
    workers: createWorkers(file, error => logger.error({ err: error }, 'Worker thread exited')),
    metrics: prometheus ?? noMetrics,
    shared,
    tracing,
  });
  const app = createApp(dependencies);

  return {
    app,
    close: dependencies.close,
    /** Serves the portal until a signal or an uncaught error ends the process. Returns the exit code. */
    async listen(shutdown = watchForShutdown()): Promise<number> {
      // By default, Node prints them as plain text.
      process.removeAllListeners('warning').on('warning', err => logger.warn({ err }, 'Node warning'));
      const { insecureBackends: backends } = config;
      if (backends.length > 0) logger.warn({ backends }, 'Backends are called over plain http');
      await dependencies.identity.load();
      const server = createPortalServer(app, { keepAlive: config.keepAliveTimeout });
      const metricsServer = await prometheus?.listen(config);
      await listen(server, { port: config.port, backlog: LISTEN_BACKLOG }, { port: 'PORT', host: 'PORT' });
      logger.info(
        { port: config.port, ...(metricsServer && { metricsPort: metricsServer.port }) },
        'Listening',
      );
      if (config.redisUrl === undefined) {
        logger.info(
          'Without REDIS_URL, reviews, removals and limits are in this process alone: run one replica',
        );
      }
      logger.info({ through: describeCalls(config) }, 'Outgoing calls');
      void dependencies.identity.check(logger);
      const { exitCode, drainDelay } = await shutdown.afterStart(logger);
      dependencies.lifecycle.draining = true;
      await delay(drainDelay);
      // Requests whose task does not end are answered before their connections are closed.
      void delay(DRAIN_LIMIT_MS - ANSWER_MS).then(() => dependencies.workers.close());
      const jobsEnded = Promise.race([dependencies.removals.close(), delay(DRAIN_LIMIT_MS)]);
      await Promise.all([drain(server, DRAIN_LIMIT_MS), jobsEnded]);
      await metricsServer?.close();
      await Promise.race([dependencies.close(), delay(CLOSE_TIMEOUT_MS)]);
      logger.info('Stopped');
      return exitCode;
    },
  };
}

/** The proxy of each address that the portal calls, or `direct`. */
function describeCalls({ portalApiUrl, apiUrls, tracesUrl, firebase, proxies }: Config) {
  const urls = [portalApiUrl, ...Object.values(apiUrls), ...Object.values(providerUrls(firebase))];
  if (tracesUrl !== undefined) urls.push(tracesUrl);
  return Object.fromEntries(urls.map(url => [new URL(url).origin, routeTo(url, proxies)]));
}

/**
 * Watches for SIGTERM, SIGINT or an uncaught error, after which the state of the process is unknown. A signal during the
 * start ends the process: as PID 1, it would be ignored. Afterwards the first one drains it, and no other cuts that short.
 */
function watchForShutdown() {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number; drainDelay: number }>();
  let logger: Logger | undefined;
  let isDraining = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!logger) process.exit(0);
      if (isDraining) return;
      isDraining = true;
      // SIGINT comes from a terminal, where no load balancer has to notice first.
      const drainDelay = signal === 'SIGINT' ? 0 : DRAIN_DELAY_MS;
      logger.info({ signal, delayMs: drainDelay }, 'Draining');
      resolve({ exitCode: 0, drainDelay });
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (!logger) return end(error);
      logger.fatal({ err: error }, 'Uncaught error: draining');
      resolve({ exitCode: 1, drainDelay: DRAIN_DELAY_MS });
    });
  }
  return {
    /** Resolves with the exit code, and how long requests are still accepted, in milliseconds. */
    afterStart(started: Logger) {
      logger = started;
      return promise;
    },
  };
}

/** Serves the portal with the environment of this process, until the process ends. */
export async function run(): Promise<never> {
  try {
    const shutdown = watchForShutdown();
    const portal = await createPortal(readConfig(processEnvironment()));
    process.exit(await portal.listen(shutdown));
  } catch (error) {
    return end(error);
  }
}

function end(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
}
