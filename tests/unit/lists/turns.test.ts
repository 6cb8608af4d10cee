import { expect, test } from '@jest/globals';
import { createTurns } from '../../../server/lists/turns';

/** Work that goes on until the test ends it, one piece after the other. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    doing: (name: string) => async () => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    },
    finish: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

test('so much is done at a time, and the rest in the order in which it came', async () => {
  const work = createWork();
  const inTurn = createTurns(2);
  const results = ['a', 'b', 'c', 'd'].map(name => inTurn(work.doing(name)));
  expect(work.begun).toEqual(['a', 'b']);
  work.finish('b');
  expect(await results[1]).toBe('b');
  expect(work.begun).toEqual(['a', 'b', 'c']);
  work.finish('a');
  work.finish('c');
  expect(await results[0]).toBe('a');
  expect(await results[2]).toBe('c');
  expect(work.begun).toEqual(['a', 'b', 'c', 'd']);
  work.finish('d');
  expect(await results[3]).toBe('d');
});

test('what fails keeps nobody from their turn', async () => {
  const work = createWork();
  const inTurn = createTurns(1);
  const failing = inTurn(work.doing('a'));
  const next = inTurn(work.doing('b'));
  work.fail('a');
  await expect(failing).rejects.toThrow('a');
  work.finish('b');
  expect(await next).toBe('b');
  const later = inTurn(work.doing('c'));
  expect(work.begun).toEqual(['a', 'b', 'c']);
  work.finish('c');
  await later;
});
