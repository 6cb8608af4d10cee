import type { Direction } from '../../shared/list-state';
import { limitMarks } from '../normalize';
import { everyRow, textAt } from './columns';
import type { Table } from './table';
import { compareText } from './text';

/** A sort order: a column with a direction, and text columns that order equal rows (ascending). */
export interface Order {
  readonly key: string;
  readonly direction: Direction;
  readonly ties: readonly string[];
}

/** A sort of all rows of a table, also for a worker thread. */
export interface SortTask {
  readonly table: Pick<Table, 'texts' | 'counts' | 'length'>;
  readonly order: Order;
}

/** Longer texts are sorted by their beginning, so that a few huge names from a backend do not slow down a sort (T66). */
const SORT_KEY_LENGTH = 256;

/** All rows of a table in order. Rows that are equal in all columns of the order stay in the order of the table. */
export function sortTable({ table: { texts, counts, length }, order }: SortTask): Uint32Array {
  const comparisonOf = (key: string): ((a: number, b: number) => number) => {
    const cells = counts[key];
    if (cells) return (a, b) => (cells[a] ?? 0) - (cells[b] ?? 0);
    const column = texts[key];
    if (!column) throw new Error(`No column ${key}`);
    // Read once, not at every comparison.
    const read = Array.from(column.ends, (_, row) =>
      limitMarks(textAt(column, row).slice(0, SORT_KEY_LENGTH)),
    );
    return (a, b) => compareText(read[a] ?? '', read[b] ?? '');
  };
  const sign = order.direction === 'asc' ? 1 : -1;
  const byKey = comparisonOf(order.key);
  const byTies = order.ties.map(comparisonOf);
  return everyRow(length).sort((a, b) => {
    let result = sign * byKey(a, b);
    for (const byTie of byTies) if (result === 0) result = byTie(a, b);
    return result || a - b;
  });
}
