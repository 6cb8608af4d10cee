import { Pool } from 'undici';

/** Connections to backends: one pool for each origin, however many backends live there. */
export interface Pools {
  /** The pool for the origin of this address. */
  readonly at: (url: string) => Pool;
  readonly close: () => Promise<void>;
}

/** Connections to one origin. */
export const CONNECTIONS = 32;

const CONNECT_TIMEOUT = 2000;

/** Shorter than backends keep idle connections, so that none is used that they are about to close. */
const KEEP_ALIVE = 4000;

/** Pools whose calls take at most `timeout` milliseconds. */
export function createPools(timeout: number): Pools {
  const pools = new Map<string, Pool>();
  return {
    at(url) {
      const { origin } = new URL(url);
      const known = pools.get(origin);
      if (known) return known;
      const pool = new Pool(origin, {
        connections: CONNECTIONS,
        connectTimeout: Math.min(CONNECT_TIMEOUT, timeout),
        headersTimeout: timeout,
        bodyTimeout: timeout,
        keepAliveTimeout: KEEP_ALIVE,
        keepAliveMaxTimeout: KEEP_ALIVE,
      });
      pools.set(origin, pool);
      return pool;
    },
    async close() {
      await Promise.all([...pools.values()].map(pool => pool.close()));
    },
  };
}
