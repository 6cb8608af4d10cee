import { setTimeout as wait } from 'node:timers/promises';
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

/** How long calls that are under way may go on when all is over, in milliseconds. */
const LAST_CALLS = 500;

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
        // A connection that breaks ends one call. Over HTTP/2 it would end all that share it, and actions are not retried.
        allowH2: false,
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
      const all = [...pools.values()];
      // A body that trickles would keep its connection, and this process, for as long as it likes.
      await Promise.race([
        Promise.all(all.map(pool => pool.close())),
        wait(LAST_CALLS, undefined, { ref: false }),
      ]);
      await Promise.all(all.map(pool => pool.destroy()));
    },
  };
}
