import { LRUCache } from 'lru-cache';
import { type Page, paginate } from '../../shared/list';
import {
  type Block,
  type Column,
  type CountsOf,
  columnSize,
  cutBlock,
  everyRow,
  foldedTexts,
  matches,
  type Order,
  type Row,
  rowAt,
  rowWith,
  type SortTask,
  sortRows,
  type Table,
  type TextColumn,
  type TextsOf,
} from './table';

/** Which rows of a list are wanted, and in which order. */
export interface ListQuery<Text extends string, Count extends string> {
  /** '' matches every row. */
  readonly query: string;
  /** The columns of texts that are searched. */
  readonly searchIn: readonly Text[];
  /** Only rows with a 0 in this column. */
  readonly zeroIn?: Count;
  /** Left out for the order in which the backend sent the rows. */
  readonly order?: Order<Text, Count>;
}

/** A list that can be searched, sorted and read by pages; searches and sorts are cached. */
export interface List<Text extends string, Count extends string> {
  readonly length: number;
  /** About how much memory it takes, in bytes. */
  readonly size: number;
  /** The page with this number, or the nearest that there is. */
  readonly page: (query: ListQuery<Text, Count>, number: number) => Promise<Page<Row<Text, Count>>>;
  /** Every matching row. */
  readonly all: (query: ListQuery<Text, Count>) => Promise<Rows<Row<Text, Count>>>;
  /** The largest count of a column; 0 in an empty list. */
  readonly largest: (key: Count) => number;
  /** Returns how many rows have a 0 in this column. */
  readonly zeros: (key: Count) => number;
  /** The first row with exactly this text; undefined when there is none. */
  readonly find: (key: Text, text: string) => Row<Text, Count> | undefined;
}

/** Rows that are cut out of a list's columns while they are read. */
export interface Rows<Row> {
  readonly length: number;
  /** These columns of a few thousand rows, from this row on; of fewer where texts are long. */
  readonly block: <Key extends keyof Row>(keys: readonly Key[], from: number) => Block<Key>;
}

/** A list of such rows. */
export type ListOf<Row> = List<TextsOf<Row>, CountsOf<Row>>;

/** Sorts a large table somewhere else than on the event loop. */
export type SortTable = (task: SortTask) => Promise<Uint32Array>;

/** Up to this many rows are sorted on the event loop, which takes a few milliseconds. */
const INLINE_SORT_LIMIT = 2000;

/** The same for a sort by counts alone, which compares no texts. */
const INLINE_COUNT_SORT_LIMIT = 20_000;

/** About 2,000 licenses. Blocks of half or twice the size take as long for each row (docs/performance.md). */
const BLOCK_BYTES = 128 * 1024;

/** How many selections of rows a list caches: its sort orders, and some searches. */
const MAX_CACHED_SELECTIONS = 32;

/** A list over a table; large sorts go to `sortTable`. */
export function createList<Text extends string, Count extends string>(
  table: Table<Text, Count>,
  sortTable: SortTable,
): List<Text, Count> {
  // Most lists are read once, so this is created with its first entry.
  let selections: LRUCache<string, Promise<Uint32Array>> | undefined;
  const foldedColumns = new Map<Text, TextColumn>();
  const largestCounts = new Map<Count, number>();
  const zeroCounts = new Map<Count, number>();

  function foldedColumn(key: Text): TextColumn {
    const column = foldedColumns.get(key) ?? foldedTexts(table, key);
    foldedColumns.set(key, column);
    return column;
  }

  /** All rows that match, in their order. */
  function select(query: ListQuery<Text, Count>): Promise<Uint32Array> {
    const isSearch = query.query.trim() !== '';
    const key = JSON.stringify([
      query.order,
      query.zeroIn,
      ...(isSearch ? [query.query, query.searchIn] : []),
    ]);
    selections ??= new LRUCache({ max: MAX_CACHED_SELECTIONS });
    const cache = selections;
    const cached = cache.get(key);
    if (cached) return cached;
    const selection = computeSelection(query);
    cache.set(key, selection);
    selection.catch(() => cache.delete(key));
    return selection;
  }

  async function computeSelection({
    query,
    searchIn,
    zeroIn,
    order,
  }: ListQuery<Text, Count>): Promise<Uint32Array> {
    const marks = matches(table, query, searchIn, foldedColumn);
    const counts = zeroIn === undefined ? undefined : table.counts[zeroIn];
    const onlyMatching = (rows: Uint32Array) => {
      const found = marks ? rows.filter(row => marks[row] === 1) : rows;
      return counts ? found.filter(row => counts[row] === 0) : found;
    };
    const rows = onlyMatching(everyRow(table.length));
    if (!order) return rows;
    // All of them are equal.
    if (order.key === zeroIn && order.ties.length === 0) return rows;
    const byCountAlone = order.ties.length === 0 && columnOf(table.counts, order.key) !== undefined;
    const limit = byCountAlone ? INLINE_COUNT_SORT_LIMIT : INLINE_SORT_LIMIT;
    if (rows.length <= limit) return sortRows(table, order, rows);
    return marks || counts
      ? onlyMatching(await select({ query: '', searchIn: [], order }))
      : sortTable({ table: columnsOf(table, order), order });
  }

  /** The rows of one page. In a list sorted by counts, texts are compared only among the ties on that page. */
  async function selectPage(
    query: ListQuery<Text, Count>,
    number: number,
  ): Promise<Omit<Page<never>, 'rows'> & { rows: Uint32Array }> {
    const { order } = query;
    const counts = order && columnOf(table.counts, order.key);
    if (order && counts) {
      const rows = await select({ ...query, order: { ...order, ties: [] } });
      const { from, to, ...page } = paginate(rows.length, number);
      const [first, end] = withTies(rows, counts, [from, to]);
      if (end - first <= INLINE_SORT_LIMIT) {
        const sorted = sortRows(table, order, rows.subarray(first, end));
        return { ...page, found: rows.length, rows: sorted.subarray(from - first, to - first) };
      }
      // Most of a long list can be equal: nobody in the view of unused licenses has any leads.
      const range = [from - first, to - first] as const;
      const task = { table: columnsOf(table, order), order, rows: rows.slice(first, end), range };
      return { ...page, found: rows.length, rows: await sortTable(task) };
    }
    const rows = await select(query);
    const { from, to, ...page } = paginate(rows.length, number);
    return { ...page, found: rows.length, rows: rows.subarray(from, to) };
  }

  const read = (row: number): Row<Text, Count> => rowAt(table, row);

  return {
    length: table.length,
    size: sizeOf(table),
    async page(query, number) {
      const { rows, ...page } = await selectPage(query, number);
      return { ...page, rows: Array.from(rows, read) };
    },
    async all(query) {
      const rows = await select(query);
      return {
        length: rows.length,
        block: (keys, from) => cutBlock(table, keys, rows.subarray(from), BLOCK_BYTES),
      };
    },
    largest(key) {
      const cached = largestCounts.get(key);
      if (cached !== undefined) return cached;
      const largest = table.counts[key].reduce((most, count) => Math.max(most, count), 0);
      largestCounts.set(key, largest);
      return largest;
    },
    zeros(key) {
      const cached = zeroCounts.get(key);
      if (cached !== undefined) return cached;
      const zeros = table.counts[key].reduce((sum, count) => (count === 0 ? sum + 1 : sum), 0);
      zeroCounts.set(key, zeros);
      return zeros;
    },
    find(key, text) {
      const row = rowWith(table.texts[key], text);
      return row === undefined ? undefined : read(row);
    },
  };
}

/** The bounds widened until no row outside has the same count as one inside. */
function withTies(
  rows: Uint32Array,
  counts: Float64Array,
  [from, to]: readonly [number, number],
): readonly [number, number] {
  const count = (index: number) => counts[rows[index] ?? 0];
  let first = from;
  while (first > 0 && count(first - 1) === count(first)) first--;
  let end = to;
  while (end > 0 && end < rows.length && count(end - 1) === count(end)) end++;
  return [first, end];
}

function columnOf<Key extends string, Column>(
  columns: Readonly<Record<Key, Column>>,
  key: string,
): Column | undefined {
  return Object.entries<Column>(columns).find(([name]) => name === key)?.[1];
}

/** Only the columns that an order is about: a worker gets a copy of them. */
function columnsOf<Text extends string, Count extends string>(
  { texts, counts, length }: Table<Text, Count>,
  { key, ties }: Order<Text, Count>,
): SortTask['table'] {
  const wanted = new Set<string>([key, ...ties]);
  const only = <Column>(columns: Readonly<Record<string, Column>>) =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => wanted.has(name)));
  return { texts: only(texts), counts: only(counts), length };
}

/** Texts count twice: a search keeps a folded copy of them. */
function sizeOf({ texts, counts, length }: Table): number {
  const columns = [texts, texts, counts].flatMap(Object.values<Column>);
  return columns.reduce(
    (sum, column) => sum + columnSize(column),
    MAX_CACHED_SELECTIONS * length * Uint32Array.BYTES_PER_ELEMENT,
  );
}
