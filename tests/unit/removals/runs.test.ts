import timers from 'node:timers/promises';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { createCompanyCalls } from '../../../server/removals/company-calls';
import { createRecords } from '../../../server/removals/records';
import { REVIEW_TTL_MS } from '../../../server/removals/removals';
import type { RunView, RunWork } from '../../../server/removals/run';
import { type Review, type RunState, reviewSchema, runSchema } from '../../../server/removals/run-state';
import { type CurrentRun, createRemovalRuns, RUN_TTL_MS } from '../../../server/removals/runs';
import {
  COMPANY_LIMIT_BYTES,
  createMemoryStore,
  type RecordStore,
  StoreUnavailable,
} from '../../../server/removals/store';
import { MEBIBYTE } from '../../../server/units';
import { eventually } from '../../support/time/eventually';
import { heldBackend, items, listed, newRun, work } from './removal-stand-ins';

/** How much faster the time of the runs passes: they wait for half a second to five at a time. */
const HASTE = 10;

beforeEach(() => {
  const { setTimeout: wait } = timers;
  jest.spyOn(timers, 'setTimeout').mockImplementation((delay = 0, ...of) => wait(delay / HASTE, ...of));
});

const sessionKeys = ['a-secret-of-the-tests-0123456789-0123456789'] as const;
const never = new AbortController().signal;
const dana = { userId: 'dana', sessionId: 'session-1' };
const elsewhere = { userId: 'dana', sessionId: 'session-2' };

/** The store and the signals of two replicas, instead of Redis. */
function sharedState() {
  const store = createMemoryStore(Date.now);
  const current = new Map<string, CurrentRun>();
  const [alive, followed] = [new Set<string>(), new Set<string>()];
  const state = { isDown: false };
  const guarded: RecordStore = {
    keep: async (...of) => (state.isDown ? Promise.reject(new StoreUnavailable()) : store.keep(...of)),
    get: async name => (state.isDown ? Promise.reject(new StoreUnavailable()) : store.get(name)),
  };
  return {
    state,
    current,
    followed,
    store: guarded,
    alive,
    signals: {
      async claim(userId: string, run: CurrentRun) {
        const existing = current.get(userId);
        if (!existing) current.set(userId, run);
        return existing ?? run;
      },
      async release(userId: string, id: string) {
        if (current.get(userId)?.id === id) current.delete(userId);
      },
      async keepAlive(id: string) {
        alive.add(id);
      },
      isAlive: async (id: string) => alive.has(id),
      async follow(id: string) {
        followed.add(id);
      },
      isFollowed: async (id: string) => followed.has(id),
    },
  };
}

function createReplica(shared?: ReturnType<typeof sharedState>, { abandonAfterMs = 60_000 } = {}) {
  const records = createRecords({ sessionKeys }, { now: Date.now, shared: shared?.store });
  const reviews = records.of({ name: 'review', schema: reviewSchema, ttlMs: REVIEW_TTL_MS, limit: 10 });
  const runs = createRemovalRuns({
    reviews,
    records: records.of({ name: 'run', schema: runSchema, ttlMs: RUN_TTL_MS, limit: 20, hasOwnLimit: true }),
    companyCalls: createCompanyCalls(),
    signals: shared?.signals,
    now: Date.now,
    isDraining: () => false,
    abandonAfterMs,
  });
  return {
    reviews,
    runs,
    review: (owner = dana) =>
      reviews.create(owner, {
        company: 'acme',
        back: '/leads-capture',
        selection: { of: 'rows', rows: [] },
        once: 'once',
      }),
    async start(
      reviewId: string,
      {
        of = work,
        owner = dana,
        admit = async () => {},
        isConfirmed = () => true,
      }: { of?: RunWork; owner?: typeof dana } & Partial<
        Pick<Parameters<typeof runs.start>[1], 'admit' | 'isConfirmed'>
      > = {},
    ) {
      const initial = newRun(items(6));
      const started = await runs.start(owner, { reviewId, initial, isConfirmed, admit, work: () => of });
      return { id: '', ...('run' in started && started.run), outcome: started.outcome };
    },
  };
}

function replicas(options?: { abandonAfterMs?: number }) {
  const shared = sharedState();
  return { ...shared, own: createReplica(shared, options), other: createReplica(shared, options) };
}

async function end(run: RunView | undefined): Promise<RunState | undefined> {
  for await (const _change of run?.changes(never) ?? []);
  return run?.state;
}

/** What was left out of a review. */
const leftOut = {
  kind: 'license',
  id: 'L1',
  email: 'p1@acme.example',
  recentActivity: 0,
  totalActivity: 0,
  isUsed: false,
} as const;

test('T55: a review starts one run, however often and wherever it is confirmed', async () => {
  const { own, other } = replicas();
  const reviewId = await own.review();
  const started = await Promise.all([own, other, own, other].map(replica => replica.start(reviewId)));
  const ids = new Set(started.map(({ id }) => id));
  expect([ids.size, started.filter(({ outcome }) => outcome === 'started').length]).toEqual([1, 1]);
  const [id] = ids;
  await eventually('the run has ended', async () => {
    return (await other.runs.find(dana, id))?.state.stage === 'done';
  });
  for (const replica of [own, other]) {
    expect(await replica.start(reviewId)).toMatchObject({ id, outcome: 'running' });
  }
});

test('T55: a review is not confirmed while the store that knows whether it was used is unavailable', async () => {
  const { own, other, state } = replicas();
  const reviewId = await own.review();
  state.isDown = true;
  for (const replica of [own, other]) {
    await expect(replica.start(reviewId)).rejects.toThrow(StoreUnavailable);
  }
  // A review that begins meanwhile stays in its process.
  const local = await own.review();
  expect(await own.start(local)).toMatchObject({ outcome: 'started' });
  await own.runs.close();
  expect(await own.start(local)).toMatchObject({ outcome: 'running' });
  expect(await other.start(local)).toMatchObject({ outcome: 'review changed' });
});

test('an administrator has one run at a time, in all sessions and replicas', async () => {
  const { own, other, current } = replicas();
  const backend = heldBackend();
  const first = await own.start(await own.review(), { of: backend.work });
  const second = await other.review(elsewhere);
  for (const replica of [own, other]) {
    expect(await replica.start(second, { owner: elsewhere })).toMatchObject({
      id: first.id,
      sessionId: dana.sessionId,
      outcome: 'running',
    });
    expect(await replica.runs.find(elsewhere, first.id)).toBeUndefined();
  }
  await eventually('the run ends', async () => {
    backend.answer();
    return !current.has('dana');
  });
  // The other review was not used up.
  await eventually('the second begins', async () => {
    return (await own.start(second, { owner: elsewhere })).outcome === 'started';
  });
  await own.runs.close();
});

/** Two confirmations at once, of which the first is not admitted before `admit` or `refuse` is called. */
async function startTwo() {
  const { own, other, current } = replicas();
  const { promise: admitted, resolve: admit, reject: refuse } = Promise.withResolvers<void>();
  const first = own.start(await own.review(), { of: heldBackend().work, admit: () => admitted });
  await eventually('the first run is claimed', async () => current.has('dana'));
  return { other, admit, refuse, first, second: other.start(await other.review()) };
}

test('P250: a replica leads to a run of another one only once that has begun', async () => {
  const { other, admit, first, second } = await startTwo();
  admit();
  const { id } = await first;
  expect(await second).toMatchObject({ id, outcome: 'running' });
  expect((await other.runs.find(dana, id))?.state.stage).not.toBe('done');
});

test('T51: a run that is refused for the hourly limit does not keep another replica from starting one', async () => {
  const { refuse, first, second } = await startTwo();
  refuse(new Error('Refused'));
  await expect(first).rejects.toThrow('Refused');
  expect(await second).toMatchObject({ outcome: 'started' });
});

test('P250: another replica shows a run to its session only', async () => {
  const { own, other } = replicas();
  const { id } = await own.start(await own.review());
  await end(await own.runs.find(dana, id));
  await own.runs.close();
  const found = await other.runs.find(dana, id);
  expect(found?.state).toMatchObject({ stage: 'done', items: items(6), startedBy: 'dana@acme.example' });
  expect(found?.state.results).toHaveLength(6);
  expect(await other.runs.find({ ...dana, userId: 'eve' }, id)).toBeUndefined();
  expect(await other.runs.find(elsewhere, id)).toBeUndefined();
  expect(await other.runs.find(dana, 'run-2')).toBeUndefined();
});

test('P247: a page on another replica follows a run to its end', async () => {
  const { own, other } = replicas();
  const backend = heldBackend();
  const { id } = await own.start(await own.review(), { of: backend.work });
  const found = await other.runs.find(dana, id);
  expect(found?.state.stage).not.toBe('done');
  const following = end(found);
  await eventually('the run ends', async () => {
    backend.answer();
    return (await own.runs.find(dana, id))?.state.stage === 'done';
  });
  expect((await following)?.results).toHaveLength(6);
  expect(found?.state.stopped).toBeUndefined();
});

test('P249: a run continues while a page on another replica follows it, and stops without one', async () => {
  const { own, followed } = replicas({ abandonAfterMs: 1 });
  const backend = heldBackend();
  const { id } = await own.start(await own.review(), { of: backend.work });
  followed.add(id);
  await eventually('four are in flight', async () => backend.waiting() === 4);
  const run = await own.runs.find(dana, id);
  expect(run?.state.stopped).toBeUndefined();
  followed.delete(id);
  await eventually('the run is abandoned', async () => run?.state.stopped === 'browser left');
  backend.answer();
  await own.runs.close();
  expect(run?.state.results).toHaveLength(4);
});

test('P249: another replica knows whether the administrator has seen the end of a run', async () => {
  const { own, other } = replicas();
  const { id } = await own.start(await own.review());
  await own.runs.close();
  expect((await other.runs.find(dana, id))?.state.isSeen).toBe(false);
  await other.runs.markSeen(dana, id);
  expect((await own.runs.find(dana, id))?.state.isSeen).toBe(true);
});

test('P380: a run whose process has died ends after a while, without results for what may have been called', async () => {
  const { own, other, alive, current, signals } = replicas();
  const { id } = await own.start(await own.review(), { of: heldBackend().work });
  // Its process does nothing anymore.
  const { claim } = signals;
  signals.keepAlive = async () => {};
  signals.claim = async (userId, run) => (run.id === id ? run : claim(userId, run));
  alive.clear();
  const found = await other.runs.find(dana, id);
  expect(found?.state).toMatchObject({ stage: 'comparing', results: [] });
  const state = await end(found);
  expect(state?.results.map(({ outcome }) => outcome)).toEqual(
    Array(6).fill({ type: 'failed', failure: 'restart' }),
  );
  await eventually('another run can be claimed', async () => !current.has('dana'));
  expect(await other.start(await other.review())).toMatchObject({ outcome: 'started' });
});

test('P380: a run continues on all replicas after an outage that was longer than its heartbeat', async () => {
  const { own, other, alive, current } = replicas();
  const backend = heldBackend();
  const { id } = await own.start(await own.review(), { of: backend.work });
  const second = await other.review();
  alive.clear();
  // The page of the run, and another confirmation, at the first moment after the outage.
  const found = await other.runs.find(dana, id);
  const started = other.start(second);
  expect(found?.state.stage).not.toBe('done');
  expect(await started).toMatchObject({ id, outcome: 'running' });
  expect(current.get('dana')?.id).toBe(id);
  await eventually('the run ends', async () => {
    backend.answer();
    return (await own.runs.find(dana, id))?.state.stage === 'done';
  });
  expect((await end(found))?.results.map(({ outcome }) => outcome)).toEqual(
    Array(6).fill({ type: 'removed' }),
  );
});

test('P250: the end of a run during an outage reaches the other replicas, and its pages there continue', async () => {
  const { own, other, current, state } = replicas();
  const backend = heldBackend();
  const { id } = await own.start(await own.review(), { of: backend.work });
  const remote = await other.runs.find(dana, id);
  state.isDown = true;
  const following = end(remote);
  await eventually('the run ends', async () => {
    backend.answer();
    return (await own.runs.find(dana, id))?.state.stage === 'done';
  });
  await expect(other.runs.find(dana, id)).rejects.toThrow(StoreUnavailable);
  state.isDown = false;
  expect((await following)?.results).toHaveLength(6);
  await eventually('another run can be claimed', async () => !current.has('dana'));
});

test('T67: the end of a run is stored whatever its size, even if there is no room for its record anymore', async () => {
  const { own, other, store } = replicas();
  const started = await own.start(await own.review(), {
    of: {
      ...work,
      async find(of) {
        const retention = {
          ttlMs: RUN_TTL_MS,
          company: JSON.stringify(['run', 'acme']),
          group: 'runs of a colleague',
          groupLimit: 5,
          isNew: true,
        };
        await store.keep('a run of a colleague', 'x'.repeat(COMPANY_LIMIT_BYTES - 1024), retention);
        return listed(of.map(item => ({ ...item, email: 'x'.repeat(2 * MEBIBYTE) })));
      },
    },
  });
  await eventually('the end is stored', async () => {
    const run = await other.runs.find(dana, started.id);
    return run?.state.results.filter(({ outcome }) => outcome.type === 'reassigned').length === 6;
  });
});

test('T67: selections of colleagues end no run', async () => {
  const { own, other } = replicas();
  const { id } = await own.start(await own.review());
  const large = {
    company: 'acme',
    back: '/',
    once: 'once',
    leftOut: [{ ...leftOut, id: 'x'.repeat(MEBIBYTE) }],
  };
  for (let colleague = 0; colleague < 9; colleague++) {
    const owner = { userId: `colleague ${colleague}`, sessionId: 'session' };
    await own.reviews.create(owner, { ...large, selection: { of: 'rows', rows: [] } });
  }
  expect(await other.runs.find(dana, id)).toBeDefined();
});

test('P373: changes of one review at the same time are all made, and none after its confirmation', async () => {
  const { own, other } = replicas();
  const reviewId = await own.review();
  const leaveOut = (replica: typeof own, email: string) =>
    replica.reviews.update(dana, reviewId, review =>
      review.run === undefined
        ? { ...review, leftOut: [...(review.leftOut ?? []), { ...leftOut, email }] }
        : review,
    );
  const emails = items(20).map(({ email }) => email);
  await Promise.all(emails.map((email, index) => leaveOut(index % 2 === 0 ? own : other, email)));
  expect((await own.reviews.read(dana, reviewId))?.leftOut?.map(({ email }) => email).toSorted()).toEqual(
    emails.toSorted(),
  );
  const { id } = await own.start(reviewId);
  expect(await leaveOut(other, 'late@acme.example')).toMatchObject({ run: id });
  expect((await own.reviews.read(dana, reviewId))?.leftOut).toHaveLength(20);
});

test('T55: a review that changes while it is confirmed starts no run', async () => {
  const { own, other } = replicas();
  const reviewId = await own.review();
  const admit = async () => {
    await other.reviews.update(dana, reviewId, review => ({ ...review, leftOut: [leftOut] }));
  };
  const isConfirmed = ({ leftOut }: Review) => leftOut === undefined;
  expect(await own.start(reviewId, { isConfirmed, admit })).toMatchObject({ outcome: 'review changed' });
  expect(await other.start(reviewId)).toMatchObject({ outcome: 'started' });
});

test('P250: a run without a confirmed end is settled by the list later', async () => {
  const { runs, review, start } = createReplica();
  let calls = 0;
  const find: RunWork['find'] = async of => {
    if (++calls === 2) throw new Error('The list cannot be fetched');
    return work.find(calls === 1 ? of : []);
  };
  const { id } = await start(await review(), { of: { ...work, find } });
  const holders = (state: RunState | undefined) => state?.results.map(({ holder }) => holder);
  // Its end has not been recorded yet.
  const state = await end(await runs.find(dana, id));
  expect(holders(state)).toEqual(Array(6).fill(undefined));
  const settled = await runs.confirm(dana, id, state as RunState, find);
  expect(holders(settled)).toEqual(Array(6).fill('nobody'));
  expect(holders((await runs.find(dana, id))?.state)).toEqual(Array(6).fill('nobody'));
});

test('T63: four pages of an administrator follow runs in one process', () => {
  const { runs } = createReplica();
  const [first] = Array.from({ length: 4 }, () => runs.follow(dana));
  expect(runs.follow(dana)).toBeUndefined();
  expect(runs.follow({ userId: 'eve', sessionId: 'other' })).toBeDefined();
  first?.();
  expect(runs.follow(dana)).toBeDefined();
});
