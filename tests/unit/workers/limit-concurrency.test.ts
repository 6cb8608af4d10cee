import { expect, test } from '@jest/globals';
import { limitConcurrency } from '../../../server/workers/limit-concurrency';

/** Creates tasks that run until the test finishes them. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    task: (name: string) => async () => {
      started.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    },
    finish: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

test('tasks beyond the limit wait, and start in the order of the calls', async () => {
  const work = createWork();
  const limit = limitConcurrency(2);
  const results = ['a', 'b', 'c', 'd'].map(name => limit.run(work.task(name)));
  expect(work.started).toEqual(['a', 'b']);
  expect(limit.pending()).toBe(4);
  work.finish('b');
  expect(await results[1]).toBe('b');
  expect(work.started).toEqual(['a', 'b', 'c']);
  work.finish('a');
  work.finish('c');
  expect(await results[0]).toBe('a');
  expect(await results[2]).toBe('c');
  expect(work.started).toEqual(['a', 'b', 'c', 'd']);
  work.finish('d');
  expect(await results[3]).toBe('d');
  expect(limit.pending()).toBe(0);
});

test('the next task starts after a failure', async () => {
  const work = createWork();
  const limit = limitConcurrency(1);
  const failing = limit.run(work.task('a'));
  const next = limit.run(work.task('b'));
  work.fail('a');
  await expect(failing).rejects.toThrow('a');
  work.finish('b');
  expect(await next).toBe('b');
  const later = limit.run(work.task('c'));
  expect(work.started).toEqual(['a', 'b', 'c']);
  work.finish('c');
  await later;
});
