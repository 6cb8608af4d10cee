import { describe, expect, test } from '@jest/globals';
import { createLoadBudget, type LoadBudget, LoadRefused } from '../../../server/backends/load-budget';

const MEBIBYTE = 1024 * 1024;
const connected = new AbortController().signal;

/** Starts a load. Its `state` says whether it is running. */
function start(budget: LoadBudget, company = 'acme', signal = connected) {
  const load = budget.create(company);
  const state = { current: 'waiting' };
  load.start(signal).then(
    () => {
      state.current = 'running';
    },
    error => {
      state.current = error instanceof LoadRefused ? 'refused' : 'left';
    },
  );
  return { ...load, state };
}

/** Returns the states of loads after pending callbacks have run. */
async function states(loads: readonly ReturnType<typeof start>[]): Promise<string[]> {
  await new Promise(setImmediate);
  return loads.map(({ state }) => state.current);
}

test('T38: loads of one company run two at a time, in order, and all of them run while its bodies are small', async () => {
  const budget = createLoadBudget();
  const loads = Array.from({ length: 6 }, () => start(budget));
  for (const [index, load] of loads.entries()) {
    const left = loads.slice(index);
    expect(await states(left)).toEqual(left.map((_, at) => (at < 2 ? 'running' : 'waiting')));
    expect(load.reserve(2 * MEBIBYTE)).toBe(true);
    load.release();
  }
});

test('T38: loads of one company are refused if a body is large and two loads are already waiting', async () => {
  const budget = createLoadBudget();
  const loads = Array.from({ length: 6 }, () => start(budget));
  loads[0]?.reserve(2 * MEBIBYTE + 1);
  loads.push(start(budget));
  expect(await states(loads)).toEqual([
    'running',
    'running',
    'waiting',
    'waiting',
    'refused',
    'refused',
    'refused',
  ]);
  for (const load of loads) load.release();
  expect(await states([start(budget), start(budget), start(budget), start(budget), start(budget)])).toEqual([
    'running',
    'running',
    'waiting',
    'waiting',
    'waiting',
  ]);
});

test('T38: loads of one company leave the queue when their signal aborts', async () => {
  const budget = createLoadBudget();
  const leaving = new AbortController();
  const loads = [start(budget), start(budget), start(budget, 'acme', leaving.signal), start(budget)];
  leaving.abort();
  loads[0]?.release();
  expect(await states(loads)).toEqual(['running', 'running', 'left', 'running']);
  expect(await states([start(budget, 'acme', leaving.signal)])).toEqual(['left']);
});

describe('T38: bytes in flight', () => {
  test('T38: exclude chunks that arrive after the load has ended', () => {
    const budget = createLoadBudget(10 * MEBIBYTE);
    const ended = start(budget, 'a');
    ended.release();
    expect(ended.reserve(10 * MEBIBYTE)).toBe(false);
    expect(start(budget, 'b').reserve(10 * MEBIBYTE)).toBe(true);
  });

  test('T38: have one limit for the large bodies of all companies, and small bodies always fit', () => {
    const budget = createLoadBudget(10 * MEBIBYTE);
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
