import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createClient, ErrorReply } from 'redis';

type RedisClient = ReturnType<typeof clientOf>;

export type Redis = ReturnType<typeof connectRedis>;

/** Timeout of a new connection, which is opened in the background, in milliseconds. */
const CONNECT_TIMEOUT_MS = 2000;

/** Delay before reconnecting, in milliseconds. */
const RECONNECT_DELAY_MS = 1000;

/** How often a refused command is logged, in milliseconds. */
const REFUSAL_LOG_INTERVAL_MS = 60_000;

/** A connection until its first error. */
interface Connection {
  readonly client: RedisClient;
  /** Rejects when it ends. */
  readonly ended: Promise<never>;
  readonly end: (reason: unknown) => void;
}

/** The URL of the server, and the timeout of its replies in milliseconds. */
export interface RedisAddress {
  readonly url: string;
  readonly timeout: number;
}

/** The name of a connection in the log, and the effect of its loss. */
interface ConnectionTexts {
  readonly name: string;
  readonly whileUnavailable: string;
}

/**
 * Replies of a server that accepts no writes for now, or is no longer the primary. Before version 7, Redis wraps a script's error
 * in a sentence.
 */
const NOT_WRITABLE = /(^|-)(READONLY|LOADING|MASTERDOWN)\b/;

/** The replies of a Redis Cluster to a script with names on several of its nodes. */
const OF_CLUSTER = /^(CROSSSLOT|MOVED|ASK|CLUSTERDOWN)\b/;

/** A script like the portal's own, with two names that a cluster would have on different nodes. */
const PROBE = `return redis.call('SET', KEYS[1], '', 'PX', ARGV[1])`;

/** Connects to a Redis or Valkey server, which may be unavailable at any time, and reconnects until `close` is called. */
export function connectRedis(
  { url, timeout }: RedisAddress,
  { name, whileUnavailable }: ConnectionTexts,
  logger: Logger,
) {
  const closing = new AbortController();
  const listeners: (() => void)[] = [];
  let latest: Connection | undefined;
  /** The latest connection while it works. */
  let current: Connection | undefined;
  let refusalLoggedAt = -REFUSAL_LOG_INTERVAL_MS;
  const connectionLoop = keepConnected();

  async function keepConnected(): Promise<void> {
    let unavailable = false;
    while (!closing.signal.aborted) {
      const connection = open(url);
      latest = connection;
      try {
        await Promise.race([probe(connection.client, timeout), connection.ended]);
        current = connection;
        unavailable = false;
        logger.info(`${name} connected`);
        for (const listener of listeners) listener();
        await connection.ended;
      } catch (error) {
        if (!unavailable && !closing.signal.aborted) {
          const isCluster = error instanceof ErrorReply && OF_CLUSTER.test(error.message);
          const problem = isCluster
            ? 'is a cluster, which is not supported: REDIS_URL must name a single server'
            : 'unavailable';
          logger.warn({ err: error }, `${name} ${problem}: ${whileUnavailable} until it is back`);
        }
        unavailable = true;
      }
      current = undefined;
      connection.client.destroy();
      await wait(RECONNECT_DELAY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  /** The connection works, and other commands may be allowed. */
  function reportRefusal(error: ErrorReply): void {
    if (performance.now() - refusalLoggedAt < REFUSAL_LOG_INTERVAL_MS) return;
    refusalLoggedAt = performance.now();
    logger.warn({ err: error }, `${name} refused a command`);
  }

  return {
    /** Calls a function after each connection: an outage, or a restart of Redis, may have lost earlier values. */
    onConnected(listener: () => void): void {
      listeners.push(listener);
    },
    /** Resolves with the server's reply, or with undefined while it is unavailable or slower than the timeout. */
    async run<T>(work: (client: RedisClient) => Promise<T>): Promise<T | undefined> {
      const connection = current;
      if (!connection) return undefined;
      try {
        return await within(timeout, work(connection.client));
      } catch (error) {
        if (error instanceof ErrorReply && !NOT_WRITABLE.test(error.message)) {
          reportRefusal(error);
          return undefined;
        }
        // Later calls must not wait for the same broken connection.
        if (current === connection) current = undefined;
        connection.end(error);
        return undefined;
      }
    },
    async close(): Promise<void> {
      closing.abort();
      latest?.end(closing.signal.reason);
      await connectionLoop;
    },
  };
}

function clientOf(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  });
}

function open(url: string): Connection {
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  ended.catch(() => {});
  const client = clientOf(url);
  client.on('error', end);
  client.on('end', () => end(new Error('Redis connection closed')));
  return { client, ended, end };
}

/** Resolves if Redis runs scripts that write, and replies within the timeout. */
async function probe(client: RedisClient, timeout: number): Promise<void> {
  await within(CONNECT_TIMEOUT_MS, client.connect());
  const keys = ['portal:probe', 'portal:probe:other'];
  await within(timeout, client.eval(PROBE, { keys, arguments: [String(RECONNECT_DELAY_MS)] }));
}

/** Thrown when Redis does not reply in time. */
class RedisTimeout extends Error {
  override name = 'RedisTimeout';
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new RedisTimeout(`Redis did not reply within ${milliseconds} ms`));
  // setImmediate: if this process was slow, a reply that has already arrived is read first.
  const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
