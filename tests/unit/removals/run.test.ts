import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { BackendError } from '../../../server/errors';
import { createCompanyCalls } from '../../../server/removals/company-calls';
import type { RemovalItem } from '../../../server/removals/items';
import { RemovalRun, type RunOptions, type RunWork } from '../../../server/removals/run';
import { eventually } from '../../support/time/eventually';
import { heldBackend, items, listed, newRun, runOptions, work } from './removal-stand-ins';

const never = new AbortController().signal;

/** Follows a run to its end. Returns the number of its results at each change. */
async function follow(run: RemovalRun, signal = never): Promise<number[]> {
  const counts: number[] = [];
  for await (const _change of run.changes(signal)) counts.push(run.state.results.length);
  return counts;
}

const outcomes = (run: RemovalRun) =>
  run.state.results.toSorted((a, b) => a.index - b.index).map(({ outcome }) => outcome);

test('P249 F17.run: finishes removals in flight after the browser has disconnected, and starts no others', async () => {
  const backend = heldBackend();
  const run = new RemovalRun(newRun(items(10)), backend.work, runOptions({ abandonAfterMs: 1 }));
  await eventually('the run is abandoned with four calls in flight', async () => {
    return run.state.stopped === 'browser left' && backend.waiting() === 4;
  });
  backend.answer();
  await run.done;
  expect([backend.started(), run.state.results.length]).toEqual([4, 4]);
  expect(run.state.results.map(({ holder }) => holder)).toEqual(Array(4).fill('nobody'));
});

test('P249: continues while a page shows it', async () => {
  const backend = heldBackend();
  const run = new RemovalRun(newRun(items(10)), backend.work, runOptions({ abandonAfterMs: 1 }));
  const pages = Promise.all([follow(run), follow(run)]);
  while (run.state.stage !== 'done') {
    backend.answer();
    await wait(1);
  }
  for (const counts of await pages) expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect([run.state.stopped, run.state.results.length]).toEqual([undefined, 10]);
  expect(await follow(run)).toEqual([]);
});

test('P249: a page stops following when it is closed', async () => {
  const backend = heldBackend();
  const run = new RemovalRun(newRun(items(4)), backend.work, runOptions());
  const leaving = new AbortController();
  const following = follow(run, leaving.signal);
  await eventually('four are in flight', async () => backend.waiting() === 4);
  leaving.abort();
  await following;
  backend.answer();
  await run.done;
});

test('P249: starts no further removals while the process drains', async () => {
  const backend = heldBackend();
  let isDraining = false;
  const run = new RemovalRun(newRun(items(10)), backend.work, runOptions({ isDraining: () => isDraining }));
  const following = follow(run);
  await eventually('four are in flight', async () => backend.waiting() === 4);
  isDraining = true;
  backend.answer();
  await following;
  expect([run.state.stopped, run.state.results.length]).toEqual(['shutting down', 4]);
});

describe('T54: compares the items with a fresh list, and does not remove those', () => {
  const [license] = items(1) as [RemovalItem];
  test.each([
    ['that have left it', undefined, { type: 'left' }],
    [
      'of another person',
      { ...license, email: 'ceo@acme.example' },
      { type: 'reassigned', email: 'ceo@acme.example' },
    ],
    ['that are in use since', { ...license, recentActivity: 3 }, { type: 'active', recentActivity: 3 }],
  ])('T54: %s', async (_case, current, outcome) => {
    let calls = 0;
    const remove = async () => void calls++;
    const find = async () => listed(current ? [current] : []);
    const run = new RemovalRun(newRun([license]), { ...work, find, remove }, runOptions());
    await run.done;
    expect([outcomes(run), calls]).toEqual([[outcome], 0]);
  });

  test('T54: but an address that is only spelled differently belongs to the same person', async () => {
    const find = async () => listed([{ ...license, email: ' p0@ACME.Example' }]);
    const run = new RemovalRun(newRun([license]), { ...work, find }, runOptions());
    await run.done;
    expect(outcomes(run)).toEqual([{ type: 'removed' }]);
  });
});

describe('T54: a run compares an item again if more than a second has passed before its call', () => {
  type Change = (list: Map<string, RemovalItem>) => ReadonlyMap<string, RemovalItem>;

  const reassigned =
    (id: string): Change =>
    list => {
      const item = list.get(`license ${id}`);
      return item ? list.set(`license ${id}`, { ...item, email: 'ceo@acme.example' }) : list;
    };
  const unavailable: Change = () => {
    throw new BackendError('The list cannot be fetched', 'timeout');
  };

  /** A run with a clock and a list that tests change. */
  function startRun(count: number, remove: RunWork['remove'], options: Partial<RunOptions> = {}) {
    let time = 0;
    let change: Change = list => list;
    const called: string[] = [];
    const run = new RemovalRun(
      newRun(items(count)),
      {
        ...work,
        find: async of => ({ ...listed(of), items: change(listed(of).items) }),
        remove: item => {
          called.push(item.id);
          return remove(item);
        },
      },
      runOptions({ now: () => time, ...options }),
    );
    const later = (milliseconds: number, next: Change) => {
      time += milliseconds;
      change = next;
    };
    return { run, called, later };
  }

  /** Starts a run whose first four calls take 1.1 seconds. During them, the list changes. */
  async function longRun(change: Change) {
    const backend = heldBackend();
    const { run, called, later } = startRun(6, backend.work.remove);
    await eventually('four are in flight', async () => backend.waiting() === 4);
    later(1100, change);
    await eventually('the others are in flight or done', async () => {
      backend.answer();
      return run.state.stage === 'done';
    });
    return { run, called };
  }

  test('T54: and does not remove those that were reassigned or removed meanwhile', async () => {
    const { run, called } = await longRun(list => {
      list.delete('license U-5');
      return reassigned('U-4')(list);
    });
    expect(called).toEqual(['U-0', 'U-1', 'U-2', 'U-3']);
    expect(outcomes(run).slice(4)).toEqual([
      { type: 'reassigned', email: 'ceo@acme.example' },
      { type: 'left' },
    ]);
  });

  test('T54: and stops if the list cannot be fetched', async () => {
    const { run, called } = await longRun(unavailable);
    expect(called).toEqual(['U-0', 'U-1', 'U-2', 'U-3']);
    expect([run.state.stopped, run.state.results.length]).toEqual(['list unavailable', 4]);
  });

  const tooManyRequests = new BackendError('Failed to revoke license', 'status', {
    upstreamStatus: 429,
    upstreamRetryAfter: 1500,
  });

  /** Starts a run of one item. The backend answers 429 to its call, and during the pause the list changes. */
  async function refusedRun(change: Change) {
    const { run, called, later } = startRun(1, async () => {
      throw tooManyRequests;
    });
    await eventually('the run waits for the backend', async () => called.length === 1);
    later(2000, change);
    await run.done;
    return { run, called };
  }

  test('T54: also after the backend has answered 429', async () => {
    const { run, called } = await refusedRun(reassigned('U-0'));
    expect(called).toEqual(['U-0']);
    expect(outcomes(run)).toEqual([{ type: 'reassigned', email: 'ceo@acme.example' }]);
  });

  test('T54: which is the outcome if the list cannot be fetched then', async () => {
    const { run, called } = await refusedRun(unavailable);
    expect(called).toEqual(['U-0']);
    expect([run.state.stopped, outcomes(run)]).toEqual([
      'list unavailable',
      [{ type: 'failed', failure: 429 }],
    ]);
  });

  test('T54: also after it has waited for the calls of another run', async () => {
    const companyCalls = createCompanyCalls();
    const other = heldBackend();
    const others = items(4).map(item => ({ ...item, id: `other ${item.id}` }));
    const first = new RemovalRun(newRun(others), other.work, runOptions({ companyCalls }));
    await eventually('the company has four calls in flight', async () => other.waiting() === 4);
    const { run, called, later } = startRun(1, async () => {}, { companyCalls });
    await eventually('the item waits', async () => run.inFlight.size === 1);
    later(1100, reassigned('U-0'));
    other.answer();
    await Promise.all([first.done, run.done]);
    expect(called).toEqual([]);
    expect(outcomes(run)).toEqual([{ type: 'reassigned', email: 'ceo@acme.example' }]);
  });
});

test('a run whose list cannot be fetched removes nothing', async () => {
  const find = async () => {
    throw new BackendError('Failed to get scanner account stats', 'status', { upstreamStatus: 500 });
  };
  const backend = heldBackend();
  const run = new RemovalRun(newRun(items(2)), { ...backend.work, find }, runOptions());
  await run.done;
  expect([run.state.stopped, run.state.results, backend.started()]).toEqual(['list unavailable', [], 0]);
});

test('T60: a run announces its items before its first call', async () => {
  const events: string[] = [];
  const run = new RemovalRun(
    newRun(items(2)),
    {
      ...work,
      onBegin: begun => void events.push(begun.map(({ id }) => id).join()),
      remove: async ({ id }) => void events.push(`DELETE ${id}`),
    },
    runOptions(),
  );
  await run.done;
  expect(events).toEqual(['U-0,U-1', 'DELETE U-0', 'DELETE U-1']);
});

test('the list at the end decides: a failed call counts as removed if its item is no longer listed', async () => {
  const gone = new Set<string>();
  const settled: string[] = [];
  const run = new RemovalRun(
    newRun(items(4)),
    {
      ...work,
      find: async of => listed(of.filter(({ id }) => !gone.has(id))),
      async remove({ id }) {
        if (id !== 'U-1' && id !== 'U-2') gone.add(id);
        if (id === 'U-0' || id === 'U-1') throw new BackendError('Failed to revoke license', 'timeout');
      },
      onSettled: (_result, { id }) => void settled.push(id),
    },
    runOptions(),
  );
  await run.done;
  const results = run.state.results.toSorted((a, b) => a.index - b.index);
  expect(results.map(({ outcome, holder }) => [outcome.type, holder])).toEqual([
    ['failed', 'nobody'],
    ['failed', 'same person'],
    ['removed', 'same person'],
    ['removed', 'nobody'],
  ]);
  expect(settled.toSorted()).toEqual(['U-0', 'U-2']);
});

test('T59: two runs of a company make four calls at once, and each item is removed once', async () => {
  const backend = heldBackend();
  const options = runOptions();
  const runs = [1, 2].map(() => new RemovalRun(newRun(items(6)), backend.work, options));
  await eventually('calls are in flight', async () => backend.waiting() === 4);
  await wait(20);
  expect(backend.waiting()).toBe(4);
  while (runs.some(run => run.state.stage !== 'done')) {
    expect(backend.waiting()).toBeLessThanOrEqual(4);
    backend.answer();
    await wait(1);
  }
  expect(backend.started()).toBe(6);
  const types = runs.flatMap(run => outcomes(run).map(({ type }) => type));
  expect(types.filter(type => type === 'removed')).toHaveLength(6);
  expect(types.filter(type => type === 'gone')).toHaveLength(6);
});

test('T59: runs of other companies do not wait', async () => {
  const backend = heldBackend();
  const options = runOptions();
  const run = (entity: string) =>
    new RemovalRun(newRun(items(4), { entities: { license: entity } }), backend.work, options);
  const runs = [run('acme'), run('globex')];
  await eventually('both have four calls in flight', async () => backend.waiting() === 8);
  backend.answer();
  await Promise.all(runs.map(({ done }) => done));
});
