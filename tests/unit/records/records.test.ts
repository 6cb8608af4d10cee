import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createRecords } from '../../../server/records/records';
import {
  createMemoryStore,
  type RecordStore,
  StoreFull,
  StoreUnavailable,
} from '../../../server/records/store';
import { MEBIBYTE, MINUTE_MS } from '../../../shared/units';

const sessionKeys: [string] = ['a secret of at least 32 characters'];
const dana = { userId: 'dana', sessionId: 'first' };

function openRoom(shared?: RecordStore) {
  const clock = { time: 1 };
  const room = createRecords({ sessionKeys }, { now: () => clock.time, shared });
  const schema = v.object({ text: v.string() });
  const notes = room.of({ name: 'note', schema, ttlMs: 30 * MINUTE_MS });
  const jobs = room.of({ name: 'job', schema, ttlMs: 30 * MINUTE_MS });
  return { clock, notes, jobs };
}

const note = (text = '') => ({ text });

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
  clock.time += 30 * MINUTE_MS + 1;
  expect(await notes.get(dana, id)).toBeUndefined();
});

test('concurrent changes of a record all take effect; one that returns the same value stores nothing', async () => {
  const { notes } = openRoom();
  const id = await notes.put(dana, note());
  const add = (letter: string) => notes.update(dana, id, value => ({ ...value, text: value.text + letter }));
  await Promise.all([...'abcdef'].map(add));
  expect([...((await notes.get(dana, id))?.text ?? '')].sort().join('')).toBe('abcdef');
  expect(await notes.update(dana, id, value => value)).toHaveProperty('text');
  expect(await notes.update(dana, 'unknown', value => value)).toBeUndefined();
});

test('T67: an administrator has the last ten records of a kind, and pushes out none of others', async () => {
  const { notes, jobs } = openRoom();
  const other = await notes.put({ ...dana, userId: 'omar' }, note());
  const job = await jobs.put(dana, note());
  const ids: string[] = [];
  for (let index = 0; index < 10; index++) ids.push(await notes.put(dana, note(String(index))));
  await notes.update(dana, ids[0], () => note('changed'));
  for (let index = 10; index < 12; index++)
    ids.push(await notes.put({ ...dana, sessionId: 'second' }, note(String(index))));
  expect(await notes.get({ ...dana, userId: 'omar' }, other)).toBeDefined();
  expect(await jobs.get(dana, job)).toBeDefined();
  const kept = await Promise.all(ids.slice(0, 10).map(id => notes.get(dana, id)));
  expect(kept.map(value => value?.text)).toEqual(['changed', undefined, undefined, ...'3456789']);
});

test('T67: a full store refuses new records and deletes none, but takes the results of a running job', async () => {
  const store = createMemoryStore(() => 1);
  const put = (name: string, megabytes: number, group = 'omar') =>
    store.put({ name, group, ttlMs: MINUTE_MS, text: 'x'.repeat(megabytes * MEBIBYTE) });
  const own = Array.from({ length: 10 }, (_, index) => `own ${index}`);
  for (const name of own) await put(name, 1 / MEBIBYTE, 'dana');
  await put('job', 1);
  for (let index = 0; index < 9; index++) await put(String(index), 6.9);
  await expect(put('new', 7.5, 'dana')).rejects.toThrow(StoreFull);
  await expect(put('too large', 9, 'dana')).rejects.toThrow(StoreFull);
  for (const name of own) expect(await store.get(name)).toBeDefined();
  for (const megabytes of [2, 9]) {
    await put('job', megabytes);
    expect((await store.get('job'))?.text).toHaveLength(megabytes * MEBIBYTE);
  }
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
