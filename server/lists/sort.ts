import type { Direction } from '../../shared/list-state';
import { everyRow, type TextColumn, textAt } from './columns';
import type { Table } from './table';
import { compareKeys, sortKey } from './text';

/** A sort order: a column with a direction, and text columns that order equal rows (ascending). */
export interface Order {
  readonly key: string;
  readonly direction: Direction;
  readonly ties: readonly string[];
}

/** A sort of all rows of a table, on the event loop or on a worker thread. */
export interface SortTask {
  readonly table: Pick<Table, 'texts' | 'counts' | 'length'>;
  readonly order: Order;
  /** How many of the first rows are put in the order of the ties; by default, all. */
  readonly needed?: number;
  /** The rows to sort, in place; by default, all. */
  readonly rows?: Uint32Array;
}

/** Longer texts are sorted by their beginning, so that a few huge names from a backend do not slow down a sort (T66). */
const SORT_KEY_LENGTH = 256;

/** Compares two rows; 0 for rows that are equal in a column. */
type Comparison = (a: number, b: number) => number;

/** The rows of a table in order. Rows that are equal in all columns of the order stay in the order of the table. */
export function sortTable({
  table,
  order: { key, direction, ties },
  needed = table.length,
  rows = everyRow(table.length),
}: SortTask): Uint32Array {
  const byKey = comparisonOf(table, key);
  const byOrder: Comparison = direction === 'asc' ? byKey : (a, b) => byKey(b, a);
  const isPartial = Math.min(needed, rows.length) < table.length;
  sortRuns(rows, [byOrder, ...ties.map(tie => comparisonOf(table, tie, isPartial))], needed);
  return rows;
}

/** Sorts rows by the first column, and only rows that are equal in it by the others: comparing texts takes the most time. */
function sortRuns(rows: Uint32Array, [compare, ...ties]: readonly Comparison[], needed: number): void {
  if (!compare || rows.length < 2) return;
  rows.sort(compare);
  if (ties.length === 0) return;
  let start = 0;
  for (let end = 1; end <= rows.length && start < needed; end++) {
    if (end < rows.length && compare(rows[start] ?? 0, rows[end] ?? 0) === 0) continue;
    sortRuns(rows.subarray(start, end), ties, needed - start);
    start = end;
  }
}

/** With `isPartial`, only the keys of compared texts are made. */
function comparisonOf({ texts, counts }: SortTask['table'], key: string, isPartial = false): Comparison {
  const cells = counts[key];
  if (cells) return (a, b) => (cells[a] ?? 0) - (cells[b] ?? 0);
  const column = texts[key];
  if (!column) throw new Error(`No column ${key}`);
  let keys: string[] | undefined;
  const keyOf = (row: number) => {
    keys ??= isPartial ? Array<string>(column.ends.length) : sortKeys(column);
    keys[row] ??= sortKey(keptText(column, row));
    return keys[row];
  };
  return (a, b) => compareKeys(keyOf(a), keyOf(b));
}

/** Separates texts, so that their keys can be made in one call, which takes half the time. */
const SEPARATOR = '\0';

function sortKeys(column: TextColumn): string[] {
  const texts = Array.from(column.ends, (_, row) => keptText(column, row));
  const keys = sortKey(texts.join(SEPARATOR)).split(SEPARATOR);
  return keys.length === texts.length ? keys : texts.map(sortKey);
}

function keptText(column: TextColumn, row: number): string {
  return textAt(column, row).slice(0, SORT_KEY_LENGTH);
}
