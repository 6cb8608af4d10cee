import { expect, test } from '@jest/globals';
import type { RemovalItem } from '../../../server/removals/run';
import type { RunSnapshot, SharedRuns } from '../../../server/removals/run-snapshot';
import { createRemovalRuns } from '../../../server/removals/runs';
import { eventually } from '../../support/time/eventually';

const items: readonly RemovalItem[] = Array.from({ length: 6 }, (_, index) => ({
  kind: 'license',
  id: `U-${index}`,
  email: `p${index}@acme.example`,
  recentActivity: 0,
}));

const origin = { back: '/leads-capture', startedBy: 'dana@acme.example', entities: { license: 'acme' } };

/** Returns a store that two replicas share, instead of Redis. */
function sharedStore() {
  const snapshots = new Map<string, string>();
  const followed = new Set<string>();
  const store = { isAlive: true, isDown: false };
  const shared: SharedRuns = {
    async write(key, snapshot) {
      snapshots.set(key, JSON.stringify(snapshot));
    },
    async read(key) {
      const text = store.isDown ? undefined : snapshots.get(key);
      return text === undefined
        ? undefined
        : { snapshot: JSON.parse(text) as RunSnapshot, isAlive: store.isAlive };
    },
    async recordFollower(key) {
      followed.add(key);
    },
    hasFollower: async key => followed.has(key),
  };
  return { shared, store, followed };
}

function replicas({ abandonAfterMs = 60_000 } = {}) {
  const { shared, store, followed } = sharedStore();
  const create = () => createRemovalRuns({ shared, now: Date.now, isDraining: () => false, abandonAfterMs });
  return { own: create(), other: create(), store, followed };
}

const never = new AbortController().signal;

test('P250: another replica shows a run, and its receipt, to its administrator only', async () => {
  const { own, other } = replicas();
  const stored = await own.start(
    'dana',
    { id: 'run-1', items, ...origin },
    { remove: async () => {}, onResult() {} },
  );
  for await (const _result of stored.run.follow(never));
  await own.close();
  const found = await other.find('dana', 'run-1');
  expect(found).toMatchObject({ ...origin, isSeen: false });
  expect(found?.run).toMatchObject({ id: 'run-1', isDone: true, stopped: undefined, items, remaining: [] });
  expect(found?.run.results).toEqual(stored.run.results);
  expect(await other.find('eve', 'run-1')).toBeUndefined();
  expect(await other.find('dana', 'run-2')).toBeUndefined();
});

test('P247: a page on another replica follows a run to its end', async () => {
  const { own, other } = replicas();
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const remove = ({ id }: RemovalItem) => (id === 'U-5' ? last.promise : first.promise);
  await own.start('dana', { id: 'run-1', items, ...origin }, { remove, onResult() {} });
  const found = await other.find('dana', 'run-1');
  expect(found?.run.isDone).toBe(false);
  const ids: string[] = [];
  const following = (async () => {
    for await (const { item } of found?.run.follow(never) ?? []) {
      ids.push(item.id);
      if (ids.length === 5) last.resolve();
    }
  })();
  first.resolve();
  await following;
  expect(ids.toSorted()).toEqual(items.map(({ id }) => id));
  expect(found?.run.isDone).toBe(true);
});

test('P249: a run continues while a page on another replica follows it, and stops without one', async () => {
  const { own, followed } = replicas({ abandonAfterMs: 1 });
  const held: (() => void)[] = [];
  const remove = () => new Promise<void>(resolve => held.push(resolve));
  const key = JSON.stringify(['dana', 'run-1']);
  followed.add(key);
  const { run } = await own.start('dana', { id: 'run-1', items, ...origin }, { remove, onResult() {} });
  // The page on the other replica follows the first four removals, then disconnects.
  await eventually('four are in flight', async () => held.length === 4);
  expect(run.stopped).toBeUndefined();
  followed.delete(key);
  await eventually('the run is abandoned', async () => run.stopped === 'browser left');
  for (const answer of held) answer();
  await own.close();
  expect(run.remaining).toHaveLength(2);
});

test('P249: another replica shows how far a run got, until the administrator has seen it', async () => {
  const { own, other } = replicas();
  await own.start('dana', { id: 'run-1', items, ...origin }, { remove: async () => {}, onResult() {} });
  await own.close();
  const found = await other.find('dana', 'run-1');
  expect(other.findUnseen('dana', found)).toBe(found);
  expect(own.findUnseen('dana', undefined)?.run.id).toBe('run-1');
  found?.markSeen();
  expect(other.findUnseen('dana', await other.find('dana', 'run-1'))).toBeUndefined();
});

test('P249: a run ends on the other replicas if its process dies', async () => {
  const { own, other, store } = replicas();
  const remove = () => new Promise<never>(() => {});
  await own.start('dana', { id: 'run-1', items, ...origin }, { remove, onResult() {} });
  store.isAlive = false;
  const found = await other.find('dana', 'run-1');
  expect(found?.run).toMatchObject({ isDone: true, stopped: 'process ended', results: [], remaining: items });
});

test('P250: a replica that loses the shared state during a run reports an error', async () => {
  const { own, other, store } = replicas();
  const remove = () => new Promise<never>(() => {});
  await own.start('dana', { id: 'run-1', items, ...origin }, { remove, onResult() {} });
  const found = await other.find('dana', 'run-1');
  store.isDown = true;
  await expect(found?.run.follow(never).next()).rejects.toThrow('cannot be read');
});
