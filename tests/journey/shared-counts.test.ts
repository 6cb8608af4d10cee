import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createActionLimits } from '../../server/http/action-limits';
import { redirect } from '../../server/http/reply';
import { createShared, type Shared } from '../../server/replicas/redis-shared';
import { createLogger } from '../../server/telemetry/logger';
import type { ToastCode } from '../../shared/messages';
import { startRedis, type TestRedis } from '../support/programs/redis';
import { eventually } from '../support/time/eventually';

const HOUR_MS = 60 * 60 * 1000;

let redis: TestRedis;
const replicas: Shared[] = [];

beforeEach(async () => {
  redis = await startRedis();
});

afterEach(async () => {
  await Promise.all(replicas.splice(0).map(({ close }) => close()));
  await redis.kill();
});

/** Connects a replica to Redis. */
async function connect(): Promise<Shared> {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: line => void lines.push(line) });
  const shared = createShared(
    { sessionKeys: ['a-secret-of-the-tests-0123456789-0123456789'], upstreamTimeout: 60_000 },
    { address: { url: redis.url, timeout: 10_000 }, logger },
  );
  replicas.push(shared);
  await eventually('the replica is connected', async () => lines.join('').includes('Redis connected'));
  return shared;
}

const NO_TTL = -1;

/** Returns the TTLs of all keys, in milliseconds; `NO_TTL` for a key that does not expire. */
const ttls = () => redis.command('KEYS', '*').map(key => Number(redis.command('PTTL', key)[0]));

test('T39: replicas count failed sign-ins together, and a success on one is subtracted for all', async () => {
  const [one, other] = [await connect(), await connect()].map(({ rateLimitStore }) => {
    const store = rateLimitStore('failed-sign-ins-per-ip');
    store.init?.({ windowMs: HOUR_MS } as Parameters<NonNullable<typeof store.init>>[0]);
    return store;
  });
  const hits = async (store = one) => (await store?.increment('203.0.113.9'))?.totalHits;
  expect([await hits(), await hits(), await hits(other)]).toEqual([1, 2, 3]);
  await other?.decrement('203.0.113.9');
  expect(await hits()).toBe(3);

  // Decrementing an expired count must not create a key without a TTL.
  redis.command('FLUSHALL');
  await other?.decrement('203.0.113.9');
  expect(redis.command('KEYS', 'portal:failed*')).toEqual([]);
  await hits();
  expect(ttls()).not.toContain(NO_TTL);
});

test('T51: replicas share the action limits of an administrator, and grant all actions or none', async () => {
  const [one, other] = [await connect(), await connect()].map(({ actionCounter }) =>
    createActionLimits(
      { requestLimitPerHour: 20, removalLimitPerHour: 10 },
      { now: Date.now, shared: actionCounter },
    ),
  );
  const started = Date.now();
  expect(await one?.take('dana', 'removals', 8)).toEqual({ granted: true });
  const refused = await other?.take('dana', 'removals', 3);
  expect(refused).toEqual({ granted: false, retryAt: expect.any(Number) });
  // Rejected actions are not counted.
  expect(await other?.take('dana', 'removals', 2)).toEqual({ granted: true });
  expect(await one?.take('dana', 'requests', 20)).toEqual({ granted: true });
  expect(await other?.take('dana', 'requests')).toMatchObject({ granted: false });
  expect(await other?.take('eve', 'requests', 20)).toEqual({ granted: true });

  const retryAt = refused && 'retryAt' in refused ? refused.retryAt : 0;
  // The clocks of Redis and of this process may round differently.
  expect(retryAt).toBeGreaterThan(started + HOUR_MS - 1000);
  expect(retryAt).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  expect(ttls()).not.toContain(NO_TTL);
});

test('T27: a form that a replica of another version has handled is not handled again', async () => {
  const [other, own] = [await connect(), await connect()];
  const toast = ['a code of another version'] as unknown as readonly [ToastCode];
  await other.formDeduplicator.once('form', async () => redirect('/leads-capture', { toast }));
  const reply = await own.formDeduplicator.once('form', () => Promise.reject(new Error('Handled again')));
  expect(reply).toMatchObject({ kind: 'redirect', location: '/leads-capture', toast: undefined });
});
