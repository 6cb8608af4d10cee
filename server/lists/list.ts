import { LRUCache } from 'lru-cache';
import { type List, type Page, paginate, type Wanted } from '../../shared/list';
import {
  type Column,
  columnSize,
  cutBlock,
  everyRow,
  foldedTexts,
  matches,
  type Order,
  type Row,
  rowAt,
  rowWith,
  sortByCount,
  sortRows,
  type Table,
  type TextColumn,
} from '../../shared/table';
import type { SortTask, Threads } from './threads';

/** So many rows are put in order on the spot: it takes a few milliseconds. */
const FEW = 2000;

/**
 * Bytes of a block, which are some 2,000 licenses: enough that handing it over costs next to nothing, and few enough
 * that nobody notices it who waits for a thread. Twice or half as many take as long.
 */
const BLOCK = 128 * 1024;

/** Searches and orders whose outcome is kept: no fewer than a list has orders, or they would be made in vain. */
const KEPT = 16;

const BYTES_PER_ROW_NUMBER = 4;

/** A list over a table, which large orders are asked for elsewhere. */
export function createList<Text extends string, Count extends string>(
  table: Table<Text, Count>,
  sortElsewhere: Threads['sortTable'],
): List<Text, Count> {
  // Most lists are looked at once; what makes the next time faster is begun when there is something to keep.
  let found: LRUCache<string, Uint32Array> | undefined;
  let ordered: LRUCache<string, Promise<Uint32Array>> | undefined;
  const folded = new Map<Text, TextColumn>();

  function foldedOf(key: Text): TextColumn {
    const column = folded.get(key) ?? foldedTexts(table, key);
    folded.set(key, column);
    return column;
  }

  /** The rows that a search finds, taken from `rows`, which are all rows in some order. */
  function search(
    { query, within }: Wanted<Text, Count>,
    order: string,
    rows: () => Uint32Array,
  ): Uint32Array {
    const key = JSON.stringify([query, within, order]);
    found ??= new LRUCache({ max: KEPT });
    const known = found.get(key);
    if (known) return known;
    const marks = matches(table, query, within, foldedOf);
    const selected = marks ? rows().filter(row => marks[row] === 1) : rows();
    found.set(key, selected);
    return selected;
  }

  const asSent = () => everyRow(table.length);

  /** All rows that are wanted, in their order. */
  async function select(wanted: Wanted<Text, Count>): Promise<Uint32Array> {
    const { order } = wanted;
    if (!order) return search(wanted, '', asSent);
    const rows = search(wanted, '', asSent);
    if (rows.length <= FEW) return sortFew(wanted, order, rows);
    const inOrder = await orderAll(order);
    return search(wanted, `${order.key} ${order.direction}`, () => inOrder);
  }

  function sortFew(wanted: Wanted<Text, Count>, order: Order<Text, Count>, rows: Uint32Array): Uint32Array {
    const key = JSON.stringify([wanted.query, wanted.within, order.key, order.direction]);
    found ??= new LRUCache({ max: KEPT });
    const known = found.get(key);
    if (known) return known;
    const sorted = sortRows(table, order, rows);
    found.set(key, sorted);
    return sorted;
  }

  function orderAll(order: Order<Text, Count>): Promise<Uint32Array> {
    const key = `${order.key} ${order.direction}`;
    ordered ??= new LRUCache({ max: KEPT });
    const orders = ordered;
    const known = orders.get(key);
    if (known) return known;
    const sorting = sortElsewhere({ table: columnsOf(table, order), order });
    orders.set(key, sorting);
    sorting.catch(() => orders.delete(key));
    return sorting;
  }

  /** The rows of one page, for which only the ties that stand on it have to be looked into. */
  async function selectPage(
    wanted: Wanted<Text, Count>,
    number: number,
  ): Promise<Omit<Page<never>, 'rows'> & { rows: Uint32Array }> {
    const { order } = wanted;
    const counts = order && columnOf(table.counts, order.key);
    if (order && counts) {
      const rows = search(wanted, `${order.key} ${order.direction} alone`, () =>
        sortByCount(counts, order.direction),
      );
      const { from, to, ...page } = paginate(rows.length, number);
      const [first, end] = withTies(rows, counts, [from, to]);
      if (end - first <= FEW) {
        const sorted = sortRows(table, order, rows.subarray(first, end));
        return { ...page, found: rows.length, rows: sorted.subarray(from - first, to - first) };
      }
    }
    if (!order && wanted.query === '') {
      const { from, to, ...page } = paginate(table.length, number);
      return { ...page, found: table.length, rows: everyRow(to).subarray(from) };
    }
    const rows = await select(wanted);
    const { from, to, ...page } = paginate(rows.length, number);
    return { ...page, found: rows.length, rows: rows.subarray(from, to) };
  }

  const read = (row: number): Row<Text, Count> => rowAt(table, row);

  return {
    length: table.length,
    size: sizeOf(table),
    async page(wanted, number) {
      const { rows, ...page } = await selectPage(wanted, number);
      return { ...page, rows: Array.from(rows, read) };
    },
    async all(wanted) {
      const rows = await select(wanted);
      return {
        length: rows.length,
        block(keys, from) {
          return cutBlock(table, keys, rows.subarray(from), BLOCK);
        },
      };
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

/** The columns that an order is about, for they are copied on their way. */
function columnsOf<Text extends string, Count extends string>(
  { texts, counts, length }: Table<Text, Count>,
  { key, ties }: Order<Text, Count>,
): SortTask['table'] {
  const wanted = new Set<string>([key, ...ties]);
  const only = <Column>(columns: Readonly<Record<string, Column>>) =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => wanted.has(name)));
  return { texts: only(texts), counts: only(counts), length };
}

/** Texts count twice, for a search folds them. */
function sizeOf({ texts, counts, length }: Table): number {
  const columns = [texts, texts, counts].flatMap(Object.values<Column>);
  return columns.reduce((sum, column) => sum + columnSize(column), 2 * KEPT * length * BYTES_PER_ROW_NUMBER);
}
