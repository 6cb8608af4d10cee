import { expect, test } from '@jest/globals';
import { createList } from '../../../server/lists/list';
import { type SortTask, sortTable } from '../../../server/lists/sort';
import { createTable } from '../../../server/lists/table';
import { readBlocks, readRows } from './rows';

const KIBIBYTE = 1024;

/** Returns a list of people with these names, and how often they were seen. */
function listOf(names: readonly string[]) {
  const table = createTable([...names.entries()], {
    texts: { name: ([, name]) => name },
    counts: { seen: ([index]) => index },
  });
  return createList<{ name: string; seen: number }>(table, async (task: SortTask) => sortTable(task));
}

const listQuery = {
  query: '',
  searchIn: [],
  order: { key: 'seen' as const, direction: 'desc' as const, ties: [] },
};

test.each([
  ['short', 30_000, 8],
  ['long', 300, 8 * KIBIBYTE],
  ['longer than a block', 3, 512 * KIBIBYTE],
])('blocks of texts that are %s have a limited size and contain all rows', async (_case, rows, length) => {
  const names = Array.from({ length: rows }, (_, index) => String(index).padEnd(length, '-'));
  const all = await listOf(names).all(listQuery);
  const blocks = readBlocks(all, ['name', 'seen']);
  expect(blocks.length).toBeGreaterThan(2);
  const limit = 128 * KIBIBYTE + length;
  for (const { columns } of blocks) {
    const lengths = columns.flatMap(column => ('joined' in column ? [column.joined.length] : []));
    expect(lengths.map(each => each <= limit)).toEqual([true]);
  }
  expect(readRows(all, ['name', 'seen'])).toEqual(names.map((name, seen) => ({ name, seen })).toReversed());
});
