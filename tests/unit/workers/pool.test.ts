import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createPool } from '../../../server/workers/pool';
import { closeAfterTest } from '../../support/end';
import { eventually } from '../../support/time/eventually';
import { patience } from '../../support/time/patience';

interface Tasks {
  readonly [name: string]: (input: unknown) => unknown;
}

const poolOf = (threads = 1, onError: (error: unknown) => void = () => {}) =>
  closeAfterTest(createPool<Tasks>(resolve('tests/unit/workers/stand-in-worker.mjs'), { threads, onError }));

const kind = 'any';
const overloaded = expect.objectContaining({ status: 503, retryAfter: 3 });

describe('a worker pool', () => {
  test('runs the tasks of a kind one at a time, in the order of the calls', async () => {
    const pool = poolOf(2);
    const done: unknown[] = [];
    const tasks = [1, 2, 3, 4, 5, 6].map(input =>
      pool.run('echo', input, { queue: kind }).then(output => done.push(output)),
    );
    await Promise.all(tasks);
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('lets no kind of task wait for another one', async () => {
    const pool = poolOf(2);
    const stuck = pool.run('hang', undefined, { queue: 'slow' });
    stuck.catch(() => {});
    for (const input of [1, 2, 3]) expect(await pool.run('echo', input, { queue: kind })).toBe(input);
  });

  test('rejects with the task’s error, and runs the next task', async () => {
    const pool = poolOf();
    const failing = pool.run('fail', undefined, { queue: kind });
    const next = pool.run('echo', 'next', { queue: kind });
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });

  test.each(['hang', 'spin'])(
    'T56: terminates the thread of a task that times out (%s), and starts a new one',
    async name => {
      const pool = poolOf();
      const stuck = pool.run(name, undefined, { queue: kind, timeoutMs: 500 });
      const next = pool.run('echo', 'next', { queue: kind });
      await expect(stuck).rejects.toEqual(overloaded);
      expect(await next).toBe('next');
    },
  );

  test('T87: waits longer for a task whose thread could not use the processor, but not for one that waits', async () => {
    const pool = poolOf();
    // The thread has started.
    await pool.run('echo', undefined, { queue: kind });
    expect(await pool.run('block', 700, { queue: kind, timeoutMs: 500 })).toBe('timed-out');
    const waiting = pool.run('sleep', 5000, { queue: kind, timeoutMs: 500 });
    await expect(waiting).rejects.toEqual(overloaded);
  });

  test('T56: ends stuck tasks when it closes', async () => {
    const pool = poolOf();
    // The thread has started.
    await pool.run('echo', undefined, { queue: kind });
    const ended = expect(pool.run('spin', undefined, { queue: kind })).rejects.toEqual(overloaded);
    await nextTurn();
    await pool.close();
    await ended;
  });
});

describe('T69: a task is on a thread that lives, and hears when that thread ends', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test.each([29_999, 30_000, 30_001])(
    'a task %i ms after the last one is carried out, although the thread ends when it is idle',
    async idleMs => {
      jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate', 'queueMicrotask'] });
      const pool = poolOf();
      const first = await pool.run('threadId', undefined, { queue: kind });
      jest.advanceTimersByTime(idleMs);
      const second = await pool.run('threadId', undefined, { queue: kind, timeoutMs: patience(5000) });
      expect(second === first).toBe(idleMs < 30_000);
      expect(await pool.run('threadId', undefined, { queue: kind })).toBe(second);
    },
  );

  test.each([
    ['exit', 'A worker thread exited with code 1'],
    ['crash', 'crashed'],
  ])(
    'a task whose thread ends (%s) is rejected, and the next ones run on a new thread',
    async (name, reason) => {
      const errors: unknown[] = [];
      const pool = poolOf(1, error => errors.push(error));
      const ended = pool.run(name, undefined, { queue: kind });
      const next = pool.run('echo', 'next', { queue: kind });
      await expect(ended).rejects.toThrow(reason);
      expect(await next).toBe('next');
      expect(errors).toEqual([]);
    },
  );

  test('a thread that ends between two tasks is reported, and replaced', async () => {
    const errors: unknown[] = [];
    const pool = poolOf(1, error => errors.push(error));
    const first = await pool.run('threadId', undefined, { queue: kind });
    await pool.run('exitSoon', undefined, { queue: kind });
    await eventually('the thread has ended', async () => errors.length > 0);
    expect(errors).toEqual([new Error('A worker thread exited with code 1')]);
    expect(await pool.run('threadId', undefined, { queue: kind })).not.toBe(first);
  });
});
