import { describe, expect, test } from '@jest/globals';
import { createFetchBudget, type FetchBudget, FetchRefused } from '../../../server/backends/fetch-budget';
import { MEBIBYTE } from '../../../shared/units';

const connected = new AbortController().signal;

function start(budget: FetchBudget, company = 'acme', signal = connected) {
  const fetch = budget.create(company);
  const state = { current: 'waiting' };
  fetch.start(signal).then(
    () => {
      state.current = 'running';
    },
    error => {
      state.current = error instanceof FetchRefused ? 'refused' : 'left';
    },
  );
  return { ...fetch, state };
}

/** Returns the states of fetches after pending callbacks have run. */
async function states(fetches: readonly ReturnType<typeof start>[]): Promise<string[]> {
  await new Promise(setImmediate);
  return fetches.map(({ state }) => state.current);
}

test('T38: fetches of one company run two at a time, in order, and all of them run while its bodies are small', async () => {
  const budget = createFetchBudget();
  const fetches = Array.from({ length: 6 }, () => start(budget));
  for (const [index, fetch] of fetches.entries()) {
    const left = fetches.slice(index);
    expect(await states(left)).toEqual(left.map((_, at) => (at < 2 ? 'running' : 'waiting')));
    expect(fetch.reserve(2 * MEBIBYTE)).toBe(true);
    fetch.release();
  }
});

test('T38: fetches of one company are refused if a body is large and two fetches are already waiting', async () => {
  const budget = createFetchBudget();
  const fetches = Array.from({ length: 6 }, () => start(budget));
  fetches[0]?.reserve(2 * MEBIBYTE + 1);
  fetches.push(start(budget));
  expect(await states(fetches)).toEqual([
    'running',
    'running',
    'waiting',
    'waiting',
    'refused',
    'refused',
    'refused',
  ]);
  for (const fetch of fetches) fetch.release();
  expect(await states([start(budget), start(budget), start(budget), start(budget), start(budget)])).toEqual([
    'running',
    'running',
    'waiting',
    'waiting',
    'waiting',
  ]);
});

test('T38: fetches of one company leave the queue when their signal aborts', async () => {
  const budget = createFetchBudget();
  const leaving = new AbortController();
  const fetches = [start(budget), start(budget), start(budget, 'acme', leaving.signal), start(budget)];
  leaving.abort();
  fetches[0]?.release();
  expect(await states(fetches)).toEqual(['running', 'running', 'left', 'running']);
  expect(await states([start(budget, 'acme', leaving.signal)])).toEqual(['left']);
});

describe('T38: bytes in flight', () => {
  test('T38: exclude chunks that arrive after the fetch has ended', () => {
    const budget = createFetchBudget(10 * MEBIBYTE);
    const ended = start(budget, 'a');
    ended.release();
    expect(ended.reserve(10 * MEBIBYTE)).toBe(false);
    expect(start(budget, 'b').reserve(10 * MEBIBYTE)).toBe(true);
  });

  test('T38: have one limit for the large bodies of all companies, and small bodies always fit', () => {
    const budget = createFetchBudget(10 * MEBIBYTE);
    const [first, second, third] = [start(budget, 'a'), start(budget, 'b'), start(budget, 'c')];
    expect(first.reserve(5 * MEBIBYTE)).toBe(true);
    expect(second.reserve(5 * MEBIBYTE)).toBe(true);
    expect(third.reserve(2 * MEBIBYTE)).toBe(true);
    expect(third.reserve(1)).toBe(false);
    third.release();
    first.release();
    expect(second.reserve(5 * MEBIBYTE)).toBe(true);
    second.reset();
    expect(start(budget, 'd').reserve(10 * MEBIBYTE)).toBe(true);
  });
});
