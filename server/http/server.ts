import { createServer, type RequestListener, type Server } from 'node:http';

/** Timeouts of the server, in milliseconds. */
export interface Timeouts {
  /** For the next request on an idle connection. */
  readonly keepAlive?: number;
  /** For the headers of a request. The reader of a form has its own timeout for the body. */
  readonly request?: number;
  /** For a client that has stopped reading the response (T43). */
  readonly stalled?: number;
  /** How often the timeouts of requests are checked. */
  readonly interval?: number;
}

/** How long a draining server accepts requests, in milliseconds, so that load balancers can notice first. */
export const DRAIN_DELAY_MS = 5000;

/** The time limit for requests in flight after that, in milliseconds. */
export const DRAIN_LIMIT_MS = 17_000;

/** How often a draining server closes its idle connections, in milliseconds. */
const CLOSE_IDLE_INTERVAL_MS = 100;

/**
 * An HTTP server that disconnects slow clients. Node itself answers malformed HTTP and an unknown `Expect`, in one line: 400,
 * 408, 413, 417 or 431.
 */
export function createPortalServer(
  app: RequestListener,
  { keepAlive = 650_000, request = 30_000, stalled = 120_000, interval = 5000 }: Timeouts = {},
): Server {
  const server = createServer(
    // The app rejects requests without a host, with a page.
    { connectionsCheckingInterval: interval, requireHostHeader: false },
    app,
  );
  // Any read or write on a socket restarts this timeout. A socket that times out is destroyed.
  server.timeout = stalled;
  server.keepAliveTimeout = keepAlive;
  server.requestTimeout = request;
  // Node applies the shorter of the two to the headers. If headersTimeout is shorter than keepAliveTimeout, Node may close
  // connections that a load balancer is about to use.
  server.headersTimeout = keepAlive + 1000;
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
