import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createPool } from '../../../server/workers/pool';
import { closeAfterTest } from '../../support/end';

interface Tasks {
  readonly [name: string]: (input: unknown) => unknown;
}

const poolOf = (options: Omit<Parameters<typeof createPool>[1], 'onError'> = {}) =>
  closeAfterTest(
    createPool<Tasks>(resolve('tests/unit/workers/stand-in-worker.mjs'), { onError: () => {}, ...options }),
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
    await expect(pool.run('echo', 5)).rejects.toEqual(overloaded);
    expect(await Promise.all(tasks)).toEqual([1, 2, 3]);
    expect(await pool.run('echo', 6)).toBe(6);
  });

  test('rejects a queued task that is aborted, but completes a running one', async () => {
    const pool = poolOf();
    const abort = new AbortController();
    const [first, second] = [1, 2].map(input => pool.run('echo', input, abort));
    const other = pool.run('echo', 3);
    await nextTurn();
    abort.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(await first).toBe(1);
    expect(await other).toBe(3);
  });

  test('rejects with the task’s error, and runs the next task', async () => {
    const pool = poolOf();
    const failing = pool.run('fail', undefined);
    const next = pool.run('echo', 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });

  test('runs one task of an owner at a time, and never lets another owner wait for it', async () => {
    const pool = poolOf({ threads: 2, maxPendingPerOwner: 2 });
    const done: unknown[] = [];
    const [stuck, next] = ['hang', 'echo'].map(task => pool.run(task, 'ada', { owner: 'ada' }));
    stuck?.catch(() => {});
    next?.then(owner => done.push(owner)).catch(() => {});
    await expect(pool.run('echo', 'ada', { owner: 'ada' })).rejects.toEqual(overloaded);
    for (const owner of ['ben', 'cleo', 'ben']) done.push(await pool.run('echo', owner, { owner }));
    expect(done).toEqual(['ben', 'cleo', 'ben']);
  });

  test.each(['hang', 'spin'])(
    'T56: terminates the thread of a task that times out (%s), and starts a new one',
    async name => {
      const pool = poolOf({ timeoutMs: 500 });
      const stuck = pool.run(name, undefined);
      const next = pool.run('echo', 'next');
      await expect(stuck).rejects.toEqual(overloaded);
      expect(await next).toBe('next');
    },
  );

  test('T56: ends stuck tasks when it closes', async () => {
    const pool = poolOf();
    // The thread has started.
    await pool.run('echo', undefined);
    const ended = expect(pool.run('spin', undefined)).rejects.toEqual(overloaded);
    await nextTurn();
    await pool.close();
    await ended;
  });
});
