import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Proxies, proxyFor } from './proxies';

export const CONNECTIONS_PER_BACKEND = 32;

const CONNECT_TIMEOUT_MS = 2000;

/** Shorter than the keep-alive of backends, so that no connection is used while a backend closes it. */
const KEEP_ALIVE_MS = 4000;

/** How long calls in flight may take when the pools close, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500;

export interface BackendPool {
  readonly stats: { readonly queued: number };
  request(call: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<Dispatcher.ResponseData>;
}

/** Connection pools for backends, with a timeout for responses, in milliseconds. */
export function createPools(timeout: number, proxies?: Proxies) {
  const opened: Dispatcher[] = [];
  const connectTimeout = Math.min(CONNECT_TIMEOUT_MS, timeout);
  return {
    /** A new pool, because a backend that hangs must not use up the connections of another at its origin (P4). */
    open(url: string, connections = CONNECTIONS_PER_BACKEND): BackendPool {
      const { origin } = new URL(url);
      const options = {
        connections,
        // Over HTTP/2, a broken connection would fail all calls that share it, and actions are not retried.
        allowH2: false,
        connectTimeout,
        headersTimeout: timeout,
        bodyTimeout: timeout,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
      };
      const proxy = proxyFor(url, proxies);
      let pool = new Pool(origin, options);
      opened.push(pool);
      if (proxy === undefined) return pool;
      const agent = new ProxyAgent({
        ...options,
        uri: proxy,
        requestTls: { allowH2: false },
        factory(address, given) {
          pool = new Pool(address, { ...options, ...given });
          return pool;
        },
        // A proxy that does not answer CONNECT counts as one that cannot be reached.
        clientFactory: (address, given) =>
          new Pool(address, { ...options, ...given, headersTimeout: connectTimeout }),
      });
      opened.push(agent);
      return {
        get stats() {
          return pool.stats;
        },
        request: call => agent.request({ origin, ...call }).catch(error => failThrough(proxy, error)),
      };
    },
    async close() {
      // A backend that sends its body slowly would otherwise delay the exit of the process.
      await Promise.race([
        Promise.all(opened.map(pool => pool.close())),
        wait(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      await Promise.all(opened.map(pool => pool.destroy()));
    },
  };
}

/** Rethrows the error of a call through a proxy, with the proxy's name, and its status if it refused, for the log. */
function failThrough(proxy: string, error: Error): never {
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(error.message) ?? [];
  throw Object.assign(error, { proxy: new URL(proxy).host, proxyStatus: Number(status) || undefined });
}
