import { expect, test } from '@jest/globals';
import { rowWith, textColumn } from '../../../server/lists/columns';
import { createList, type ListQuery } from '../../../server/lists/list';
import { type SortTask, sortTable } from '../../../server/lists/sort';
import { createTable } from '../../../server/lists/table';
import { PAGE_SIZE } from '../../../shared/list-state';
import { fc } from '../../support/data/properties';
import { readBlocks, readRows } from './rows';

// So few letters that texts often contain or equal each other. Some differ only by case or accent.
const letters = [..."aAbéEßİøŁ1-‑’'@.( \u00A0\u{1F600}中", 'e\u0301', '10', '9'];
const word = fc.array(fc.constantFrom(...letters), { maxLength: 5 }).map(parts => parts.join(''));
// Counts of up to 2, 4 and 8 bytes.
const count = fc.constantFrom(0, 1, 2, 2 ** 16, 2 ** 40, Number.MAX_SAFE_INTEGER);

const person = fc.record({ id: word, email: word, name: word, last30Days: count, total: count });
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never;
const texts = ['id', 'email', 'name'] as const;
const counts = ['last30Days', 'total'] as const;
type Text = (typeof texts)[number];
type Count = (typeof counts)[number];

interface Query extends ListQuery {
  readonly searchIn: readonly Text[];
  readonly ranges?: readonly { readonly key: Count; readonly min: number; readonly max: number }[];
  readonly order?: {
    readonly key: Text | Count;
    readonly direction: 'asc' | 'desc';
    readonly ties: readonly Text[];
  };
}

const shortList = fc.array(person, { maxLength: 60 });

/**
 * More rows than are sorted on the event loop. Rows repeat, so that ties span pages: the sorted column has from one value
 * to almost as many as rows.
 */
const longList = fc
  .record({
    kinds: fc.array(person, { minLength: 1, maxLength: 40 }),
    length: fc.integer({ min: 2001, max: 3000 }),
    values: fc.constantFrom(1, 2, 30, 1000),
  })
  .map(({ kinds, length, values }) =>
    Array.from({ length }, (_, index): Person => {
      const [kind] = kinds.slice(index % kinds.length);
      if (!kind) throw new Error('There is always a kind');
      return { ...kind, last30Days: (index * 7) % values, total: (index * 13) % values };
    }),
  );

const countRanges = fc.array(
  fc.record({
    key: fc.constantFrom(...counts),
    min: fc.constantFrom(0, 1, 2),
    max: fc.constantFrom(0, 1, 2 ** 40, Number.POSITIVE_INFINITY),
  }),
  { maxLength: 2 },
);

const listQuery: fc.Arbitrary<Query> = fc.record(
  {
    // Often blank, because only then thousands of rows are sorted.
    query: fc.oneof(
      fc.constant(''),
      word.filter(text => text.split('@').length <= 2),
    ),
    searchIn: fc.subarray([...texts], { minLength: 1 }),
    ranges: countRanges,
    order: fc.record({
      key: fc.constantFrom(...texts, ...counts),
      direction: fc.constantFrom('asc', 'desc'),
      ties: fc.constantFrom<readonly Text[]>([], ['email', 'id']),
    }),
  },
  { requiredKeys: ['query', 'searchIn'] },
);

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('‑', '-')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ');
const collator = new Intl.Collator('en', { numeric: true });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b)) || Number(a > b) - Number(a < b);
}

/** Returns the rows that a query selects, by a reference implementation. */
function select(people: readonly Person[], { query, searchIn, ranges = [], order }: Query): Person[] {
  const wanted = plain(query).trim();
  const having = (text: string) => (row: Person) => searchIn.some(key => plain(row[key]).includes(text));
  const whole = people.filter(having(wanted));
  const wordsOf = (text: string) =>
    text
      .split(' ')
      .map(each => each.replace(/^['(]+|['.]+$/g, ''))
      .filter(each => /[\p{L}\p{N}]/u.test(each));
  const [name = '', domain = ''] = wanted.split('@');
  const [host] = /^(?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/u.exec(domain) ?? [''];
  const local = name.replace(/^.*[ (]/u, '').replace(/^[^\p{L}\p{N}]+/u, '');
  const isAddress = local !== '' && /^[\p{L}\p{N}]/u.test(host);
  const words = isAddress ? [`${local}@${host}`] : wordsOf(wanted);
  const otherwise = people.filter(row => words.length > 0 && words.every(word => having(word)(row)));
  const found = (whole.length > 0 ? whole : otherwise).filter(row =>
    ranges.every(({ key, min, max }) => min <= row[key] && row[key] <= max),
  );
  if (!order) return found;
  const { key, direction, ties } = order;
  const sign = direction === 'asc' ? 1 : -1;
  return found.toSorted((a, b) => {
    const differences = [sign * compare(a[key], b[key]), ...ties.map(tie => compare(a[tie], b[tie]))];
    return differences.find(difference => difference !== 0) ?? 0;
  });
}

function listOf(people: readonly Person[]) {
  const table = createTable(people, {
    texts: { id: row => row.id, email: row => row.email, name: row => row.name },
    counts: { last30Days: row => row.last30Days, total: row => row.total },
  });
  // In the portal, a worker thread sorts.
  return createList<Person>(table, async (task: SortTask) => sortTable(task));
}

test.each([
  ['a few', shortList, 250],
  ['thousands of', longList, 20],
] as const)(
  'any search in %s generated rows shows the same rows as the reference implementation',
  async (_size, rows, numRuns) => {
    // Several queries in a row, because a list caches the selections of each.
    const queries = fc.array(fc.tuple(listQuery, fc.integer({ min: 1, max: 110 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(rows, queries, async (people, asked) => {
        const list = listOf(people);
        for (const [query, wanted] of asked) {
          const expected = select(people, query);
          const pages = Math.max(1, Math.ceil(expected.length / PAGE_SIZE));
          const pageNumber = Math.min(wanted, pages);
          const shown = expected.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE);
          expect(await list.pageRows(query, wanted)).toEqual({
            pageNumber,
            pages,
            found: expected.length,
            rows: shown,
          });
          const all = await list.all(query);
          expect([all.length, ...readRows(all, [...texts, ...counts])]).toEqual([
            expected.length,
            ...expected,
          ]);
        }
      }),
      { numRuns },
    );
  },
);

test.each([
  [30_000, 8],
  [300, 8 * 1024],
  [3, 512 * 1024],
])('%i rows with a text of %i letters are read in blocks of a limited size', async (length, letters) => {
  const row = { id: 'x'.repeat(letters), email: '', name: '', last30Days: 0, total: 0 };
  const all = await listOf(Array(length).fill(row)).all({ query: '', searchIn: ['id'] });
  const blocks = readBlocks(all, ['id']);
  expect(blocks.reduce((sum, block) => sum + block.length, 0)).toBe(length);
  const sizes = blocks.flatMap(block =>
    block.columns.map(column => ('joined' in column ? column.joined.length : 0)),
  );
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(128 * 1024 + letters);
});

test.each([
  ['a few', shortList, 150],
  ['thousands of', longList, 10],
] as const)(
  'what a list counts in %s generated rows is what the reference implementation counts',
  (_size, rows, numRuns) => {
    fc.assert(
      fc.property(rows, countRanges, (people, ranges) => {
        const list = listOf(people);
        expect(list.count(ranges)).toBe(select(people, { query: '', searchIn: ['id'], ranges }).length);
      }),
      { numRuns },
    );
  },
);

test('generated texts are found by the exact text, and not by a part of it', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), word, (texts, text) => {
      const expected = text === '' ? -1 : texts.indexOf(text);
      expect(rowWith(textColumn(texts), text) ?? -1).toBe(expected);
    }),
    { numRuns: 300 },
  );
});
