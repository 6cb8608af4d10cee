import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { columnSize, everyRow, foldColumnInTurns, largestCount, rowWith } from './columns';
import type { ExportColumn } from './exports';
import { type PageRows, paginate } from './paging';
import { foldQuery, type Search, searchTable } from './search';
import { type Order, type SortTask, sortTable } from './sort';
import { type Block, type CountRange, rangeFilter, rowReader, type Table, takeBlock } from './table';

/** A search of a list, and the order of its results. */
export interface ListQuery extends Omit<Search, 'needle'> {
  /** '' matches every row. */
  readonly query: string;
  /** Only rows within all ranges. */
  readonly ranges?: readonly CountRange[];
  /** By default, rows are in the backend's order. */
  readonly order?: Order;
}

/** How complete a list is. A row may exist although a partial or missing list does not have it. */
export type Completeness = 'complete' | 'partial' | 'missing';

/** A list of rows with search, sorting and pagination. Orders and results of searches are cached. */
export interface List<Row> {
  readonly length: number;
  readonly completeness: Completeness;
  /** The approximate memory of the list, in bytes. */
  readonly size: number;
  /** Identifies this list among all others, without keeping it in memory. */
  readonly id: string;
  /** The cells, for a task on a worker thread. */
  readonly table: SortTask['table'];
  /** The page with this number, or the nearest existing one. */
  readonly pageRows: (query: ListQuery, number: number) => Promise<PageRows<Row>>;
  /** The rows that match; by default all, in the backend's order. */
  readonly all: (query?: ListQuery) => Promise<Rows<Row>>;
  /** The largest count of a column; 0 for an empty list. */
  readonly largest: (column: string) => number;
  readonly count: (ranges: readonly CountRange[]) => number;
  /** The same rows with more columns. The columns of this list are not copied. */
  readonly withColumns: <More extends object>(more: Table) => List<Row & More>;
  /** The first row with exactly this text. */
  readonly find: (column: string, text: string) => Row | undefined;
}

/** Rows that are read from the columns of a list, one by one or block by block. */
export interface Rows<Row> {
  readonly length: number;
  readonly at: (index: number) => Row;
  /** These columns of a block that starts at `from`: a few thousand rows, or fewer if texts are long. */
  readonly block: (columns: readonly ExportColumn[], from: number) => Block;
}

/** Sorts a large table on a worker thread. */
export type SortTable = (task: SortTask) => Promise<Uint32Array>;

/** The maximum number of rows to sort on the event loop, which takes a few milliseconds. */
const INLINE_SORT_LIMIT = 2000;

/** How many rows of a large list are in complete order for its first pages. */
const FIRST_ROWS = 1000;

/** The size of a block in bytes, about 2,000 licenses. Half or twice the size is no faster (docs/decisions/0014). */
const BLOCK_BYTES = 128 * 1024;

/** How many orders and results of searches a list caches. */
const CACHED_RESULTS_LIMIT = 16;

/** The same for a list with more columns, which is cached beside the list that it is made of. */
const ADDED_RESULTS_LIMIT = 8;

/** A list over a table whose columns are the fields of `Row`. Large sorts are passed to `sortOnWorker`. */
export function createList<Row extends object>(
  table: Table,
  sortOnWorker: SortTable,
  completeness: Completeness = 'complete',
  { added = table, cachedResults = CACHED_RESULTS_LIMIT } = {},
): List<Row> {
  // Created with its first entry, because most lists are read once.
  let results: LRUCache<string, Promise<Uint32Array>> | undefined;
  const foldedColumn = memoize((key: string) => foldColumnInTurns(columnOf(table.texts, key)));
  const readCells = rowReader(table);
  const read = (row: number) => readCells(row) as Row;

  function cached(key: unknown, compute: () => Promise<Uint32Array>): Promise<Uint32Array> {
    const name = JSON.stringify(key);
    results ??= new LRUCache({ max: cachedResults });
    const cache = results;
    const existing = cache.get(name);
    if (existing) return existing;
    const rows = compute();
    cache.set(name, rows);
    rows.catch(() => cache.delete(name));
    return rows;
  }

  /** All rows in this order, or in the order of the table. Only the first ones are in the order of the ties. */
  async function sorted(order: Order | undefined, needed = table.length): Promise<Uint32Array> {
    if (!order) return everyRow(table.length);
    const task = { table: columnsOf(table, [order.key, ...order.ties]), order, needed };
    return cached({ order, needed }, async () =>
      table.length > INLINE_SORT_LIMIT ? sortOnWorker(task) : sortTable(task),
    );
  }

  /** The rows of a search in the order of `sorted`. Few rows are put in complete order at once. */
  function select(query: ListQuery, needed = table.length): Promise<Uint32Array> {
    const { searchIn, exactMatchIn, isWholeText, ranges = [], order } = query;
    const needle = foldQuery(query.query);
    const search = needle !== '' && { needle, searchIn, exactMatchIn, isWholeText };
    if (!search && ranges.length === 0) return sorted(order, needed);
    return cached({ search, ranges, order, needed }, async () => {
      const rows = await sorted(order, needed);
      const isFound = search && (await searchTable(table.length, search, foldedColumn));
      const isWithin = rangeFilter(table, ranges);
      const found = rows.filter(row => (!isFound || isFound(row)) && isWithin(row));
      const isPartial = order && needed < table.length && found.length <= needed;
      return isPartial ? sortTable({ table, order, rows: found }) : found;
    });
  }

  /** The rows of a search, ordered only as far as a page needs: comparing texts takes most of the time of a sort by counts. */
  async function selectPage(query: ListQuery, number: number) {
    const { order } = query;
    if (order && table.counts[order.key] && table.length > INLINE_SORT_LIMIT) {
      const found = await select(query, FIRST_ROWS);
      const page = paginate(found.length, number);
      const first = (await sorted(order, FIRST_ROWS)).subarray(0, FIRST_ROWS);
      if (found.length <= FIRST_ROWS || first.includes(found[page.to - 1] ?? 0)) return { found, page };
    }
    const found = await select(query);
    return { found, page: paginate(found.length, number) };
  }

  return {
    length: table.length,
    completeness,
    size: sizeOf(added, cachedResults),
    id: randomUUID(),
    table: { texts: table.texts, counts: table.counts, length: table.length },
    async pageRows(query, number) {
      const { found, page } = await selectPage(query, number);
      const { from, to, ...pageRows } = page;
      return { ...pageRows, found: found.length, rows: Array.from(found.subarray(from, to), read) };
    },
    async all(query = { query: '', searchIn: [] }) {
      const rows = await select(query);
      return {
        length: rows.length,
        at: index => read(rows[index] ?? 0),
        block: (columns, from) => takeBlock(table, columns, rows.subarray(from), BLOCK_BYTES),
      };
    },
    largest: memoize((key: string) => largestCount(columnOf(table.counts, key))),
    count: memoize((ranges: readonly CountRange[]) => {
      const isWithin = rangeFilter(table, ranges);
      let found = 0;
      for (let row = 0; row < table.length; row++) if (isWithin(row)) found++;
      return found;
    }),
    withColumns(more) {
      const { length } = table;
      const texts = { ...table.texts, ...more.texts };
      const counts = { ...table.counts, ...more.counts };
      return createList({ length, texts, counts }, sortOnWorker, completeness, {
        added: more,
        cachedResults: ADDED_RESULTS_LIMIT,
      });
    },
    find(name, text) {
      const column = table.texts[name];
      const row = column && rowWith(column, text);
      return row === undefined ? undefined : read(row);
    },
  };
}

function columnOf<Column>(columns: Readonly<Record<string, Column>>, key: string): Column {
  const column = columns[key];
  if (!column) throw new Error(`No column ${key}`);
  return column;
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

/** Only these columns, because they are copied to a worker. */
function columnsOf({ texts, counts, length }: Table, keys: readonly string[]): SortTask['table'] {
  const only = <Cells>(columns: Readonly<Record<string, Cells>>) =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => keys.includes(name)));
  return { texts: only(texts), counts: only(counts), length };
}

/** The memory of a list in bytes. Texts count twice, because searches cache a folded copy. */
function sizeOf({ texts, counts, length }: Table, cachedResults: number): number {
  const columns = [...Object.values(texts), ...Object.values(texts), ...Object.values(counts)];
  return columns.reduce(
    (sum, column) => sum + columnSize(column),
    cachedResults * length * Uint32Array.BYTES_PER_ELEMENT,
  );
}
