import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { PageError } from '../errors';
import type { Assets } from './assets';
import { errorPage, renderPage } from './render-page';
import { securityHeaders } from './security';

/** Timeouts of the server, in milliseconds. */
export interface Timeouts {
  /** For the next request. Longer than the idle timeout of load balancers, which would reuse closing connections. */
  readonly keepAlive: number;
  /** For the headers of a request. The complete request has one second more than an idle connection. */
  readonly request: number;
  /** For a client that has stopped reading the response (T43). */
  readonly stalled: number;
  /** How often the timeouts of requests are checked. */
  readonly interval: number;
}

/** How long a draining server accepts requests, in milliseconds, so that load balancers can notice first. */
export const DRAIN_DELAY_MS = 5000;

/** The time limit for requests in flight after that, in milliseconds. */
export const DRAIN_LIMIT_MS = 17_000;

/** How often a draining server closes its idle connections, in milliseconds. */
const CLOSE_IDLE_INTERVAL_MS = 100;

const DEFAULT_TIMEOUTS: Timeouts = { keepAlive: 61_000, request: 30_000, stalled: 120_000, interval: 5000 };

interface Options {
  readonly config: Pick<Config, 'secure' | 'cspReportUrl'>;
  readonly assets: Assets;
  readonly logger: Logger;
  readonly timeouts?: Timeouts;
}

/** An HTTP server that disconnects slow clients and renders its own errors like all other pages. */
export function createPortalServer(
  app: RequestListener,
  { timeouts = DEFAULT_TIMEOUTS, ...options }: Options,
): Server {
  const server = createServer(
    // The app rejects requests without a host: Node would do so without a page and without security headers.
    { connectionsCheckingInterval: timeouts.interval, requireHostHeader: false },
    app,
  );
  // Any read or write on a socket restarts this timeout. A socket that times out is destroyed.
  server.timeout = timeouts.stalled;
  server.keepAliveTimeout = timeouts.keepAlive;
  server.requestTimeout = timeouts.request;
  // Node applies the shorter of the two to the headers and the longer one to the whole request. If headersTimeout is
  // shorter than keepAliveTimeout, Node may close connections that a load balancer is about to use.
  server.headersTimeout = timeouts.keepAlive + 1000;

  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => lastResponses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An error page in the middle of a response would look like a part of it.
    if (lastResponses.get(socket)?.writableFinished === false) socket.destroy();
    else refuseConnection(socket, error, options);
  });
  server.on('checkExpectation', (_request, response) => {
    refuse(response, new PageError('Unsupported Expect header', { status: 417 }), options);
  });
  server.on('connect', (_request, socket) => {
    refuseConnection(socket, new PageError('CONNECT is not supported', { status: 405 }), options);
  });
  return server;
}

/** Closes a server: idle connections at once, the others after their response or after `limit` milliseconds. */
export async function drain(server: Server, limit: number): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve));
  // A connection whose last response began before draining stays open afterwards.
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
  const closeAll = setTimeout(() => server.closeAllConnections(), limit);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(closeAll);
}

function statusOf(error: NodeJS.ErrnoException): number {
  if (error instanceof PageError) return error.status;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** Sends an error page on a connection whose request never reached the app. */
function refuseConnection(socket: Duplex, error: NodeJS.ErrnoException, options: Options): void {
  if (!socket.writable || !(socket instanceof Socket)) {
    socket.destroy();
    return;
  }
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  refuse(response, error, options);
}

/** Sends an error page without the app and closes the connection, whose further bytes cannot be trusted. */
function refuse(
  response: ServerResponse,
  error: NodeJS.ErrnoException,
  { config, assets, logger }: Options,
): void {
  const status = statusOf(error);
  const id = randomUUID();
  logger.info({ reqId: id, status, code: error.code }, 'Malformed request');
  securityHeaders(config)(response.req, response, () => {
    const html = renderPage(errorPage(status), { assets });
    response.writeHead(status, {
      Connection: 'close',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(html),
      'X-Request-Id': id,
    });
    response.end(html);
  });
}
