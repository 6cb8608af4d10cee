import cluster from 'node:cluster';
import type { RequestListener, Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { createApp } from './app';
import { type Config, ConfigError, type Environment, ownEnvironment, readConfig } from './config';
import { createDependencies } from './dependencies';
import { readAssets } from './http/assets';
import { createPortalServer, DRAIN_DELAY, DRAIN_LIMIT, drain } from './http/server';
import type { Shared } from './replicas/redis-shared';
import { createLogger } from './telemetry/logger';
import { noMetrics } from './telemetry/metrics';
import type { MetricsServer, PrometheusMetrics } from './telemetry/prometheus';
import type { Tracing } from './telemetry/tracing';

/** Connections that may wait to be taken; Node's own 511 are too few when a crowd comes at once. */
const LONGEST_BACKLOG = 4096;

/** How long what is left to do may take after that, in milliseconds. */
const LAST_WORK = 1500;

/** How much longer than the first process a worker goes on answering, in milliseconds. */
const HAND_OVER = 500;

export interface Portal {
  readonly port: number;
  readonly app: RequestListener;
  /** Serves the portal until the process is told to end, or has to. Gives back the process' exit code. */
  readonly listen: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** What the build has written. */
export interface Build {
  /** The folder for browsers. */
  readonly publicFolder: string;
  /** The program of the threads that do large work. */
  readonly workerFile: string;
}

/**
 * A portal as its environment wants it.
 * @throws {ConfigError} Thrown when the environment cannot configure a portal.
 */
export async function createPortal(
  environment: Environment,
  { publicFolder, workerFile }: Build = {
    publicFolder: besideTheBundle('public'),
    workerFile: besideTheBundle('task-worker.js'),
  },
): Promise<Portal> {
  const config = readConfig(environment);
  const logger = loggerOf(config);
  const assets = readAssets(publicFolder);
  const prometheus = config.metricsPort === undefined ? undefined : await loadPrometheus();
  const metrics = prometheus ?? noMetrics;
  const shared = await loadShared(config, logger);
  const dependencies = createDependencies(config, {
    logger,
    assets,
    publicFolder,
    workerFile,
    metrics,
    shared,
    tracing: await loadTracing(config, logger),
  });
  const app = createApp(dependencies);

  return {
    port: config.port,
    app,
    close: dependencies.close,
    async listen() {
      const server = createPortalServer(app, { config, assets, logger });
      await listening(server, config.port);
      const metricsServer = await announce(prometheus, config);
      logger.info(
        { port: config.port, ...(metricsServer && { metricsPort: metricsServer.port }) },
        'Listening',
      );
      const exitCode = await theEnd(logger);
      dependencies.lifecycle.draining = true;
      if (cluster.isPrimary) await delay(DRAIN_DELAY);
      // The process that hands out connections stops first, or one on its way to a worker would belong to nobody. Who
      // ends alone, by its own error, leaves them to the others.
      else if (exitCode === 0) await delay(DRAIN_DELAY + HAND_OVER);
      await drain(server, DRAIN_LIMIT);
      await metricsServer?.close();
      await Promise.race([dependencies.close(), delay(LAST_WORK)]);
      logger.info('Stopped');
      return exitCode;
    },
  };
}

/** What the workers of one portal write goes into one log. */
function loggerOf(config: Config): Logger {
  const logger = createLogger(config);
  return cluster.worker ? logger.child({ worker: cluster.worker.id }) : logger;
}

/** Makes metrics available: here, or through the process that has started this worker. */
async function announce(
  prometheus: PrometheusMetrics | undefined,
  { metricsPort = 0 }: Config,
): Promise<MetricsServer | undefined> {
  if (cluster.isPrimary) return prometheus?.listen(metricsPort);
  prometheus?.join();
  return undefined;
}

/** Not loaded where nobody asks for metrics. */
async function loadPrometheus(): Promise<PrometheusMetrics> {
  const { createPrometheusMetrics } = await import('./telemetry/prometheus');
  return createPrometheusMetrics();
}

/** Not loaded where there is no Redis. */
async function loadShared(config: Config, logger: Logger): Promise<Shared | undefined> {
  const { redisUrl: url, redisTimeout: timeout } = config;
  if (url === undefined) return undefined;
  const { createShared } = await import('./replicas/redis-shared');
  return createShared(config, { address: { url, timeout }, logger });
}

/** Not loaded where nobody collects traces. */
async function loadTracing({ tracesUrl }: Config, logger: Logger): Promise<Tracing | undefined> {
  if (tracesUrl === undefined) return undefined;
  const { createTracing } = await import('./telemetry/tracing');
  return createTracing(tracesUrl, logger);
}

function besideTheBundle(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, backlog: LONGEST_BACKLOG }, resolve);
  });
}

/**
 * Waits until the process is told to end, or has an error that nobody has caught: what it would do from then on could
 * not be relied on. Gives back the exit code.
 */
function theEnd(logger: Logger): Promise<number> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      // A worker may be told twice: by the terminal, and by the process that has started it.
      process[cluster.isWorker ? 'on' : 'once'](signal, () => {
        logger.info({ signal }, 'Draining');
        resolve(0);
      });
    }
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        logger.fatal({ err: error }, 'Uncaught error: draining');
        resolve(1);
      });
    }
  });
}

function delay(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

/** Serves the portal in this process, or in as many others as the environment wants. Gives back the exit code. */
async function serve(environment: Environment): Promise<number> {
  const config = readConfig(environment);
  if (cluster.isWorker || config.webConcurrency === 1) return (await createPortal(environment)).listen();
  const { superviseWorkers } = await import('./replicas/cluster');
  const metricsServer = config.metricsPort === undefined ? undefined : await serveMetrics(config.metricsPort);
  const exitCode = await superviseWorkers({ config, logger: createLogger(config) });
  await metricsServer?.close();
  return exitCode;
}

async function serveMetrics(port: number): Promise<MetricsServer> {
  const { serveMetricsOfWorkers } = await import('./telemetry/prometheus');
  return serveMetricsOfWorkers(port);
}

if (import.meta.main) {
  // Where objects of one kind have lived long for a while, V8 makes all of that kind in its old generation. Requests that
  // wait for a backend look like that to it; each then keeps what it refers to until the next full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // undici's parser of HTTP is WebAssembly. To optimize it, which V8 does after a few calls, takes 9 MB for a moment, and
  // what the process keeps of that is worth it under load only: this is eight times what V8 waits for.
  setFlagsFromString('--wasm-tiering-budget=100000000');
  try {
    process.exit(await serve(ownEnvironment()));
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}
