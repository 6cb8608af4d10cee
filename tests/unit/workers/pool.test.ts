import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createWorkerPool } from '../../../server/workers/pool';
import { closeAfterTest } from '../../support/backends/stand-in-backend';
import { eventually } from '../../support/time/eventually';

interface Tasks {
  readonly [name: string]: (input: unknown) => unknown;
}

const poolOf = (options: { maxPending?: number; timeout?: number } = {}) =>
  closeAfterTest(
    createWorkerPool<Tasks>(resolve('tests/unit/workers/stand-in-worker.mjs'), {
      onError: () => {},
      ...options,
    }),
  );

const overloaded = expect.objectContaining({ status: 503, retryAfter: 3 });

describe('a worker pool', () => {
  test('runs tasks one at a time, in the order of the calls', async () => {
    const pool = poolOf();
    const done: unknown[] = [];
    const tasks = [1, 2, 3, 4, 5, 6].map(input => pool.run('echo', input).then(output => done.push(output)));
    await Promise.all(tasks);
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('rejects tasks when its queue is full', async () => {
    const pool = poolOf({ maxPending: 3 });
    const tasks = [1, 2, 3].map(input => pool.run('echo', input));
    await expect(pool.run('echo', 4)).rejects.toEqual(overloaded);
    await expect(pool.runUnlessAborted(undefined, 'echo', 5)).rejects.toEqual(overloaded);
    expect(await Promise.all(tasks)).toEqual([1, 2, 3]);
    expect(await pool.run('echo', 6)).toBe(6);
  });

  test('skips a queued task that is aborted, but completes a running one', async () => {
    const pool = poolOf();
    const abort = new AbortController();
    const [first, second] = [1, 2].map(input => pool.runUnlessAborted(abort.signal, 'echo', input));
    const other = pool.run('echo', 3);
    abort.abort();
    expect(await first).toBe(1);
    expect(await second).toBeUndefined();
    expect(await other).toBe(3);
  });

  test('rejects with the task’s error, and runs the next task', async () => {
    const pool = poolOf();
    const failing = pool.run('fail', undefined);
    const next = pool.run('echo', 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });

  test.each(['hang', 'spin'])(
    'kills a worker whose task times out (%s), and starts a new one',
    async name => {
      // Includes the start of the thread.
      const pool = poolOf({ timeout: 2000 });
      const stuck = pool.run(name, undefined);
      await expect(stuck).rejects.toEqual(overloaded);
      await eventually(
        'a new worker runs tasks',
        async () => (await pool.run('echo', 'next').catch(() => undefined)) === 'next',
      );
    },
  );
});
