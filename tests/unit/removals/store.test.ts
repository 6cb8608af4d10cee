import { expect, test } from '@jest/globals';
import { createMemoryStore, StoreFull } from '../../../server/removals/store';

const MINUTE_MS = 60_000;
const MEGABYTE = 1024 * 1024;

function openStore() {
  let time = 0;
  const store = createMemoryStore(() => time);
  return {
    store,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    keep: (
      name: string,
      bytes: number,
      { company = 'acme', group = name, groupLimit = 10, isNew = true } = {},
    ) => store.keep(name, 'x'.repeat(bytes), { ttlMs: 30 * MINUTE_MS, company, group, groupLimit, isNew }),
  };
}

test('a record is available until its TTL has passed', async () => {
  const { store, keep, advance } = openStore();
  await keep('a', 10);
  advance(30 * MINUTE_MS - 1);
  expect(await store.get('a')).toHaveLength(10);
  advance(1);
  expect(await store.get('a')).toBeUndefined();
});

test('T67: the records of one company never remove those of another', async () => {
  const { store, keep } = openStore();
  await keep('of globex', 10, { company: 'globex' });
  for (let index = 0; index < 100; index++) await keep(`of acme ${index}`, MEGABYTE);
  expect(await store.get('of globex')).toHaveLength(10);
  const kept = await Promise.all(Array.from({ length: 100 }, (_, index) => store.get(`of acme ${index}`)));
  // The newest ones, in 8 MiB.
  expect(kept.flatMap((text, index) => (text === undefined ? [] : index))).toEqual([
    93, 94, 95, 96, 97, 98, 99,
  ]);
});

test('T67: a full process refuses records, but the results of a run that has begun', async () => {
  const { store, keep } = openStore();
  for (let company = 0; company < 8; company++) {
    for (let index = 0; index < 7; index++)
      await keep(`${company} ${index}`, 1.1 * MEGABYTE, { company: String(company) });
  }
  await expect(keep('another', 5 * MEGABYTE, { company: 'another' })).rejects.toThrow(StoreFull);
  await keep('results', 9 * MEGABYTE, { company: 'another', isNew: false });
  expect(await store.get('results')).toHaveLength(9 * MEGABYTE);
  expect(await store.get('1 0')).toBeDefined();
  await expect(keep('too large', 9 * MEGABYTE, { company: 'new' })).rejects.toThrow(StoreFull);
});

test('an administrator has a limited number of records of a kind: the oldest ones are removed', async () => {
  const { store, keep } = openStore();
  for (const name of ['a', 'b', 'c']) await keep(name, 10, { group: 'reviews of dana', groupLimit: 2 });
  await keep('d', 10, { group: 'reviews of omar', groupLimit: 2 });
  const names = ['a', 'b', 'c', 'd'];
  const kept = await Promise.all(names.map(name => store.get(name)));
  expect(kept.map(text => text !== undefined)).toEqual([false, true, true, true]);
});

test('P373: a record that has changed since it was read is not replaced', async () => {
  const { store, keep } = openStore();
  const retention = { ttlMs: MINUTE_MS, company: 'acme', group: 'a', groupLimit: 10, isNew: false };
  await keep('a', 10);
  const read = (await store.get('a')) ?? '';
  expect(await store.keep('a', 'first', retention, read)).toBe(true);
  expect(await store.keep('a', 'second', retention, read)).toBe(false);
  expect(await store.get('a')).toBe('first');
  expect(await store.keep('unknown', 'text', retention, read)).toBe(false);
});
