import type { Direction } from '../../shared/list-state';
import { limitMarks } from '../normalize';
import { cutCounts, everyRow, type TextColumn, textAt } from './columns';
import { isKeyOf, type Table } from './table';
import { compareText } from './text';

/** A sort order: a column with a direction, and text columns that break ties (ascending). */
export interface Order<Text extends string = string, Count extends string = string> {
  readonly key: Text | Count;
  readonly direction: Direction;
  readonly ties: readonly Text[];
}

/** A sort, also for a worker thread. */
export interface SortTask<Text extends string = string, Count extends string = string> {
  readonly table: Pick<Table<Text, Count>, 'texts' | 'counts' | 'length'>;
  readonly order: Order<NoInfer<Text>, NoInfer<Count>>;
  /** The rows to sort; all by default. */
  readonly rows?: Uint32Array;
  /** The part of the sorted rows to return: its first index, and the one after its last. */
  readonly range?: readonly [from: number, to: number];
}

/** Longer texts are sorted by their beginning, so that a few huge names from a backend do not slow down a sort (T66). */
const SORT_KEY_LENGTH = 256;

function sortKey(text: string): string {
  return limitMarks(text.slice(0, SORT_KEY_LENGTH));
}

/** The rows of a table in order. With `range`, only that part of them. */
export function sortTable<Text extends string, Count extends string>({
  table: { texts, counts, length },
  order: { key, direction, ties },
  rows = everyRow(length),
  range,
}: SortTask<Text, Count>): Uint32Array {
  const sign = direction === 'asc' ? 1 : -1;
  // Read once, not at every comparison.
  const cells = (column: TextColumn) => Array.from(rows, row => sortKey(textAt(column, row)));
  const compareTies = ties.map(tie => {
    const tied = cells(texts[tie]);
    return (a: number, b: number) => compareText(tied[a] ?? '', tied[b] ?? '');
  });
  const compareKeys = comparison();
  const compare = (a: number, b: number) => {
    let result = sign * compareKeys(a, b);
    for (let tie = 0; result === 0 && tie < compareTies.length; tie++) result = compareTies[tie]?.(a, b) ?? 0;
    return result || a - b;
  };
  const sorted = range
    ? sortPart(everyRow(rows.length), range, compare)
    : everyRow(rows.length).sort(compare);
  return sorted.map(index => rows[index] ?? 0);

  function comparison(): (a: number, b: number) => number {
    if (isKeyOf(counts, key)) {
      const keys = cutCounts(counts[key], rows);
      return (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0);
    }
    const keys = cells(texts[key]);
    return (a, b) => compareText(keys[a] ?? '', keys[b] ?? '');
  }
}

/** Fewer indexes are sorted instead of partitioned again. */
const MIN_PARTITION_LENGTH = 200;

/** After this many partitions, quickselect has degenerated, and the rest is sorted. */
const MAX_PARTITIONS = 100;

/** The indexes in `range` of the sorted order, by quickselect. The others stay unsorted. */
function sortPart(
  indexes: Uint32Array,
  [from, to]: NonNullable<SortTask['range']>,
  compare: (a: number, b: number) => number,
): Uint32Array {
  let low = 0;
  let high = indexes.length;
  for (let partitions = 0; high - low > MIN_PARTITION_LENGTH && partitions < MAX_PARTITIONS; partitions++) {
    const middle = partition(indexes, low, high, compare);
    if (to <= middle) high = middle;
    else if (from > middle) low = middle + 1;
    else break;
  }
  indexes.subarray(low, high).sort(compare);
  return indexes.slice(from, to);
}

/** Partitions the indexes around a random pivot. Returns the position of the pivot. */
function partition(
  indexes: Uint32Array,
  low: number,
  high: number,
  compare: (a: number, b: number) => number,
): number {
  const at = (index: number) => indexes[index] ?? 0;
  const swap = (a: number, b: number) => {
    const value = at(a);
    indexes[a] = at(b);
    indexes[b] = value;
  };
  const last = high - 1;
  swap(low + Math.floor(Math.random() * (high - low)), last);
  const pivot = at(last);
  let end = low;
  for (let index = low; index < last; index++) if (compare(at(index), pivot) < 0) swap(index, end++);
  swap(end, last);
  return end;
}
