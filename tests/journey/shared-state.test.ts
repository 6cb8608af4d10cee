import { beforeEach, expect, test } from '@jest/globals';
import { createForms, type FormOutcome } from '../../server/http/forms';
import { createRateLimit } from '../../server/http/rate-limit';
import { redirect } from '../../server/http/reply';
import { COMPANY_LIMIT_BYTES, StoreFull } from '../../server/records/store';
import { connectSharedState, type SharedState } from '../../server/replicas/redis-shared';
import { createEndedSessions } from '../../server/session/ended-sessions';
import { createLogger } from '../../server/telemetry/logger';
import { atEndOf, closeAfterTest } from '../support/end';
import { isConnected, startRedis, type TestRedis } from '../support/programs/redis';
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
}: {
  sessionKeys?: readonly [string, ...string[]];
} = {}): Promise<SharedState> {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: line => void lines.push(line) });
  const shared = closeAfterTest(
    connectSharedState({ sessionKeys }, { address: { url: redis.url, timeout: 10_000 }, logger }),
  );
  await eventually('the replica is connected', async () => isConnected(lines.join('')));
  return shared;
}

const NO_TTL = -1;

/** Returns the TTLs of all keys, in milliseconds; `NO_TTL` for a key that does not expire. */
const ttls = () => redis.command('KEYS', '*').map(key => Number(redis.command('PTTL', key)[0]));

test('T39 T51: replicas count together, and what one gives back all have again', async () => {
  const [one, other] = [await connect(), await connect()].map(({ counts }) =>
    createRateLimit({ name: 'removals', limit: 10, seconds: 3600 }, counts),
  );
  expect(await one?.take('dana', 8)).toBeUndefined();
  // A refused action is not counted.
  expect(await other?.take('dana', 3)).toBeGreaterThan(HOUR_MS - 60_000);
  expect(await other?.take('dana', 2)).toBeUndefined();
  expect(await one?.take('dana')).toBeLessThanOrEqual(HOUR_MS);
  expect(await other?.take('eve', 10)).toBeUndefined();
  await other?.giveBack('dana');
  expect(await one?.take('dana')).toBeUndefined();

  // Giving back an expired count must not create a key without a TTL.
  redis.command('FLUSHALL');
  await one?.giveBack('dana');
  expect(ttls()).not.toContain(NO_TTL);
});

test('T39 T51: while Redis is away, each replica counts by itself', async () => {
  const [one, other] = [await connect(), await connect()].map(({ counts }) =>
    createRateLimit({ name: 'removals', limit: 1, seconds: 3600 }, counts),
  );
  await redis.kill();
  for (const limit of [one, other]) {
    expect(await limit?.take('dana')).toBeUndefined();
    expect(await limit?.take('dana')).toBeGreaterThan(0);
  }
});

test('T27: replicas carry out a form once; one that was refused or has failed can be sent again', async () => {
  const [one, other] = [await connect(), await connect()].map(({ forms }) => createForms(forms));
  const [sent, alreadySent] = [redirect('/sent'), redirect('/already-sent')];
  const carryOut = async () => ({ reply: sent });
  expect(await one?.once('form', carryOut, alreadySent)).toBe(sent);
  expect(await other?.once('form', carryOut, alreadySent)).toBe(alreadySent);
  expect(await one?.once('form', carryOut, alreadySent)).toBe(sent);

  await one?.once('refused', async () => ({ reply: sent, wasRefused: true }), alreadySent);
  expect(await other?.once('refused', carryOut, alreadySent)).toBe(sent);
  // On a replica that has answered that the form was already sent, too.
  const held = Promise.withResolvers<FormOutcome>();
  const refused = one?.once('held', () => held.promise, alreadySent);
  expect(await other?.once('held', carryOut, alreadySent)).toBe(alreadySent);
  held.resolve({ reply: sent, wasRefused: true });
  await refused;
  expect(await other?.once('held', carryOut, alreadySent)).toBe(sent);
  const failed = one?.once('failed', () => Promise.reject(new Error('No details')), alreadySent);
  await expect(failed).rejects.toThrow('No details');
  expect(await other?.once('failed', carryOut, alreadySent)).toBe(sent);
  expect(ttls()).not.toContain(NO_TTL);
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

test('T65: a Redis that forbids a command is said once, and everything else goes on', async () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: line => void lines.push(line) });
  const { endedSessions } = closeAfterTest(
    connectSharedState({ sessionKeys: [OLD_KEY] }, { address: { url: redis.url, timeout: 10_000 }, logger }),
  );
  await eventually('the replica is connected', async () => isConnected(lines.join('')));
  redis.command('ACL', 'SETUSER', 'default', '-exists');
  for (let count = 0; count < 20; count++) expect(await endedSessions.has('one')).toBe(false);
  await endedSessions.add('one', HOUR_MS);
  redis.command('ACL', 'SETUSER', 'default', '+exists');
  expect(await endedSessions.has('one')).toBe(true);
  const warnings = lines.map(line => JSON.parse(line)).filter(({ level }) => level > 30);
  expect(warnings).toMatchObject([{ msg: 'Redis refused a command' }]);
});

test('T65: a rotation of SESSION_KEYS loses no logout', async () => {
  const [one, other] = [
    await connect({ sessionKeys: [OLD_KEY, NEW_KEY] }),
    await connect({ sessionKeys: [NEW_KEY, OLD_KEY] }),
  ];
  await one.endedSessions.add('session', HOUR_MS);
  expect(await other.endedSessions.has('session')).toBe(true);
});

test('T65 T67: records have a limit for a companyKey, and are replaced by compare-and-set', async () => {
  const [{ records: one }, { records: other }] = [await connect(), await connect()];
  const stored = (name: string, text: string, companyKey = 'acme') => ({
    name,
    text,
    ttlMs: HOUR_MS,
    companyKey,
  });
  await other.put(stored('review', 'earlier'));
  await one.put(stored('review', 'latest'));
  for (const records of [one, other]) expect(await records.get('review')).toBe('latest');
  const replace = (expected: string) => other.compareAndSet(stored('review', 'newest'), expected);
  expect([await replace('earlier'), await replace('latest')]).toEqual([false, true]);
  expect(await one.get('review')).toBe('newest');
  expect(await one.compareAndSet(stored('unknown', 'text'), 'earlier')).toBe(false);
  for (const [index, records] of [one, other, one, other].entries()) {
    await records.put(stored(`large ${index}`, 'x'.repeat(COMPANY_LIMIT_BYTES * 0.3), 'globex'));
  }
  const texts = await Promise.all([0, 1, 2, 3].map(index => one.get(`large ${index}`)));
  expect(texts.map(Boolean)).toEqual([false, true, true, true]);
  expect(await one.get('review')).toBe('newest');
  const tooLarge = stored('answer', 'x'.repeat(COMPANY_LIMIT_BYTES + 1));
  await expect(one.put(tooLarge)).rejects.toThrow(StoreFull);
  expect(ttls()).not.toContain(NO_TTL);
});
