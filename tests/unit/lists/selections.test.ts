import { expect, test } from '@jest/globals';
import { createList } from '../../../server/lists/list';
import { type SortTask, sortTable } from '../../../server/lists/sort';
import { createTable } from '../../../server/lists/table';

/** Returns a list of people without any leads: so many ties are not sorted on the event loop. */
function listOfTies() {
  const names = Array.from({ length: 3000 }, (_, index) => `p${String((index * 7) % 3000).padStart(4, '0')}`);
  const table = createTable(names, { texts: { name: name => name }, counts: { leads: () => 0 } });
  const tasks: SortTask[] = [];
  const failures: Error[] = [];
  const list = createList(table, async task => {
    tasks.push(task);
    const failure = failures.shift();
    if (failure) throw failure;
    return sortTable(task);
  });
  return { list, tasks, failures };
}

const query = {
  query: '',
  searchIn: [],
  order: { key: 'leads', direction: 'desc', ties: ['name'] },
} as const;

test('the ties of a page are sorted once', async () => {
  const { list, tasks } = listOfTies();
  const first = await list.page(query, 2);
  expect(first.rows.map(({ name }) => name).slice(0, 2)).toEqual(['p0025', 'p0026']);
  expect(await list.page(query, 2)).toEqual(first);
  expect(tasks).toHaveLength(1);
  expect((await list.page(query, 3)).rows[0]?.name).toBe('p0050');
  expect(tasks).toHaveLength(2);
});

test('a sort that fails is retried by the next request', async () => {
  const { list, failures } = listOfTies();
  failures.push(new Error('The queue is full'));
  await expect(list.page(query, 2)).rejects.toThrow('The queue is full');
  expect((await list.page(query, 2)).rows[0]?.name).toBe('p0025');
});
