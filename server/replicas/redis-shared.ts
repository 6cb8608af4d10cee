import { createHmac, hash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { HOUR_MS } from '../../shared/units';
import type { Config } from '../config';
import type { SharedForms } from '../http/forms';
import type { SharedCounts } from '../http/rate-limit';
import { StoreUnavailable } from '../records/store';
import type { SharedEndedSessions } from '../session/ended-sessions';
import { deriveKey } from '../session/seal';
import { connectRedis, type Redis, type RedisAddress } from './redis';
import { createRedisRecords } from './redis-records';

/**
 * The minimum timeout for records, in milliseconds: a record can be 8 MB. Records have their own connection, because Redis
 * replies in order and the check of a session must not wait for one.
 */
const RECORD_TIMEOUT_MS = 2000;

/** How often a process checks whether Redis still has the logouts that it has sent, in milliseconds. */
const CHECK_INTERVAL_MS = 1000;

/** How long Redis remembers that it has them, in milliseconds. Afterwards they are sent again. */
const MARKER_TTL_MS = HOUR_MS;

export type SharedState = ReturnType<typeof connectSharedState>;

/**
 * Shares state between replicas through Redis (docs/decisions/0010). While Redis is unavailable, each process uses its own limits,
 * forms and ended sessions, and every function of the records throws StoreUnavailable.
 */
export function connectSharedState(
  { sessionKeys }: Pick<Config, 'sessionKeys'>,
  { address, logger }: { address: RedisAddress; logger: Logger },
) {
  const redis = connectRedis(
    address,
    { name: 'Redis', whileUnavailable: 'replicas share no limits, forms and logouts' },
    logger,
  );
  const timeout = Math.max(address.timeout, RECORD_TIMEOUT_MS);
  const forRecords = connectRedis(
    { ...address, timeout },
    { name: 'Redis for records', whileUnavailable: 'reviews and other records are unavailable' },
    logger,
  );
  const secret = deriveKey(sessionKeys[0], 'redis: names');
  /**
   * Names entries in Redis by digests with the first of SESSION_KEYS, so that they reveal nothing. A rotation loses the
   * entries of Redis, which live for an hour at most.
   */
  const nameOf = (kind: string, entry: string) =>
    `portal:${kind}:${createHmac('sha256', secret).update(entry).digest('base64url')}`;
  const { stop, ...endedSessions } = createSharedEndedSessions(redis);
  return {
    counts: {
      nameOf,
      client: {
        async eval(script, options) {
          const reply = await redis.run(client => client.eval(script, options));
          if (reply === undefined) throw new StoreUnavailable();
          return reply;
        },
      },
    } satisfies SharedCounts,
    forms: {
      async add(key, milliseconds) {
        const options = { NX: true, PX: milliseconds } as const;
        // Null: it exists already. Undefined: Redis is unavailable, so the form counts as new.
        return (await redis.run(client => client.set(nameOf('form', key), '', options))) !== null;
      },
      async remove(key) {
        await redis.run(client => client.del(nameOf('form', key)));
      },
    } satisfies SharedForms,
    endedSessions,
    records: createRedisRecords(forRecords, nameOf),
    isConnected: () => redis.isConnected() && forRecords.isConnected(),
    close() {
      stop();
      redis.close();
      forRecords.close();
    },
  };
}

/** The IDs of sessions are random, so a plain digest hides them, and no rotation of SESSION_KEYS loses a logout. */
function createSharedEndedSessions({ run, onConnected }: Redis): SharedEndedSessions & { stop: () => void } {
  const nameOf = (id: string) => `portal:ended:${hash('sha256', id, 'base64url')}`;
  const set = async (name: string, milliseconds: number) =>
    (await run(client => client.set(name, '', { PX: Math.max(1, Math.ceil(milliseconds)) }))) === 'OK';
  /** Says that Redis has all logouts of this process. A restart, or FLUSHALL, removes it together with them. */
  const marker = nameOf(randomUUID());
  let isComplete = false;
  // An outage, or a failover, may have lost earlier logouts.
  onConnected(() => {
    isComplete = false;
  });
  let isStopped = false;
  return {
    has: async id => (await run(client => client.exists(nameOf(id)))) === 1,
    async add(id, milliseconds) {
      const isStored = await set(nameOf(id), milliseconds);
      if (!isStored) isComplete = false;
      return isStored;
    },
    async keepComplete(sendAll) {
      for (;;) {
        await wait(CHECK_INTERVAL_MS, undefined, { ref: false });
        if (isStopped) return;
        if (isComplete && (await run(client => client.exists(marker))) !== 0) continue;
        isComplete = true;
        // First, because Redis may forget some of them while they are sent.
        isComplete = (await set(marker, MARKER_TTL_MS)) && (await sendAll()) && isComplete;
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
