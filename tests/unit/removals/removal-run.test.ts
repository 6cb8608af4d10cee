import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type RemovalItem, RemovalRun, type RunOptions } from '../../../server/removals/run';

const items: readonly RemovalItem[] = Array.from({ length: 10 }, (_, index) => ({
  kind: 'license',
  id: `U-${index}`,
  email: `p${index}@acme.example`,
  recentActivity: 0,
}));

const options: RunOptions = {
  remove: async () => {},
  onResult() {},
  now: Date.now,
  abandonAfterMs: 60_000,
  isDraining: () => false,
  isFollowedElsewhere: async () => false,
};

/** Returns a backend that holds its responses until `answer` is called. */
function heldBackend() {
  const waiting: (() => void)[] = [];
  let started = 0;
  return {
    started: () => started,
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
    remove: () => {
      started += 1;
      return new Promise<void>(resolve => waiting.push(resolve));
    },
  };
}

async function follow(run: RemovalRun, leaving = new AbortController().signal): Promise<string[]> {
  const ids: string[] = [];
  for await (const { item } of run.follow(leaving)) ids.push(item.id);
  return ids;
}

test('P249 F17.run: finishes removals in flight after the browser has disconnected, and starts no others', async () => {
  const backend = heldBackend();
  const run = new RemovalRun('run', items, { ...options, remove: backend.remove, abandonAfterMs: 1 });
  while (run.stopped === undefined) await wait(1);
  backend.answer();
  await run.done;
  expect([backend.started(), run.results.length, run.remaining.length]).toEqual([4, 4, 6]);
  expect(run.stopped).toBe('browser left');
});

test('P249: continues while a page shows it, and each page gets every result once', async () => {
  const run = new RemovalRun('run', items, { ...options, abandonAfterMs: 1 });
  const ids = items.map(({ id }) => id);
  expect(await Promise.all([follow(run), follow(run)])).toEqual([ids, ids]);
  expect(await follow(run)).toEqual(ids);
  expect(run.stopped).toBeUndefined();
});

test('P249: a page stops following when it is closed', async () => {
  const backend = heldBackend();
  const run = new RemovalRun('run', items, { ...options, remove: backend.remove });
  const leaving = new AbortController();
  const following = follow(run, leaving.signal);
  leaving.abort();
  expect(await following).toEqual([]);
  const last = follow(run);
  while (!run.isDone) {
    backend.answer();
    await wait(1);
  }
  expect(await last).toHaveLength(10);
});

test('P249: starts no further removals while the process drains', async () => {
  const backend = heldBackend();
  let isDraining = false;
  const run = new RemovalRun('run', items, {
    ...options,
    remove: backend.remove,
    isDraining: () => isDraining,
  });
  const following = follow(run);
  while (backend.started() < 4) await wait(1);
  isDraining = true;
  backend.answer();
  expect(await following).toHaveLength(4);
  expect([run.stopped, run.remaining.length]).toEqual(['shutting down', 6]);
});
