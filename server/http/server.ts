import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createElement } from 'react';
import { ErrorPage } from '../../views/pages/ErrorPage';
import type { Config } from '../config';
import type { Assets } from './assets';
import { renderPage } from './reply';
import { securityHeaders } from './security';

/** How patient the server is with its clients, in milliseconds. */
export interface Patience {
  /** For a connection that has nothing to ask: longer than load balancers wait, or they would use one that is closing. */
  readonly keepAlive: number;
  /** For a request to be all there. */
  readonly request: number;
  /** How often it looks. */
  readonly interval: number;
}

const PATIENCE: Patience = { keepAlive: 61_000, request: 30_000, interval: 5000 };

interface Options {
  readonly config: Pick<Config, 'secure'>;
  readonly assets: Assets;
  readonly patience?: Patience;
}

/** An HTTP server that cuts slow clients off, and whose own refusals look like all other pages. */
export function createPortalServer(
  app: RequestListener,
  { config, assets, patience = PATIENCE }: Options,
): Server {
  const server = createServer({ connectionsCheckingInterval: patience.interval }, app);
  server.keepAliveTimeout = patience.keepAlive;
  server.requestTimeout = patience.request;
  // Has no effect of its own while it is longer than `requestTimeout`; shorter than the other, it is known to cut
  // connections that a balancer is about to use.
  server.headersTimeout = patience.keepAlive + 1000;

  const answering = new WeakSet<Duplex>();
  server.prependListener('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || !(socket instanceof Socket) || answering.has(socket)) {
      socket.destroy();
      return;
    }
    refuse(socket, statusOf(error), { config, assets });
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

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** Answers what was no request that the app could have seen. */
function refuse(socket: Socket, status: number, { config, assets }: Options): void {
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
  securityHeaders(config)(request, response, () => {
    const html = renderPage(
      { title: 'Something went wrong', element: createElement(ErrorPage, { status }) },
      assets,
    );
    response.writeHead(status, {
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(html),
    });
    response.end(html);
  });
}
