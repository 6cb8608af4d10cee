import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createForms, type FormOutcome } from '../../server/http/forms';
import { createRateLimit } from '../../server/http/rate-limit';
import { redirect } from '../../server/http/reply';
import { createRecords } from '../../server/records/records';
import {
  RECORD_LIMIT_BYTES,
  type RecordStore,
  STORE_LIMIT_BYTES,
  StoreFull,
  StoreUnavailable,
} from '../../server/records/store';
import { connectSharedState, type SharedState } from '../../server/replicas/redis-shared';
import { createEndedSessions } from '../../server/session/ended-sessions';
import { createLogger } from '../../server/telemetry/logger';
import { HOUR_MS } from '../../shared/units';
import { atEndOf, closeAfterTest } from '../support/end';
import { isConnected, startRedis, type TestRedis } from '../support/programs/redis';
import { eventually } from '../support/time/eventually';

const OLD_KEY = 'a-secret-of-the-tests-0123456789-0123456789';
const NEW_KEY = 'a-new-secret-of-the-tests-0123456789-012345';

let redis: TestRedis;

beforeEach(async () => {
  redis = await startRedis();
  atEndOf('test', redis.kill);
});

/** Connects a replica. Returns what it shares, its messages, and a function that waits for its connections. */
function connectTo(url: string, sessionKeys: readonly [string, ...string[]] = [OLD_KEY]) {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: line => void lines.push(line) });
  const shared = closeAfterTest(
    connectSharedState({ sessionKeys }, { address: { url, timeout: 10_000 }, logger }),
  );
  const connected = () => eventually('the replica is connected', async () => isConnected(lines.join('')));
  return { shared, lines, connected };
}

async function connect(sessionKeys?: readonly [string, ...string[]]): Promise<SharedState> {
  const { shared, connected } = connectTo(redis.url, sessionKeys);
  await connected();
  return shared;
}

/** Connects two replicas, and returns the sessions that have ended in each. */
const connectSessions = () =>
  Promise.all([1, 2].map(async () => createEndedSessions((await connect()).endedSessions)));

const textOf = async (records: RecordStore, name: string) => (await records.get(name))?.text;

const NO_TTL = -1;

/** Returns the TTLs of all keys, in milliseconds; `NO_TTL` for a key that does not expire. */
const ttls = () => redis.command('KEYS', '*').map(key => Number(redis.command('PTTL', key)[0]));

test('T39 T51: replicas count together, and all can use what one gives back', async () => {
  const [one, other] = [await connect(), await connect()].map(({ counts }) =>
    createRateLimit({ name: 'removals', limit: 10, seconds: 3600 }, counts),
  );
  expect((await one?.take('dana', 8))?.wait).toBeUndefined();
  // A refused action is not counted.
  expect((await other?.take('dana', 3))?.wait).toBeGreaterThan(HOUR_MS - 60_000);
  const taken = await other?.take('dana', 2);
  expect((await one?.take('dana'))?.wait).toBeLessThanOrEqual(HOUR_MS);
  expect((await other?.take('eve', 10))?.wait).toBeUndefined();
  await taken?.giveBack();
  const last = await one?.take('dana', 2);
  expect(last?.wait).toBeUndefined();

  // Giving back a count that Redis has lost must not create a key without a TTL.
  redis.command('FLUSHALL');
  await last?.giveBack();
  expect(ttls()).not.toContain(NO_TTL);
});

test('T27 T71: replicas carry out a form once; one that was refused or has failed can be sent again to any', async () => {
  const [one, other] = [await connect(), await connect()].map(({ forms }) => createForms(forms));
  const alreadySent = redirect('/already-sent');
  const [sent, again] = [redirect('/sent'), redirect('/again')];
  const carryOutAgain = async () => ({ reply: again });
  for (const [key, outcome] of [
    ['carried out', { reply: sent }],
    ['refused', { reply: sent, wasRefused: true }],
    ['failed', undefined],
  ] as const) {
    const held = Promise.withResolvers<FormOutcome>();
    const begun = Promise.withResolvers<void>();
    const carryOut = () => {
      begun.resolve();
      return held.promise;
    };
    const first = one?.once(key, carryOut, alreadySent);
    await begun.promise;
    const repeated = one?.once(key, carryOutAgain, alreadySent);
    expect(await other?.once(key, carryOutAgain, alreadySent)).toBe(alreadySent);
    expect(ttls()).not.toContain(NO_TTL);
    if (outcome) held.resolve(outcome);
    else held.reject(new Error('No details'));
    for (const reply of [first, repeated]) {
      if (outcome) expect(await reply).toBe(sent);
      else await expect(reply).rejects.toThrow('No details');
    }
    const isRemembered = key === 'carried out';
    expect(await other?.once(key, carryOutAgain, alreadySent)).toBe(isRemembered ? alreadySent : again);
    expect(await one?.once(key, carryOutAgain, alreadySent)).toBe(isRemembered ? sent : alreadySent);
  }
});

test('T40 T65: logouts before and during an outage of Redis reach the other replicas when it is back, even empty', async () => {
  const [one, other] = await connectSessions();
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

test('T65 T76: a logout that Redis has refused or forgotten is sent again', async () => {
  const [one, other] = await connectSessions();
  redis.command('CONFIG', 'SET', 'maxmemory', '1');
  await one?.add('refused', HOUR_MS);
  expect(await other?.has('refused')).toBe(false);
  redis.command('CONFIG', 'SET', 'maxmemory', '0');
  await eventually('it is sent again', async () => (await other?.has('refused')) === true);
  redis.command('FLUSHALL');
  await eventually('it is sent again', async () => (await other?.has('refused')) === true);
  expect(ttls()).not.toContain(NO_TTL);
});

test('T76: logouts that Redis forgets while they are sent are sent again', async () => {
  const { endedSessions } = await connect();
  let times = 0;
  endedSessions.keepComplete(async () => {
    if (times++ === 0) redis.command('FLUSHALL');
    return true;
  });
  await eventually('they are sent again', async () => times === 2);
});

const record = { name: 'review', text: 'text', ttlMs: HOUR_MS, group: 'dana' };

test('T76: a cluster is refused at the start, in one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
  const cluster = await startRedis(['--cluster-enabled', 'yes', '--dir', folder]);
  atEndOf('test', async () => {
    await cluster.kill();
    await rm(folder, { recursive: true });
  });
  cluster.command('CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => String(slot)));
  await eventually('it serves', async () => cluster.command('CLUSTER', 'INFO').join().includes('state:ok'));
  const { shared, lines } = connectTo(cluster.url);
  await eventually('both connections say so', async () => lines.length === 2);
  const problem = 'is a cluster, which is not supported: REDIS_URL must name a single server';
  expect(lines.map(line => JSON.parse(line).msg).sort()).toEqual([
    `Redis for records ${problem}: reviews and other records are unavailable until it is back`,
    `Redis ${problem}: replicas share no limits, forms and logouts until it is back`,
  ]);
  await expect(shared.records.put(record)).rejects.toThrow(StoreUnavailable);
});

/** Serves a stand-in for Redis, which replies to the scripts of each connection, by its number, and says OK to the rest. */
async function serveReplies(replyToScript: (connection: number, script: number) => string) {
  let connections = 0;
  const server = createServer(socket => {
    const connection = ++connections;
    let scripts = 0;
    socket.on('error', () => {});
    socket.on('data', data => {
      for (const [, name = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        socket.write(name.toUpperCase() === 'EVAL' ? replyToScript(connection, ++scripts) : '+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  atEndOf('test', async () => void server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

test.each([
  "READONLY You can't write against a read only replica.",
  "ERR Error running script (call to f_1): @user_script:2: @user_script: 2: -READONLY You can't write against a read only replica.",
])('T76: a primary that has become a replica is left for the new one: %s', async refusal => {
  const { port, connections } = await serveReplies((connection, script) =>
    script > 1 && connection <= 2 ? `-${refusal}\r\n` : '+OK\r\n',
  );
  const { shared, connected } = connectTo(`redis://127.0.0.1:${port}`);
  await connected();
  await expect(shared.records.put(record)).rejects.toThrow(StoreUnavailable);
  await eventually('there is another connection', async () => connections() === 3);
});

test('T76: the port of a Sentinel, and TLS on a port without it, are named in the log', async () => {
  const sentinel = await serveReplies(() => "-ERR unknown command 'eval'\r\n");
  for (const [url, problem] of [
    [`redis://127.0.0.1:${sentinel.port}`, 'runs no scripts, like the port of a Sentinel'],
    [redis.url.replace('redis:', 'rediss:'), 'does not answer with TLS'],
  ] as const) {
    const { lines } = connectTo(url);
    await eventually('both connections say so', async () => lines.length === 2);
    for (const line of lines) expect(JSON.parse(line).msg).toContain(problem);
  }
});

test('T65: a Redis that forbids a command is logged once, and everything else goes on', async () => {
  const { shared, lines, connected } = connectTo(redis.url);
  const { endedSessions } = shared;
  await connected();
  redis.command('ACL', 'SETUSER', 'default', '-exists');
  for (let count = 0; count < 20; count++) expect(await endedSessions.has('one')).toBe(false);
  await endedSessions.add('one', HOUR_MS);
  redis.command('ACL', 'SETUSER', 'default', '+exists');
  expect(await endedSessions.has('one')).toBe(true);
  const warnings = lines.map(line => JSON.parse(line)).filter(({ level }) => level > 30);
  expect(warnings).toMatchObject([{ msg: 'Redis refused a command' }]);
});

test('T65: a rotation of SESSION_KEYS loses no logout', async () => {
  const [one, other] = [await connect([OLD_KEY, NEW_KEY]), await connect([NEW_KEY, OLD_KEY])];
  await one.endedSessions.add('session', HOUR_MS);
  expect(await other.endedSessions.has('session')).toBe(true);
});

test('T65 T67: the last ten records of a group are kept, and replaced by compare-and-set', async () => {
  const [{ records: one }, { records: other }] = [await connect(), await connect()];
  const stored = (name: string, text: string, group = 'dana') => ({ name, text, ttlMs: HOUR_MS, group });
  await other.put(stored('review', 'earlier'));
  await one.put(stored('review', 'latest'));
  for (const records of [one, other]) expect(await textOf(records, 'review')).toBe('latest');
  const replace = (expected: string) => other.compareAndSet(stored('review', 'newest'), expected);
  expect([await replace('earlier'), await replace('latest')]).toEqual([false, true]);
  expect(await textOf(one, 'review')).toBe('newest');
  expect(await one.compareAndSet(stored('unknown', 'text'), 'earlier')).toBe(false);

  const names = Array.from({ length: 12 }, (_, index) => String(index));
  for (const [index, name] of names.entries()) {
    await (index % 2 ? one : other).put(stored(name, 'x', 'omar'));
    if (index === 9) expect(await one.compareAndSet(stored('0', 'changed', 'omar'), 'x')).toBe(true);
  }
  const texts = await Promise.all(names.map(name => textOf(one, name)));
  expect(texts).toEqual(['changed', undefined, undefined, ...Array(9).fill('x')]);
  expect(await textOf(one, 'review')).toBe('newest');
  await other.delete(stored('review', ''));
  expect(await one.get('review')).toBeUndefined();
  expect(ttls()).not.toContain(NO_TTL);
});

test('T67 T76: a full store refuses new records and deletes none; stored ones can change', async () => {
  const { records } = await connect();
  const put = (name: string, text: string, group = 'dana') =>
    records.put({ name, text, ttlMs: HOUR_MS, group });
  const own = Array.from({ length: 10 }, (_, index) => `own ${index}`);
  for (const name of own) await put(name, 'x', 'omar');
  const text = 'x'.repeat(RECORD_LIMIT_BYTES - 2);
  const names = Array.from({ length: STORE_LIMIT_BYTES / RECORD_LIMIT_BYTES }, (_, index) => String(index));
  for (const name of names) await put(name, text);
  await expect(put('new', text, 'omar')).rejects.toThrow(StoreFull);
  await expect(put('too large', `${text}xxx`, 'omar')).rejects.toThrow(StoreFull);
  for (const name of own) expect(await textOf(records, name)).toBe('x');
  await put('0', `${text}xxx`);
  await records.delete({ name: '0', group: 'dana' });
  await put('new', text, 'omar');
  expect(await textOf(records, '1')).toBe(text);
});

test('T79: a record is stored without looking at the others of its group', async () => {
  const { records } = await connect();
  const put = (index: number) =>
    records.put({ name: `job ${index}`, text: 'state', ttlMs: HOUR_MS, group: 'dana' });
  const commandsOf = async (index: number) => {
    redis.command('CONFIG', 'RESETSTAT');
    await put(index);
    return redis
      .command('INFO', 'commandstats')
      .map(line => /^cmdstat_(\w+):calls=(\d+)/.exec(line))
      .flatMap(match => (match && !['info', 'config'].includes(match[1] ?? '') ? Number(match[2]) : []))
      .reduce((sum, calls) => sum + calls, 0);
  };
  const put10 = async (first: number) => {
    for (let index = first; index < first + 10; index++) await put(index);
  };
  await put10(0);
  const withTen = await commandsOf(10);
  for (let first = 11; first < 200; first += 10) await put10(first);
  expect(await commandsOf(201)).toBe(withTen);
});

test('T80: the age of a record is that of the store, whatever the clocks of the replicas say', async () => {
  const [one, other] = await Promise.all(
    [0, 60_000].map(async ahead => {
      const { records: shared } = await connect();
      return createRecords({ sessionKeys: [OLD_KEY] }, { now: () => Date.now() + ahead, shared }).of({
        name: 'job',
        schema: v.object({ text: v.string() }),
        ttlMs: HOUR_MS,
      });
    }),
  );
  const owner = { userId: 'dana', sessionId: 'first' };
  const id = await one?.put(owner, { text: 'state' });
  const found = await other?.find(owner, id);
  expect(found?.ageMs).toBeGreaterThanOrEqual(0);
  expect(found?.ageMs).toBeLessThan(30_000);
});
