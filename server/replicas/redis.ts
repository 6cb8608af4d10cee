import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConnectionTimeoutError, createClient, ErrorReply } from 'redis';
import { MINUTE_MS } from '../../shared/units';

type RedisClient = ReturnType<typeof clientOf>;

export type Redis = ReturnType<typeof connectRedis>;

/** Timeout of a new connection, which is opened in the background, in milliseconds. */
const CONNECT_TIMEOUT_MS = 2000;

/** How often an idle connection is checked, and when it counts as dead, in milliseconds. */
const PING_INTERVAL_MS = 5000;
const SILENCE_TIMEOUT_MS = 12_000;

/** Delay before reconnecting, in milliseconds. */
const RECONNECT_DELAY_MS = 1000;

/** How often a refused command is logged, in milliseconds. */
const REFUSAL_LOG_INTERVAL_MS = MINUTE_MS;

/** The URL of the server, and the timeout of its replies in milliseconds. */
export interface RedisAddress {
  readonly url: string;
  readonly timeout: number;
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

/**
 * Connects to a Redis or Valkey server, which may be unavailable at any time, and reconnects until `close` is called. The log
 * has the name of the connection, and the effect of its loss.
 */
export function connectRedis(
  { url, timeout }: RedisAddress,
  { name, whileUnavailable }: { readonly name: string; readonly whileUnavailable: string },
  logger: Logger,
) {
  const client = clientOf(url);
  const listeners: (() => void)[] = [];
  /** Undefined at the start. */
  let isAvailable: boolean | undefined;
  let isClosed = false;
  let refusalLoggedAt = -REFUSAL_LOG_INTERVAL_MS;

  client.on('error', reportOutage);
  client.on('ready', async () => {
    try {
      const keys = ['portal:probe', 'portal:probe:other'];
      await within(timeout, client.eval(PROBE, { keys, arguments: [String(RECONNECT_DELAY_MS)] }));
      isAvailable = true;
      logger.info(`${name} connected`);
      for (const listener of listeners) listener();
    } catch (error) {
      await reconnect(error);
    }
  });
  void connect();

  async function connect(): Promise<void> {
    await client.connect().catch(reportOutage);
  }

  function reportOutage(error: unknown): void {
    if (isAvailable !== false && !isClosed)
      logger.warn({ err: error }, `${name} ${problemOf(error, url)}: ${whileUnavailable} until it is back`);
    isAvailable = false;
  }

  /** For a connection that seems to work: the client itself reconnects after the others. */
  async function reconnect(error: unknown): Promise<void> {
    if (!client.isReady) return;
    reportOutage(error);
    client.destroy();
    await wait(RECONNECT_DELAY_MS, undefined, { ref: false });
    if (!isClosed) await connect();
  }

  /** The connection works, and other commands may be allowed. */
  function reportRefusal(error: ErrorReply): void {
    if (performance.now() - refusalLoggedAt < REFUSAL_LOG_INTERVAL_MS) return;
    refusalLoggedAt = performance.now();
    logger.warn({ err: error }, `${name} refused a command`);
  }

  return {
    isConnected: () => isAvailable === true,
    /** Calls a function after each connection: an outage, or a restart of Redis, may have lost earlier values. */
    onConnected(listener: () => void): void {
      listeners.push(listener);
    },
    /** Resolves with the server's reply, or with undefined while it is unavailable or slower than the timeout. */
    async run<T>(work: (client: RedisClient) => Promise<T>): Promise<T | undefined> {
      if (!isAvailable) return undefined;
      try {
        return await within(timeout, work(client));
      } catch (error) {
        if (error instanceof ErrorReply && !NOT_WRITABLE.test(error.message)) reportRefusal(error);
        // Later calls must not wait for the same broken connection.
        else void reconnect(error);
        return undefined;
      }
    },
    close(): void {
      isClosed = true;
      isAvailable = false;
      client.destroy();
    },
  };
}

function clientOf(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // Not for this server, and looks an IPv6 literal up as a name.
    maintNotifications: 'disabled',
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      reconnectStrategy: RECONNECT_DELAY_MS,
    },
  });
}

/** Why there is no connection, where REDIS_URL is the reason. */
function problemOf(error: unknown, url: string): string {
  const reply = error instanceof ErrorReply ? error.message : '';
  if (OF_CLUSTER.test(reply))
    return 'is a cluster, which is not supported: REDIS_URL must name a single server';
  if (/^ERR unknown command/i.test(reply))
    return 'runs no scripts, like the port of a Sentinel: REDIS_URL must name the server itself';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^rediss:/i.test(url) && (error instanceof ConnectionTimeoutError || /SSL|^EPROTO$/.test(code)))
    return 'does not answer with TLS, which rediss:// in REDIS_URL asks for';
  return 'unavailable';
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
