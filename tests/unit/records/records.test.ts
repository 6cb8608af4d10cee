import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createRecords } from '../../../server/records/records';
import {
  createMemoryStore,
  type RecordStore,
  StoreFull,
  StoreUnavailable,
} from '../../../server/records/store';
import { MEBIBYTE } from '../../../shared/units';

const MINUTE_MS = 60_000;
const sessionKeys: [string] = ['a secret of at least 32 characters'];
const dana = { userId: 'dana', sessionId: 'first' };

function openRoom(shared?: RecordStore) {
  const clock = { time: 0 };
  const room = createRecords({ sessionKeys }, { now: () => clock.time, shared });
  const schema = v.object({ companyKey: v.string(), text: v.string() });
  const notes = room.of({ name: 'note', schema, ttlMs: 30 * MINUTE_MS });
  const jobs = room.of({ name: 'job', schema, ttlMs: 30 * MINUTE_MS, hasOwnLimit: true });
  return { clock, notes, jobs };
}

const note = (text = '', companyKey = 'acme') => ({ companyKey, text });

test('a record is available to its session alone, until its TTL has passed', async () => {
  const { notes, jobs, clock } = openRoom();
  const id = await notes.put(dana, note('mine'));
  expect(await notes.get(dana, id)).toEqual(note('mine'));
  const others = [
    { ...dana, sessionId: 'second' },
    { ...dana, userId: 'omar' },
  ];
  for (const owner of others) expect(await notes.get(owner, id)).toBeUndefined();
  expect(await jobs.get(dana, id)).toBeUndefined();
  for (const unknown of [undefined, [id], '', '__proto__'])
    expect(await notes.get(dana, unknown)).toBeUndefined();
  clock.time = 30 * MINUTE_MS;
  expect(await notes.get(dana, id)).toBeUndefined();
});

test('concurrent changes of a record all take effect; one that returns the same value stores nothing', async () => {
  const { notes } = openRoom();
  const id = await notes.put(dana, note());
  const add = (letter: string) => notes.update(dana, id, value => ({ ...value, text: value.text + letter }));
  await Promise.all([...'abcdef'].map(add));
  expect([...((await notes.get(dana, id))?.text ?? '')].sort().join('')).toBe('abcdef');
  expect(await notes.update(dana, id, value => value)).toMatchObject({ companyKey: 'acme' });
  expect(await notes.update(dana, 'unknown', value => value)).toBeUndefined();
});

test('T67: the records of a company push out only its own oldest records, and never its jobs', async () => {
  const { notes, jobs } = openRoom();
  const other = await notes.put(dana, note('small', 'globex'));
  const job = await jobs.put(dana, note('running'));
  const ids: string[] = [];
  for (let index = 0; index < 8; index++) ids.push(await notes.put(dana, note('x'.repeat(MEBIBYTE))));
  expect(await notes.get(dana, other)).toBeDefined();
  expect(await jobs.get(dana, job)).toBeDefined();
  const kept = await Promise.all(ids.map(id => notes.get(dana, id)));
  // Sealed in base64, five records of 1 MiB need less than 8 MiB, six more.
  expect(kept.map(value => value !== undefined)).toEqual([...Array(3).fill(false), ...Array(5).fill(true)]);
});

test('T67: a full process refuses new records, but not the results of a running job', async () => {
  const store = createMemoryStore(() => 0);
  const stored = (name: string, megabytes: number, companyKey = name) => ({
    ...{ name, companyKey, ttlMs: MINUTE_MS },
    text: 'x'.repeat(megabytes * MEBIBYTE),
  });
  await store.put(stored('job', 1));
  for (let companyKey = 0; companyKey < 9; companyKey++)
    await store.put(stored(String(companyKey), 7)).catch(() => {});
  await expect(store.put(stored('new', 7.5))).rejects.toThrow(StoreFull);
  await expect(store.put(stored('too large', 9))).rejects.toThrow(StoreFull);
  await store.put(stored('job', 2));
  expect((await store.get('job'))?.text).toHaveLength(2 * MEBIBYTE);
});

test('while the shared store is unavailable, each use of a record says so', async () => {
  const unavailable = async () => {
    throw new StoreUnavailable();
  };
  const { notes } = openRoom({
    ...{ get: unavailable, put: unavailable, compareAndSet: unavailable, delete: unavailable },
  });
  await expect(notes.put(dana, note())).rejects.toMatchObject({ status: 503, retryAfter: 60 });
  await expect(notes.get(dana, 'id')).rejects.toThrow(StoreUnavailable);
  await expect(notes.update(dana, 'id', value => value)).rejects.toThrow(StoreUnavailable);
});
