import { createServer, type RequestListener, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { createApp } from './app';
import { ConfigError, type Environment, readConfig } from './config';
import { createDependencies } from './dependencies';
import { readAssets } from './http/assets';
import { createLogger } from './logger';

/** How long the server goes on answering after it is told to end, in milliseconds, so that no balancer is surprised. */
const DRAIN_DELAY = 5000;

/** The longest time that requests in flight get after that, in milliseconds. */
const DRAIN_LIMIT = 20_000;

export interface Portal {
  readonly port: number;
  readonly app: RequestListener;
  /** Serves the portal until the process is told to end. */
  readonly listen: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * A portal as its environment wants it.
 * @throws {ConfigError} Thrown when the environment cannot configure a portal.
 */
export function createPortal(environment: Environment, publicFolder = besideTheBundle('public')): Portal {
  const config = readConfig(environment);
  const logger = createLogger(config);
  const dependencies = createDependencies(config, { logger, assets: readAssets(publicFolder), publicFolder });
  const app = createApp(dependencies);

  return {
    port: config.port,
    app,
    close: dependencies.close,
    async listen() {
      const server = createServer(app);
      await listening(server, config.port);
      logger.info({ port: config.port }, 'Listening');
      const signal = await endSignal();
      logger.info({ signal }, 'Draining');
      dependencies.lifecycle.draining = true;
      await delay(DRAIN_DELAY);
      await closed(server);
      await dependencies.close();
      logger.info('Stopped');
    },
  };
}

function besideTheBundle(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
}

function endSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

function delay(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

/** Connections without a request are closed at once, the others when theirs is answered or the limit has passed. */
function closed(server: Server): Promise<void> {
  setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT).unref();
  return new Promise(resolve => server.close(() => resolve()));
}

if (import.meta.main) {
  try {
    await createPortal(process.env).listen();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}
