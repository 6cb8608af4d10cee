import { beforeEach, expect, test } from '@jest/globals';
import { createActionLimits } from '../../server/http/action-limits';
import { createRateLimitStore } from '../../server/http/rate-limit-store';
import { redirect } from '../../server/http/reply';
import { COMPANY_LIMIT_BYTES, StoreFull } from '../../server/removals/store';
import { createShared, type Shared } from '../../server/replicas/redis-shared';
import { createEndedSessions } from '../../server/session/ended-sessions';
import { createLogger } from '../../server/telemetry/logger';
import type { ToastCode } from '../../shared/messages';
import { atEndOf, closeAfterTest } from '../support/end';
import { startRedis, type TestRedis } from '../support/programs/redis';
import { eventually } from '../support/time/eventually';

const HOUR_MS = 60 * 60 * 1000;

const OLD_KEY = 'a-secret-of-the-tests-0123456789-0123456789';
const NEW_KEY = 'a-new-secret-of-the-tests-0123456789-012345';

let redis: TestRedis;

beforeEach(async () => {
  redis = await startRedis();
  atEndOf('test', redis.kill);
});

/** Connects a replica to Redis. */
async function connect({
  sessionKeys = [OLD_KEY],
  upstreamTimeout = 60_000,
}: {
  sessionKeys?: readonly [string, ...string[]];
  upstreamTimeout?: number;
} = {}): Promise<Shared> {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: line => void lines.push(line) });
  const shared = closeAfterTest(
    createShared({ sessionKeys, upstreamTimeout }, { address: { url: redis.url, timeout: 10_000 }, logger }),
  );
  await eventually('the replica is connected', async () => lines.join('').includes('Redis connected'));
  return shared;
}

const NO_TTL = -1;

/** Returns the TTLs of all keys, in milliseconds; `NO_TTL` for a key that does not expire. */
const ttls = () => redis.command('KEYS', '*').map(key => Number(redis.command('PTTL', key)[0]));

/** Returns the counter of a replica for failed sign-ins. */
function failedSignIns({ counter }: Shared) {
  const name = 'failed-sign-ins-per-ip';
  const store = createRateLimitStore(name, counter(name));
  store.init({ windowMs: HOUR_MS });
  return store;
}

test('T39: replicas count failed sign-ins together, and a success on one is subtracted for all', async () => {
  const [one, other] = [await connect(), await connect()].map(failedSignIns);
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
  const [one, other] = [await connect(), await connect()].map(({ counter }) =>
    createActionLimits(
      { requestLimitPerHour: 20, removalLimitPerHour: 10 },
      { now: Date.now, shared: counter('actions') },
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

test('T65: a value that is moved to another key in Redis is not accepted', async () => {
  const [one, other] = [await connect(), await connect()];
  await one.formDeduplicator.once('hers', async () => redirect('/hers'));
  const [hers = ''] = redis.command('KEYS', 'portal:form:*');
  await one.formDeduplicator.once('his', async () => redirect('/his'));
  const his = redis.command('KEYS', 'portal:form:*').find(key => key !== hers) ?? '';
  redis.command('COPY', hers, his, 'REPLACE');
  const reply = await other.formDeduplicator.once('his', async () => redirect('/again'));
  expect(reply).toMatchObject({ location: '/again' });
  expect(await other.formDeduplicator.once('hers', async () => redirect('/again'))).toMatchObject({
    location: '/hers',
  });
});

test('T65: logouts before and during an outage of Redis reach the other replicas when it is back, even empty', async () => {
  const [one, other] = [await connect(), await connect()].map(({ endedSessions }) =>
    createEndedSessions(endedSessions),
  );
  await one?.add('before', HOUR_MS);
  await redis.kill();
  await one?.add('during', HOUR_MS);
  expect([await other?.has('before'), await other?.has('during')]).toEqual([false, false]);
  await redis.start();
  for (const id of ['before', 'during']) {
    await eventually('the other replica knows of the logout', async () => (await other?.has(id)) === true);
  }
  expect(await other?.has('another')).toBe(false);
  expect(Math.max(...ttls())).toBeLessThanOrEqual(HOUR_MS);
});

test.each<[string, readonly [string, ...string[]], readonly [string, ...string[]]]>([
  ['old to old,new', [OLD_KEY], [OLD_KEY, NEW_KEY]],
  ['old,new to new,old', [OLD_KEY, NEW_KEY], [NEW_KEY, OLD_KEY]],
  ['new,old to new', [NEW_KEY, OLD_KEY], [NEW_KEY]],
])(
  'T65: during a rotation of SESSION_KEYS from %s, replicas share all state',
  async (_step, before, after) => {
    const replicas = [await connect({ sessionKeys: before }), await connect({ sessionKeys: after })] as const;
    for (const [one, other] of [replicas, replicas.toReversed()] as [Shared, Shared][]) {
      redis.command('FLUSHALL');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let processed = 0;
      const submitted = [one, other].map(({ formDeduplicator }) =>
        formDeduplicator.once('form', async () => {
          processed++;
          await released;
          return redirect('/leads-capture');
        }),
      );
      await eventually('the form is claimed', async () => processed > 0);
      release();
      expect(await Promise.all(submitted)).toMatchObject(Array(2).fill({ location: '/leads-capture' }));
      expect(processed).toBe(1);

      const window = { limit: 10, milliseconds: HOUR_MS };
      expect(await one.counter('actions').add('dana', 6, window)).toMatchObject({ granted: true });
      expect(await other.counter('actions').add('dana', 6, window)).toMatchObject({ granted: false });

      const [failures, otherFailures] = [failedSignIns(one), failedSignIns(other)];
      await failures.increment('203.0.113.9');
      expect((await otherFailures.increment('203.0.113.9')).totalHits).toBe(2);

      await one.endedSessions.add('session', HOUR_MS);
      expect(await other.endedSessions.has('session')).toBe(true);

      const [runs, otherRuns] = [one.runSignals, other.runSignals];
      expect(await runs.claim('dana', RUN)).toEqual(RUN);
      expect(await otherRuns.claim('dana', ANOTHER_RUN)).toEqual(RUN);
      await otherRuns.release('dana', ANOTHER_RUN.id);
      expect(await otherRuns.claim('dana', ANOTHER_RUN)).toEqual(RUN);
      await runs.keepAlive(RUN.id);
      expect([await otherRuns.isAlive(RUN.id), await otherRuns.isAlive(ANOTHER_RUN.id)]).toEqual([
        true,
        false,
      ]);
      await otherRuns.release('dana', RUN.id);
      expect(await runs.claim('dana', ANOTHER_RUN)).toEqual(ANOTHER_RUN);
      await other.runSignals.follow(RUN.id);
      expect(await one.runSignals.isFollowed(RUN.id)).toBe(true);

      const options = { ttlMs: HOUR_MS, company: 'acme', group: 'dana', groupLimit: 5, isNew: true };
      await other.removalRecords.keep('review', 'earlier', options);
      await one.removalRecords.keep('review', 'latest', options);
      for (const { removalRecords } of [one, other]) {
        expect(await removalRecords.get('review')).toBe('latest');
      }
      const replace = (expected: string) => other.removalRecords.keep('review', 'newest', options, expected);
      expect([await replace('earlier'), await replace('latest')]).toEqual([false, true]);
      expect(await one.removalRecords.get('review')).toBe('newest');
      expect(await one.removalRecords.keep('unknown', 'text', options, 'earlier')).toBe(false);

      // Each of these records is written by the replica that did not write the one before.
      const texts = async (name: string) =>
        (await Promise.all([1, 2, 3, 4].map(number => one.removalRecords.get(`${name} ${number}`)))).map(
          Boolean,
        );
      const keep = async (name: string, text: string, groupLimit: number) => {
        for (const [index, { removalRecords }] of [one, other, one, other].entries()) {
          const retention = { ttlMs: HOUR_MS, company: name, group: `${name}'s`, groupLimit, isNew: true };
          await removalRecords.keep(`${name} ${index + 1}`, text, retention);
        }
      };
      await keep('many', 'text', 3);
      expect(await texts('many')).toEqual([false, true, true, true]);
      await keep('large', 'x'.repeat(COMPANY_LIMIT_BYTES * 0.3), 10);
      expect(await texts('large')).toEqual([false, true, true, true]);
      // The results of a run are kept whatever their size.
      const tooLarge = 'x'.repeat(COMPANY_LIMIT_BYTES + 1);
      await expect(one.removalRecords.keep('answer', tooLarge, options)).rejects.toThrow(StoreFull);
      expect(await one.removalRecords.keep('run', tooLarge, { ...options, isNew: false })).toBe(true);
      expect(await other.removalRecords.get('run')).toHaveLength(tooLarge.length);
      expect(ttls()).not.toContain(NO_TTL);
    }
  },
);

const RUN = { id: 'run', sessionId: 'session' };
const ANOTHER_RUN = { ...RUN, id: 'another' };

test('T65: a form that another replica never completes ends with an error', async () => {
  // The claim of the first outlasts the wait of the other.
  const [one, other] = [await connect(), await connect({ upstreamTimeout: 50 })];
  let isStarted = false;
  void one.formDeduplicator.once('form', () => {
    isStarted = true;
    return new Promise(() => {});
  });
  await eventually('the form is claimed', async () => isStarted);
  await expect(other.formDeduplicator.once('form', async () => redirect('/again'))).rejects.toMatchObject({
    status: 503,
  });
});
