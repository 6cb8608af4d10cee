import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type Column,
  type CountColumn,
  columnSize,
  everyRow,
  histogram,
  largestCount,
  largestRows,
  rowWith,
  textsInRows,
} from './columns';
import { type Page, paginate } from './paging';
import { type Order, type SortTask, sortTable } from './sort';
import {
  type Block,
  type CountRange,
  type CountsOf,
  cutBlock,
  foldedTexts,
  isKeyOf,
  matches,
  type Row,
  rangeFilter,
  rowAt,
  type Table,
  type TextsOf,
} from './table';

/** A search of a list, and the order of its results. */
export interface ListQuery<Text extends string, Count extends string> {
  /** '' matches every row. */
  readonly query: string;
  /** The text columns to search. */
  readonly searchIn: readonly Text[];
  /** Only rows within all of these ranges. */
  readonly ranges?: readonly CountRange<Count>[];
  /** By default, rows are in the backend's order. */
  readonly order?: Order<Text, Count>;
}

/** Rows with large counts first. */
type CountOrder<Text extends string, Count extends string> = Order<Text, Count> & {
  readonly key: Count;
  readonly direction: 'desc';
};

/** How much of its source a list has. An item that it does not have may be in the rest. */
export type Extent = 'whole' | 'partial' | 'missing';

/** A list with search, sorting and pagination. Results of searches are cached. */
export interface List<Text extends string, Count extends string> {
  readonly length: number;
  readonly extent: Extent;
  /** The approximate memory of the list, in bytes. */
  readonly size: number;
  /** Identifies this list among all others, without keeping it in memory. */
  readonly id: string;
  /** The cells, for a task on a worker thread. */
  readonly table: Pick<Table<Text, Count>, 'texts' | 'counts' | 'length'>;
  /** The page with this number, or the nearest existing one. */
  readonly page: (query: ListQuery<Text, Count>, number: number) => Promise<Page<Row<Text, Count>>>;
  /** The rows that match; by default all, in the backend's order. */
  readonly all: (query?: ListQuery<Text, Count>) => Promise<Rows<Row<Text, Count>>>;
  /** The largest count of a column; 0 for an empty list. */
  readonly largest: (key: Count) => number;
  /** The first rows of the list in this order, at most `length`; none with a count of 0. */
  readonly top: (order: CountOrder<Text, Count>, length: number) => Promise<readonly Row<Text, Count>[]>;
  readonly count: (ranges: readonly CountRange<Count>[]) => number;
  /** How many rows are in each bucket of a column (see `histogram` in columns.ts). */
  readonly histogram: (key: Count, bounds: readonly number[]) => readonly number[];
  /** The first row with exactly this text; undefined if there is none. */
  readonly find: (key: Text, text: string) => Row<Text, Count> | undefined;
  /** Those of the texts that a row has. */
  readonly listed: (key: Text, texts: readonly string[]) => readonly string[];
}

/** Rows that are read from the columns of a list, one by one or block by block. */
export interface Rows<Row> {
  readonly length: number;
  readonly at: (index: number) => Row;
  /** The columns `keys` of a block that starts at `from`: a few thousand rows, or fewer if texts are long. */
  readonly block: <Key extends keyof Row>(keys: readonly Key[], from: number) => Block<Key>;
}

/** A list of rows of this type. */
export type ListOf<Row> = List<TextsOf<Row>, CountsOf<Row>>;

/** Sorts a large table on a worker thread. */
export type SortTable = (task: SortTask) => Promise<Uint32Array>;

/** The maximum number of rows to sort on the event loop, which takes a few milliseconds. */
const INLINE_SORT_LIMIT = 2000;

/** The same limit for a sort by counts only, which compares no texts. */
const INLINE_COUNT_SORT_LIMIT = 20_000;

/** The size of a block in bytes, about 2,000 licenses. Half or twice the size is no faster (docs/performance.md). */
const BLOCK_BYTES = 128 * 1024;

/** How many results of searches and sorted pages a list caches. */
const CACHED_RESULTS_LIMIT = 32;

/** A list over a table. Large sorts are passed to `sortOnWorker`. */
export function createList<Text extends string, Count extends string>(
  table: Table<Text, Count>,
  sortOnWorker: SortTable,
  extent: Extent = 'whole',
): List<Text, Count> {
  // Created with its first entry, because most lists are read once.
  let results: LRUCache<string, Promise<Uint32Array>> | undefined;
  const foldedColumn = memoize((key: Text) => foldedTexts(table, key));

  /** Takes these rows of a query from the cache, or computes them. */
  function cached(
    { query, searchIn, ranges = [], order }: ListQuery<Text, Count>,
    part: number | string,
    compute: () => Promise<Uint32Array>,
  ): Promise<Uint32Array> {
    const key = JSON.stringify([part, order, ranges, ...(query.trim() === '' ? [] : [query, searchIn])]);
    results ??= new LRUCache({ max: CACHED_RESULTS_LIMIT });
    const cache = results;
    const existing = cache.get(key);
    if (existing) return existing;
    const rows = compute();
    cache.set(key, rows);
    rows.catch(() => cache.delete(key));
    return rows;
  }

  function select(listQuery: ListQuery<Text, Count>): Promise<Uint32Array> {
    const { query, searchIn, ranges = [], order } = listQuery;
    return cached(listQuery, 'all', async () => {
      const marks = matches(table, query, searchIn, foldedColumn);
      const onlyMatching = (rows: Uint32Array) => {
        const found = marks ? rows.filter(row => marks[row] === 1) : rows;
        return ranges.length > 0 ? found.filter(rangeFilter(table, ranges)) : found;
      };
      const rows = onlyMatching(everyRow(table.length));
      if (!order) return rows;
      // All of these rows have the same count, so they are in order already.
      const isConstant = ranges.some(({ key, min, max }) => key === order.key && min === max);
      if (isConstant && order.ties.length === 0) return rows;
      const byCountOnly = order.ties.length === 0 && isKeyOf(table.counts, order.key);
      const limit = byCountOnly ? INLINE_COUNT_SORT_LIMIT : INLINE_SORT_LIMIT;
      if (rows.length <= limit) return sortTable({ table, order, rows });
      return marks || ranges.length > 0
        ? onlyMatching(await select({ query: '', searchIn: [], order }))
        : sortOnWorker({ table: columnsOf(table, order), order });
    });
  }

  /** The rows of one page. In a list sorted by counts, texts are compared only among the ties on that page. */
  async function selectPage(query: ListQuery<Text, Count>, number: number) {
    const { order } = query;
    const counts = order && isKeyOf(table.counts, order.key) ? table.counts[order.key] : undefined;
    const rows = await select(order && counts ? { ...query, order: { ...order, ties: [] } } : query);
    const { from, to, ...page } = paginate(rows.length, number);
    if (!order || !counts) return { ...page, found: rows.length, rows: rows.subarray(from, to) };
    const sorted = await cached(query, page.number, async () => {
      const [first, end] = withTies(rows, counts, [from, to]);
      return sortSome(order, rows.slice(first, end), [from - first, to - first]);
    });
    return { ...page, found: rows.length, rows: sorted };
  }

  /** Sorts rows, of which only those in `range` are needed. */
  async function sortSome(
    order: Order<Text, Count>,
    rows: Uint32Array,
    range: NonNullable<SortTask['range']>,
  ) {
    // A long list can consist of ties: in the filter for inactive people, all counts are 0.
    const sort = rows.length > INLINE_SORT_LIMIT ? sortOnWorker : sortTable;
    return sort({ table: columnsOf(table, order), order, rows, range });
  }

  const read = (row: number): Row<Text, Count> => rowAt(table, row);

  return {
    length: table.length,
    extent,
    size: sizeOf(table),
    id: randomUUID(),
    table: { texts: table.texts, counts: table.counts, length: table.length },
    async page(query, number) {
      const { rows, ...page } = await selectPage(query, number);
      return { ...page, rows: Array.from(rows, read) };
    },
    async all(query = { query: '', searchIn: [] }) {
      const rows = await select(query);
      return {
        length: rows.length,
        at: index => read(rows[index] ?? 0),
        block: (keys, from) => cutBlock(table, keys, rows.subarray(from), BLOCK_BYTES),
      };
    },
    largest: memoize((key: Count) => largestCount(table.counts[key])),
    async top(order, length) {
      const rows = await cached({ query: '', searchIn: [], order }, `top ${length}`, () =>
        sortSome(order, largestRows(table.counts[order.key], length), [0, length]),
      );
      return Array.from(rows, read);
    },
    count: memoize((ranges: readonly CountRange<Count>[]) => {
      const isWithin = rangeFilter(table, ranges);
      let found = 0;
      for (let row = 0; row < table.length; row++) if (isWithin(row)) found++;
      return found;
    }),
    histogram: memoize((key: Count, bounds: readonly number[]) => histogram(table.counts[key], bounds)),
    find(key, text) {
      const row = rowWith(table.texts[key], text);
      return row === undefined ? undefined : read(row);
    },
    listed: (key, texts) => (texts.length === 0 ? [] : textsInRows(table.texts[key], texts)),
  };
}

/** Caches the results of a function of plain JSON for as long as the function itself. */
function memoize<Keys extends readonly unknown[], Result extends object | number>(
  compute: (...keys: Keys) => Result,
): (...keys: Keys) => Result {
  const results = new Map<string, Result>();
  return (...keys) => {
    const key = JSON.stringify(keys);
    const result = results.get(key) ?? compute(...keys);
    results.set(key, result);
    return result;
  };
}

/** Widens the bounds to include all rows with the same count as the first or the last row. */
function withTies(
  rows: Uint32Array,
  counts: CountColumn,
  [from, to]: readonly [number, number],
): readonly [number, number] {
  const count = (index: number) => counts[rows[index] ?? 0];
  let first = from;
  while (first > 0 && count(first - 1) === count(first)) first--;
  let end = to;
  while (end > 0 && end < rows.length && count(end - 1) === count(end)) end++;
  return [first, end];
}

/** Only the columns of an order, because they are copied to a worker. */
function columnsOf<Text extends string, Count extends string>(
  { texts, counts, length }: Table<Text, Count>,
  { key, ties }: Order<Text, Count>,
): SortTask['table'] {
  const keys = new Set<string>([key, ...ties]);
  const only = <Column>(columns: Readonly<Record<string, Column>>) =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => keys.has(name)));
  return { texts: only(texts), counts: only(counts), length };
}

/** The memory of a list in bytes. Texts count twice, because searches cache a folded copy. */
function sizeOf({ texts, counts, length }: Table): number {
  const columns = [texts, texts, counts].flatMap(Object.values<Column>);
  return columns.reduce(
    (sum, column) => sum + columnSize(column),
    CACHED_RESULTS_LIMIT * length * Uint32Array.BYTES_PER_ELEMENT,
  );
}
