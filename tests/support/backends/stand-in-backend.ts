import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Fault } from '../../../scripts/sandbox/faults';
import { type CallContext, type Caller, createCaller } from '../../../server/backends/call';
import { createPools } from '../../../server/backends/pools';
import { createProductBackends } from '../../../server/backends/products';
import type { Proxies } from '../../../server/backends/proxies';
import { createStatsCache } from '../../../server/backends/stats-cache';
import { type ProductKey, productKeys } from '../../../shared/products';
import { closeAfterTest } from '../end';
import { workers } from '../programs/workers';
import { startBackendServer } from './backend-server';

/** A recorded request to a stand-in backend. */
interface RecordedRequest {
  /** For example: 'GET /api/portalusers'. */
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts a real HTTP server that answers with this fault, records requests and stops after the test. */
export async function startStandIn(fault: Fault): Promise<{ origin: string; requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const server = await startBackendServer(async (request, response) => {
    const { method, url, headers } = request;
    requests.push({ line: `${method} ${url}`, headers, body: await text(request) });
    fault({
      request,
      response,
      reused: false,
      pass: () => response.end('{}'),
      resetConnection: () => void request.socket.resetAndDestroy(),
    });
  });
  return { origin: closeAfterTest(server).origin, requests };
}

/** The timeout of calls that do not test it, in milliseconds. */
export const UNREACHED_TIMEOUT_MS = 600_000;

/** Returns a caller of the backend at this address, with its own connections. */
export function callerOf(address: string, timeout = UNREACHED_TIMEOUT_MS, proxies?: Proxies): Caller {
  const pools = closeAfterTest(createPools(UNREACHED_TIMEOUT_MS, proxies));
  return createCaller(address, { pool: pools.open(address), timeoutOf: () => timeout });
}

/** Returns a fault that answers with a status and JSON. A string is sent unchanged. */
export function answering(status: number, body: unknown = {}): Fault {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

export const callContext = (): CallContext => ({
  userId: 'uid',
  bypassCache: true,
  changedAt: '',
  token: () => 'token',
  renew: async () => {},
});

/** Returns the clients of the products' backends, which make their calls with this caller and cache nothing. */
export function productBackendsWith(caller: Caller) {
  const urls = Object.fromEntries(productKeys.map(key => [key, ''])) as Record<ProductKey, string>;
  const statsCache = createStatsCache({ bytes: 0, now: Date.now });
  return createProductBackends(urls, { callerOf: () => caller, workers, statsCache, now: Date.now });
}
