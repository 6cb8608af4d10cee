import { setTimeout as wait } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { BackendError } from '../../../server/errors';
import { createRecords } from '../../../server/records/records';
import { createMemoryStore, type RecordStore, StoreUnavailable } from '../../../server/records/store';
import { itemKey, type RemovalItem } from '../../../server/removals/items';
import { createRemovals, JOB_TTL_MS } from '../../../server/removals/jobs';
import { type Outcome, settleOutcome } from '../../../server/removals/outcomes';
import {
  createCompanyCalls,
  initialProgress,
  type RemovalWork,
  removeItems,
} from '../../../server/removals/remove-items';
import { currentState, jobSchema } from '../../../server/removals/state';
import { eventually } from '../../support/time/eventually';

const entities = { license: 'acme' };
const item = (id: string, more: Partial<RemovalItem> = {}): RemovalItem => ({
  ...{
    productKey: 'license',
    id,
    email: `${id}@acme.example`,
    name: '',
    jobTitle: '',
    recentActivity: 0,
    totalActivity: 0,
    isUsed: false,
    activatedOn: 0,
  },
  ...more,
});
const items = (count: number) => Array.from({ length: count }, (_, index) => item(`u${index}`));

/** A backend with these items, and the calls that it got. */
function openBackend(listed: readonly RemovalItem[]) {
  const rows = new Map(listed.map(each => [itemKey(each), each]));
  const log = { removed: [] as string[], lists: 0, inFlight: 0, most: 0, begun: 0, audited: [] as string[] };
  const work: RemovalWork = {
    calls: createCompanyCalls(),
    now: Date.now,
    async find() {
      log.lists++;
      return { items: new Map(rows), unclaimed: { license: 3 } };
    },
    async remove(each) {
      log.most = Math.max(log.most, ++log.inFlight);
      await wait(1);
      log.inFlight--;
      log.removed.push(each.id);
      rows.delete(itemKey(each));
    },
    mustStop: async () => undefined,
    onBegin: () => {
      expect(log.removed).toEqual([]);
      log.begun++;
    },
    onResult: ({ id }, outcome) => log.audited.push(`${id} ${outcome.type}`),
    onFailure: () => {},
  };
  return { rows, log, work };
}

async function run(reviewed: readonly RemovalItem[], work: RemovalWork) {
  const progress = initialProgress(reviewed, entities);
  await removeItems(progress, work);
  const types = progress.results.map(result => result?.outcome.type ?? 'not started');
  return { ...progress, types };
}

const status = (upstreamStatus: number, upstreamRetryAfter?: number) =>
  new BackendError('failed', 'status', { upstreamStatus, upstreamRetryAfter });

test('T59: items are removed once, with at most four calls at once for a company over all its removals', async () => {
  const { work, log } = openBackend(items(250));
  const [first, second] = await Promise.all([
    run(items(250).slice(0, 150), work),
    run(items(250).slice(150), work),
  ]);
  expect(new Set([...first.types, ...second.types])).toEqual(new Set(['removed']));
  expect(new Set(log.removed).size).toBe(250);
  expect(log.removed).toHaveLength(250);
  expect(log.most).toBe(4);
  // Before each chunk of 100, and at the end.
  expect(log.lists).toBe(3 + 2);
  expect(first).toMatchObject({ stage: 'done', isSettled: true, unclaimed: { license: 3 } });
});

test('T54: items that have changed since the review are named and not called for', async () => {
  const { work, log } = openBackend([
    item('same', { recentActivity: 5 }),
    item('given', { email: 'new@acme.example' }),
    item('busy', { recentActivity: 2 }),
    item('written', { email: ' WRITTEN@acme.example' }),
    item('claimed', { isUsed: true }),
    item('new', { isUsed: true }),
  ]);
  const reviewed = [
    item('same', { recentActivity: 4 }),
    item('given'),
    item('busy'),
    item('gone'),
    item('written'),
    // Idle in the review, and claimed anew by the same person since.
    item('claimed'),
    item('new', { isUsed: true }),
  ];
  const { results, types } = await run(reviewed, work);
  expect(types).toEqual(['removed', 'changed', 'changed', 'gone', 'removed', 'changed', 'removed']);
  expect(results[1]?.outcome).toEqual({ type: 'changed', email: 'new@acme.example' });
  expect(results[2]?.outcome).toEqual({ type: 'changed' });
  expect(log.removed.sort()).toEqual(['new', 'same', 'written']);
});

const same = item('a');
const other = item('a', { email: 'other@acme.example' });
test.each<[called: Outcome, listed: RemovalItem | undefined, settled: Outcome]>([
  [{ type: 'removed' }, undefined, { type: 'removed' }],
  [{ type: 'removed' }, same, { type: 'failed', reason: 'still listed' }],
  [{ type: 'removed' }, other, { type: 'removed' }],
  [{ type: 'gone' }, undefined, { type: 'gone' }],
  [{ type: 'gone' }, same, { type: 'failed', reason: 'still listed' }],
  [{ type: 'failed', reason: 403 }, same, { type: 'failed', reason: 403 }],
  [{ type: 'failed', reason: 403 }, undefined, { type: 'gone' }],
  [{ type: 'failed', reason: 404 }, undefined, { type: 'gone' }],
  [{ type: 'failed', reason: 404 }, same, { type: 'failed', reason: 'still listed' }],
  [{ type: 'unknown', reason: 'timeout' }, undefined, { type: 'removed' }],
  [{ type: 'unknown', reason: 500 }, same, { type: 'failed', reason: 500 }],
  [{ type: 'unknown', reason: 'interrupted' }, other, { type: 'changed', email: other.email }],
  [{ type: 'changed', email: 'x' }, same, { type: 'changed', email: 'x' }],
])('P248: %j with %j in the list is %j: the list has the last word', (called, listed, settled) => {
  expect(settleOutcome(called, same, listed)).toEqual(settled);
});

test('a call that is answered with 429 is made again after the time that the service asks for', async () => {
  const { work, log } = openBackend(items(1));
  let refused = 0;
  const { remove } = work;
  const busy = {
    ...work,
    remove: async (each: RemovalItem) => (refused++ < 2 ? Promise.reject(status(429, 10)) : remove(each)),
  };
  expect((await run(items(1), busy)).types).toEqual(['removed']);
  expect(log.removed).toEqual(['u0']);
});

const dana = { userId: 'dana', sessionId: 'first' };
const companyKey = 'acme';

function openRemovals() {
  const state = { isDraining: false, ahead: 0 };
  const now = () => Date.now() + state.ahead;
  const store = createMemoryStore(now);
  /** The names of the records that were written, and those that are stored. */
  const writes: string[] = [];
  const names = new Set<string>();
  const failing: { error: Error | undefined; count: number } = { error: undefined, count: 0 };
  function write(name: string): void {
    if (failing.error) {
      failing.count++;
      throw failing.error;
    }
    writes.push(name);
    names.add(name);
  }
  const shared: RecordStore = {
    ...store,
    async put(stored) {
      write(stored.name);
      await store.put(stored);
    },
    async compareAndSet(stored, expected) {
      write(stored.name);
      return store.compareAndSet(stored, expected);
    },
    async delete(record) {
      names.delete(record.name);
      await store.delete(record);
    },
  };
  const room = createRecords({ sessionKeys: ['a secret of at least 32 characters'] }, { now, shared });
  const removals = createRemovals(room, { now, isDraining: () => state.isDraining });
  const reviewed = items(30);
  const review = async () =>
    removals.reviews.put(dana, {
      companyKey,
      source: { of: 'license' },
      formKey: '',
      ...{ items: reviewed, gone: [], count: 30, entities },
    });
  const start = (reviewId: string, work: RemovalWork, isConfirmed = () => true) =>
    removals.start(dana, {
      reviewId,
      isConfirmed,
      details: {
        companyKey,
        entities,
        items: reviewed,
        source: { of: 'license' },
        startedBy: 'dana@acme.example',
      },
      work: () => work,
    });
  const ended = async (id: string) => {
    for (;;) {
      const job = await removals.find(dana, id);
      if (job?.stage === 'done') return job;
      await wait(20);
    }
  };
  return { state, room, removals, review, start, ended, writes, names, failing };
}

test('T55: a job whose process has died is not known after 20 s, is settled by the list, and never starts again', async () => {
  const { state, room, review, start } = openRemovals();
  const { work, log, rows } = openBackend(items(30));
  const never = new Promise<void>(() => {});
  const started = Object(await start(await review(), { ...work, remove: () => never }));
  const { id } = started;
  // Another replica reads the same record after the death of the first one.
  const other = createRemovals(room, { now: Date.now, isDraining: () => false });
  await eventually('its last record', async () => (await other.find(dana, id))?.stage === 'removing');
  const record = await other.find(dana, id);
  if (!record) throw new Error('no record');
  const interrupted = currentState(record, 20_001);
  expect(interrupted.stage).toBe('done');
  expect(new Set(interrupted.results.map(result => result?.outcome.type))).toEqual(new Set(['unknown']));
  rows.delete(itemKey(item('u0')));
  state.ahead = 21_000;
  const settled = await other.check(dana, id, interrupted, work);
  expect(settled.results[0]?.outcome).toEqual({ type: 'removed' });
  expect(settled.results[1]?.outcome).toEqual({ type: 'failed', reason: 'interrupted' });
  expect(log.audited.slice(0, 2)).toEqual(['u0 removed', 'u1 failed']);
  await other.check(dana, id, interrupted, work);
  expect(log.audited).toHaveLength(30);
  expect(log.removed).toEqual([]);
});

test('T55: a job whose record the store has lost is found in the process that carries it out, by its session alone', async () => {
  const { room, review, start, removals } = openRemovals();
  const { work } = openBackend(items(30));
  const { id } = Object(await start(await review(), { ...work, remove: () => new Promise(() => {}) }));
  await room.of({ name: 'job', schema: jobSchema, ttlMs: JOB_TTL_MS }).remove(dana, id);
  expect((await removals.find(dana, id))?.items).toHaveLength(30);
  expect(await removals.find({ ...dana, sessionId: 'other' }, id)).toBeUndefined();
});

test('T79: a job that waits is recorded every five seconds, and one that changes within a second', async () => {
  const { writes, review, start, removals } = openRemovals();
  const clock = jest.spyOn(performance, 'now');
  const gate = Promise.withResolvers<void>();
  const { work } = openBackend(items(30));
  const { find } = work;
  await start(await review(), { ...work, find: each => gate.promise.then(() => find(each)) });
  writes.length = 0;
  const lookTwice = async () => {
    const before = clock.mock.calls.length;
    await eventually('the job looks twice', async () => clock.mock.calls.length >= before + 2);
  };
  const now = performance.now();
  clock.mockReturnValue(now);
  await lookTwice();
  expect(writes).toEqual([]);
  clock.mockReturnValue(now + 5000);
  await eventually('it is recorded again', async () => writes.length > 0);
  await lookTwice();
  expect(writes).toHaveLength(1);
  gate.resolve();
  await eventually('its end is recorded', async () => writes.length > 1);
  await removals.close();
});

test('T79: a company has twenty running jobs, and the next confirmation keeps its review and leaves no job', async () => {
  const { names, review, start, removals } = openRemovals();
  const gate = Promise.withResolvers<void>();
  const { work } = openBackend(items(30));
  const held = { ...work, find: (each: readonly RemovalItem[]) => gate.promise.then(() => work.find(each)) };
  for (let count = 0; count < 20; count++)
    expect(await start(await review(), held)).toMatchObject({ isNew: true });
  const id = await review();
  const before = names.size;
  expect(await start(id, held)).toBe('too many jobs');
  expect(names.size).toBe(before);
  expect((await removals.reviews.get(dana, id))?.job).toBeUndefined();
  gate.resolve();
  await eventually('one has ended', async () => (await start(id, work)) !== 'too many jobs');
  await removals.close();
});

test('T71: a confirmation that is refused leaves no job', async () => {
  const { names, review, start, removals } = openRemovals();
  const { work } = openBackend(items(30));
  const id = await review();
  const before = names.size;
  expect(await start(id, work, () => false)).toBe('changed');
  expect(names.size).toBe(before);
  await removals.close();
});

test('an error of the store, other than that it is away, is reported once', async () => {
  const { failing, review, start, removals } = openRemovals();
  const { work } = openBackend(items(30));
  const failures: unknown[] = [];
  const id = await review();
  const gate = Promise.withResolvers<void>();
  await start(id, {
    ...work,
    find: each => gate.promise.then(() => work.find(each)),
    onFailure: error => failures.push(error),
  });
  failing.error = new StoreUnavailable();
  gate.resolve();
  await eventually('a record was tried', async () => failing.count > 0);
  expect(failures).toEqual([]);
  failing.error = new TypeError('a bug');
  const seen = failing.count;
  await eventually('two more were tried', async () => failing.count > seen + 2);
  expect(failures).toEqual([failing.error]);
  failing.error = undefined;
  await removals.close();
});
