import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

export type Pools = ReturnType<typeof createPools>;

/** How many connections one origin gets. */
export const CONNECTIONS_PER_ORIGIN = 32;

const CONNECT_TIMEOUT_MS = 2000;

/** Shorter than the keep-alive of backends, so that no connection is used while a backend closes it. */
const KEEP_ALIVE_MS = 4000;

/** How long calls in flight may take when the pools close, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500;

/** Returns connection pools for backends, one per origin, with a timeout for responses, in milliseconds. */
export function createPools(timeout: number) {
  const pools = new Map<string, Pool>();
  return {
    /** Returns the pool for the origin of this URL. */
    at(url: string): Pool {
      const { origin } = new URL(url);
      const existing = pools.get(origin);
      if (existing) return existing;
      const pool = new Pool(origin, {
        connections: CONNECTIONS_PER_ORIGIN,
        // Over HTTP/2, a broken connection would fail all calls that share it, and actions are not retried.
        allowH2: false,
        connectTimeout: Math.min(CONNECT_TIMEOUT_MS, timeout),
        headersTimeout: timeout,
        bodyTimeout: timeout,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
      });
      pools.set(origin, pool);
      return pool;
    },
    async close() {
      const all = [...pools.values()];
      // A backend that sends its body slowly would otherwise delay the exit of the process.
      await Promise.race([
        Promise.all(all.map(pool => pool.close())),
        wait(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      await Promise.all(all.map(pool => pool.destroy()));
    },
  };
}
