import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

export const CONNECTIONS_PER_BACKEND = 32;

const CONNECT_TIMEOUT_MS = 2000;

/** Shorter than the keep-alive of backends, so that no connection is used while a backend closes it. */
const KEEP_ALIVE_MS = 4000;

/** How long calls in flight may take when the pools close, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500;

/** Connection pools for backends, with a timeout for responses, in milliseconds. */
export function createPools(timeout: number) {
  const pools: Pool[] = [];
  return {
    /** A new pool, because a backend that hangs must not use up the connections of another at its origin (P4). */
    open(url: string): Pool {
      const pool = new Pool(new URL(url).origin, {
        connections: CONNECTIONS_PER_BACKEND,
        // Over HTTP/2, a broken connection would fail all calls that share it, and actions are not retried.
        allowH2: false,
        connectTimeout: Math.min(CONNECT_TIMEOUT_MS, timeout),
        headersTimeout: timeout,
        bodyTimeout: timeout,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
      });
      pools.push(pool);
      return pool;
    },
    async close() {
      // A backend that sends its body slowly would otherwise delay the exit of the process.
      await Promise.race([
        Promise.all(pools.map(pool => pool.close())),
        wait(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      await Promise.all(pools.map(pool => pool.destroy()));
    },
  };
}
