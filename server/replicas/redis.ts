import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createClient } from 'redis';

export type RedisClient = ReturnType<typeof clientOf>;

/** A Redis or Valkey that may be away at any time. */
export interface Redis {
  /** What it answers; undefined while it is away, or when it does not answer at once: nobody waits for it. */
  readonly ask: <T>(work: (client: RedisClient) => Promise<T>) => Promise<T | undefined>;
  readonly close: () => Promise<void>;
}

/** How long a new connection may take, in milliseconds. Nobody waits for it. */
const CONNECT_TIMEOUT = 2000;

/** The time from the end of a connection until the next one is tried, in milliseconds. */
const PAUSE = 1000;

/** A connection, until something is wrong with it. */
interface Connection {
  readonly client: RedisClient;
  /** Rejects when it ends. */
  readonly ended: Promise<never>;
  readonly end: (reason: unknown) => void;
}

/** Where it is, and how many milliseconds an answer may take. */
export interface RedisAddress {
  readonly url: string;
  readonly timeout: number;
}

/** Keeps a connection to the Redis at this address, for as long as there is one to be had. */
export function connectRedis({ url, timeout }: RedisAddress, logger: Logger): Redis {
  const closing = new AbortController();
  let latest: Connection | undefined;
  /** The latest, as long as it is good. */
  let current: Connection | undefined;
  const kept = keepConnected();

  async function keepConnected(): Promise<void> {
    let away = false;
    while (!closing.signal.aborted) {
      const connection = open(url);
      latest = connection;
      try {
        await Promise.race([greet(connection.client, timeout), connection.ended]);
        current = connection;
        away = false;
        logger.info('Redis is connected');
        await connection.ended;
      } catch (error) {
        if (!away && !closing.signal.aborted) {
          logger.warn(
            { err: error },
            'Redis is away: limits and repeated forms are known to this process alone',
          );
        }
        away = true;
      }
      current = undefined;
      connection.client.destroy();
      await wait(PAUSE, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  return {
    async ask(work) {
      const connection = current;
      if (!connection) return undefined;
      try {
        return await within(timeout, work(connection.client));
      } catch (error) {
        // Who asks next, be it for the same request, does not wait in vain again.
        if (current === connection) current = undefined;
        connection.end(error);
        return undefined;
      }
    },
    async close() {
      closing.abort();
      latest?.end(closing.signal.reason);
      await kept;
    },
  };
}

function clientOf(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT, reconnectStrategy: false },
  });
}

function open(url: string): Connection {
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  ended.catch(() => {});
  const client = clientOf(url);
  client.on('error', end);
  client.on('end', () => end(new Error('The connection to Redis has ended')));
  return { client, ended, end };
}

/** Resolves once this Redis can be written to, and answers as quickly as it has to later. */
async function greet(client: RedisClient, timeout: number): Promise<void> {
  await within(CONNECT_TIMEOUT, client.connect());
  await within(timeout, client.set('portal:greeting', '', { PX: PAUSE }));
}

/** Thrown when Redis has not answered in time. */
class RedisTooSlow extends Error {
  override name = 'RedisTooSlow';
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new RedisTooSlow(`Redis has not answered within ${milliseconds} ms`));
  // Should it be this process that was slow, the answer lies there already and is read first.
  const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
