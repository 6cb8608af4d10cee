import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { createElement } from 'react';
import { ErrorPage, errorTitle } from '../../views/pages/ErrorPage';
import type { Config } from '../config';
import { PageError } from '../errors';
import type { Assets } from './assets';
import { renderPage } from './reply';
import { securityHeaders } from './security';

/** How long the server waits for its clients, in milliseconds. */
export interface Patience {
  /** For the next request on a connection: longer than load balancers do, or they would use one that is closing. */
  readonly keepAlive: number;
  /** For all headers of a request. The rest of it has a second longer than an idle connection. */
  readonly request: number;
  /** For a client that has stopped reading its answer (T43). */
  readonly stalled: number;
  /** How often requests are checked. */
  readonly interval: number;
}

/** How long a server goes on answering after it is told to end, in milliseconds, so that no balancer is surprised. */
export const DRAIN_DELAY = 5000;

/** The longest time that requests in flight get after that, in milliseconds. */
export const DRAIN_LIMIT = 17_000;

const PATIENCE: Patience = { keepAlive: 61_000, request: 30_000, stalled: 120_000, interval: 5000 };

interface Options {
  readonly config: Pick<Config, 'secure' | 'cspReportUrl'>;
  readonly assets: Assets;
  readonly logger: Logger;
  readonly patience?: Patience;
}

/** An HTTP server that cuts slow clients off, and whose own refusals look like all other pages. */
export function createPortalServer(
  app: RequestListener,
  { patience = PATIENCE, ...options }: Options,
): Server {
  const server = createServer(
    // The app refuses them itself, or Node would do it without a page and without the headers of all others.
    { connectionsCheckingInterval: patience.interval, requireHostHeader: false },
    app,
  );
  // Any progress on a socket, reading or writing, starts this time anew; the answer of one that times out is destroyed.
  server.timeout = patience.stalled;
  server.keepAliveTimeout = patience.keepAlive;
  server.requestTimeout = patience.request;
  // Of the two, Node takes the shorter one for the headers and the longer one for the whole request. Shorter than an
  // idle connection's time, this one is known to cut connections that a balancer is about to use.
  server.headersTimeout = patience.keepAlive + 1000;

  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => lastResponses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A page in the middle of an answer would look like a part of it.
    if (lastResponses.get(socket)?.writableFinished === false) socket.destroy();
    else refuseConnection(socket, error, options);
  });
  server.on('checkExpectation', (_request, response) => {
    refuse(response, new PageError('An unknown expectation', { status: 417 }), options);
  });
  server.on('connect', (_request, socket) => {
    refuseConnection(socket, new PageError('No proxy', { status: 405 }), options);
  });
  return server;
}

/** Ends a server: idle connections at once, the others when they are answered or `limit` milliseconds have passed. */
export async function drain(server: Server, limit: number): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve));
  // A connection whose last answer began before it was told to close stays open afterwards.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
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

/** Answers on a connection over which no request came that the app could see. */
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

/** Answers in the app's place, and ends the connection: what else comes over it could be anything. */
function refuse(
  response: ServerResponse,
  error: NodeJS.ErrnoException,
  { config, assets, logger }: Options,
): void {
  const status = statusOf(error);
  const id = randomUUID();
  logger.info({ reqId: id, status, code: error.code }, 'Not a request');
  securityHeaders(config)(response.req, response, () => {
    const html = renderPage(
      { title: errorTitle(status), element: createElement(ErrorPage, { status }) },
      { assets },
    );
    response.writeHead(status, {
      'Cache-Control': 'no-store',
      Connection: 'close',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(html),
      'X-Request-Id': id,
    });
    response.end(html);
  });
}
