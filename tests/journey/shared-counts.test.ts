import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createActionLimits } from '../../server/http/action-limits';
import { createShared, type Shared } from '../../server/replicas/redis-shared';
import { createLogger } from '../../server/telemetry/logger';
import { eventually } from '../support/eventually';
import { startRedis, type TestRedis } from '../support/redis';

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

/** Connects what one replica shares with the others. */
async function connect(): Promise<Shared> {
  const lines: string[] = [];
  const logger = createLogger(
    { logLevel: 'info' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const shared = createShared(
    { sessionKeys: ['a-secret-of-the-tests-0123456789-0123456789'], upstreamTimeout: 60_000 },
    { address: { url: redis.url, timeout: 10_000 }, logger },
  );
  replicas.push(shared);
  await eventually('it is connected', async () => lines.join('').includes('Redis connected'));
  return shared;
}

const FOREVER = -1;

/** Returns the remaining times of all keys, in milliseconds; `FOREVER` for a key that does not expire. */
const lifetimes = () => redis.ask('KEYS', '*').map(key => Number(redis.ask('PTTL', key)[0]));

test('T39: replicas count failed sign-ins together; one that succeeds is taken back on all', async () => {
  const [one, other] = [await connect(), await connect()].map(({ countsOf }) => {
    const store = countsOf('failed-sign-ins-per-ip');
    store.init?.({ windowMs: HOUR_MS } as Parameters<NonNullable<typeof store.init>>[0]);
    return store;
  });
  const hits = async (store = one) => (await store?.increment('203.0.113.9'))?.totalHits;
  expect([await hits(), await hits(), await hits(other)]).toEqual([1, 2, 3]);
  await other?.decrement('203.0.113.9');
  expect(await hits()).toBe(3);

  // A count that has expired meanwhile must not come back as one that never does.
  redis.ask('FLUSHALL');
  await other?.decrement('203.0.113.9');
  expect(redis.ask('KEYS', 'portal:failed*')).toEqual([]);
  await hits();
  expect(lifetimes()).not.toContain(FOREVER);
});

test('T51: replicas grant an administrator the actions of an hour together, all or none', async () => {
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
  // What was refused was not counted.
  expect(await other?.take('dana', 'removals', 2)).toEqual({ granted: true });
  expect(await one?.take('dana', 'requests', 20)).toEqual({ granted: true });
  expect(await other?.take('dana', 'requests')).toMatchObject({ granted: false });
  expect(await other?.take('eve', 'requests', 20)).toEqual({ granted: true });

  const retryAt = refused && 'retryAt' in refused ? refused.retryAt : 0;
  // The clocks of Redis and of this process may round differently.
  expect(retryAt).toBeGreaterThan(started + HOUR_MS - 1000);
  expect(retryAt).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  expect(lifetimes()).not.toContain(FOREVER);
});
