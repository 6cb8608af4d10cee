// A column store for lists of a hundred thousand rows: counts in typed arrays, all texts of a column in one string. It
// needs a tenth of the memory of objects, moves between threads without copying rows one by one, and searching or
// sorting reads only the columns involved.

import type { Direction } from '../../shared/list-state';
import { limitMarks } from '../normalize';
import { compareText, fold } from './text';

/** The texts of one column. The text of row `n` is `joined.slice(ends[n - 1], ends[n])`. */
export interface TextColumn {
  readonly joined: string;
  readonly ends: Uint32Array;
}

/** The counts of one column, in the narrowest of these arrays that can hold them. */
export type CountColumn = Uint16Array | Uint32Array | Float64Array;

/** One column of a list: texts or counts. */
export type Column = TextColumn | CountColumn;

/** A list, stored by column. */
export interface Table<Text extends string = string, Count extends string = string> {
  readonly length: number;
  readonly texts: Readonly<Record<Text, TextColumn>>;
  /** Texts folded for searches ahead of time, where folding is slow (see `foldedTexts`). */
  readonly folded: Readonly<Partial<Record<Text, TextColumn>>>;
  readonly counts: Readonly<Record<Count, CountColumn>>;
}

/** One row of a table, as an object. */
export type Row<Text extends string, Count extends string> = Readonly<
  Record<Text, string> & Record<Count, number>
>;

type KeysOf<Row, Cell> = { [Key in keyof Row & string]: Row[Key] extends Cell ? Key : never }[keyof Row &
  string];

/** The text columns in a table of these rows. */
export type TextsOf<Row> = KeysOf<Row, string>;

/** The count columns in a table of these rows. */
export type CountsOf<Row> = KeysOf<Row, number>;

/**
 * Longer columns with non-ASCII texts are folded when the table is created, which happens on a worker thread. Shorter
 * ones, of up to 20,000 emails, are folded in milliseconds, and most are never searched.
 */
const LAZY_FOLD_LENGTH = 500_000;

/** A table with one row per source. The functions in `columns` read its cells. */
export function createTable<Source, Text extends string, Count extends string>(
  sources: readonly Source[],
  columns: {
    readonly texts: Readonly<Record<Text, (source: Source) => string>>;
    readonly counts: Readonly<Record<Count, (source: Source) => number>>;
  },
): Table<Text, Count> {
  return tableOf(sources.length, {
    texts: mapValues(columns.texts, read => sources.map(source => read(source))),
    counts: mapValues(columns.counts, read => Float64Array.from(sources, source => read(source))),
  });
}

export function tableOf<Text extends string, Count extends string>(
  length: number,
  cells: {
    readonly texts: Readonly<Record<Text, readonly string[]>>;
    readonly counts: Readonly<Record<Count, Float64Array>>;
  },
): Table<Text, Count> {
  const texts = mapValues(cells.texts, textColumn);
  return { length, texts, folded: foldSlowColumns(texts), counts: mapValues(cells.counts, countColumn) };
}

export function textAt({ joined, ends }: TextColumn, row: number): string {
  return joined.slice(row === 0 ? 0 : ends[row - 1], ends[row]);
}

/** Some rows of some columns. */
export interface Block<Key extends PropertyKey = string> {
  readonly length: number;
  readonly columns: Readonly<Record<Key, Column>>;
}

/** Cuts a block of about `bytes` bytes, but at least one row, from the start of `rows`. It contains the columns `keys`. */
export function cutBlock<Text extends string, Count extends string>(
  { texts, counts }: Table<Text, Count>,
  keys: readonly (Text | Count)[],
  rows: Uint32Array,
  bytes: number,
): Block<Text | Count> {
  const columns = keys.map(key => (isKeyOf(counts, key) ? counts[key] : texts[key]));
  const some = rows.subarray(0, countFitting(columns, rows, bytes));
  const cut = columns.map((column, index) => [keys[index], cutColumn(column, some)]);
  return { length: some.length, columns: Object.fromEntries(cut) };
}

function countFitting(columns: readonly Column[], rows: Uint32Array, bytes: number): number {
  let size = 0;
  let length = 0;
  while (length < rows.length && size < bytes) {
    const row = rows[length] ?? 0;
    for (const column of columns) size += cellSize(column, row);
    length++;
  }
  return length;
}

function cellSize(column: Column, row: number): number {
  if (!('joined' in column)) return column.BYTES_PER_ELEMENT;
  const { ends } = column;
  return ends.BYTES_PER_ELEMENT + (ends[row] ?? 0) - (row === 0 ? 0 : (ends[row - 1] ?? 0));
}

function cutColumn(column: Column, rows: Uint32Array): Column {
  if ('joined' in column) {
    const texts: string[] = [];
    for (const row of rows) texts.push(textAt(column, row));
    return textColumn(texts);
  }
  const counts = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index++) counts[index] = column[rows[index] ?? 0] ?? 0;
  return counts;
}

/** The approximate memory of a column in bytes. */
export function columnSize(column: Column): number {
  return 'joined' in column ? column.joined.length + column.ends.byteLength : column.byteLength;
}

/** The largest count of a column; 0 if it is empty. */
export function largestCount(counts: CountColumn): number {
  let largest = 0;
  for (const count of counts) if (count > largest) largest = count;
  return largest;
}

/** The rows with the largest counts of a column: at least `length` of them, unless fewer have more than 0. */
export function largestRows(counts: CountColumn, length: number): Uint32Array {
  const largest = Array<number>(length).fill(1);
  for (const count of counts) {
    if (count <= (largest[0] ?? 0)) continue;
    largest[0] = count;
    largest.sort((a, b) => a - b);
  }
  const least = largest[0] ?? 1;
  return everyRow(counts.length).filter(row => (counts[row] ?? 0) >= least);
}

/** Only rows whose count in this column is within these bounds, both included. */
export interface CountRange<Count extends string = string> {
  readonly key: Count;
  readonly min: number;
  readonly max: number;
}

export function rangeFilter<Count extends string>(
  { counts }: Pick<Table<string, Count>, 'counts'>,
  ranges: readonly CountRange<Count>[],
): (row: number) => boolean {
  const checks = ranges.map(({ key, min, max }) => ({ counts: counts[key], min, max }));
  return row =>
    checks.every(check => {
      const count = check.counts[row] ?? 0;
      return count >= check.min && count <= check.max;
    });
}

/**
 * How many counts are in each bucket. A bucket begins at its bound and ends before the next one; the last has no
 * end. Bounds are ascending.
 */
export function histogram(counts: CountColumn, bounds: readonly number[]): readonly number[] {
  const buckets = bounds.map(() => 0);
  for (const count of counts) {
    let bucket = bounds.length - 1;
    while (bucket >= 0 && (bounds[bucket] ?? 0) > count) bucket--;
    if (bucket >= 0) buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  return buckets;
}

export function rowAt<Text extends string, Count extends string>(
  { texts, counts }: Table<Text, Count>,
  row: number,
): Row<Text, Count> {
  const cells: Record<string, string | number> = {};
  for (const key in texts) cells[key] = textAt(texts[key], row);
  for (const key in counts) cells[key] = counts[key][row] ?? 0;
  return cells as Row<Text, Count>;
}

/** The first row whose text in this column is exactly `text`; undefined if there is none. */
export function rowWith(column: TextColumn, text: string): number | undefined {
  const { joined, ends } = column;
  if (text === '') return undefined;
  let row = 0;
  for (let at = joined.indexOf(text); at >= 0; at = joined.indexOf(text, at + 1)) {
    row = rowOf(ends, at, row);
    if (ends[row] === at + text.length && (row === 0 ? 0 : ends[row - 1]) === at) return row;
  }
  return undefined;
}

/** Those of the texts that are the text of a row, found in one pass, however many there are. */
export function textsInRows({ joined, ends }: TextColumn, texts: readonly string[]): readonly string[] {
  // Few rows end like one of the texts, and only these are cut out.
  const endings = new Set(texts.map(text => ending(text, 0, text.length)));
  const rows = new Set<string>();
  let start = 0;
  for (const end of ends) {
    if (endings.has(ending(joined, start, end))) rows.add(joined.slice(start, end));
    start = end;
  }
  return texts.filter(text => rows.has(text));
}

/** A number that is equal for texts of the same length with the same last character. */
function ending(text: string, start: number, end: number): number {
  return (end - start) * 65_536 + (end > start ? text.charCodeAt(end - 1) : 0);
}

/**
 * Marks with a 1 each row that contains the query in one of these columns, ignoring case; undefined for a blank query,
 * which every row matches.
 */
export function matches<Text extends string>(
  table: Table<Text>,
  query: string,
  keys: readonly Text[],
  folded: (key: Text) => TextColumn = key => foldedTexts(table, key),
): Uint8Array | undefined {
  const needle = fold(query.trim());
  if (needle === '') return undefined;
  const marks = new Uint8Array(table.length);
  for (const key of keys) markMatches(folded(key), needle, marks);
  return marks;
}

export function foldedTexts<Text extends string>({ texts, folded }: Table<Text>, key: Text): TextColumn {
  return folded[key] ?? foldColumn(texts[key]);
}

function markMatches({ joined, ends }: TextColumn, needle: string, marks: Uint8Array): void {
  let row = 0;
  let at = joined.indexOf(needle);
  while (at >= 0) {
    row = rowOf(ends, at, row);
    const end = ends[row] ?? joined.length;
    // A string that spans two rows is no match, but a match may begin at its next character.
    const within = at + needle.length <= end;
    if (within) marks[row] = 1;
    at = joined.indexOf(needle, within ? end : at + 1);
  }
}

/** The row that contains this position. Rows before `from` end before it. */
function rowOf(ends: Uint32Array, position: number, from: number): number {
  let low = from;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

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
      const column = counts[key];
      const keys = Float64Array.from(rows, row => column[row] ?? 0);
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

export function everyRow(length: number): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

function textColumn(texts: readonly string[]): TextColumn {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  let row = 0;
  for (const text of texts) {
    end += text.length;
    ends[row++] = end;
  }
  return { joined: texts.join(''), ends };
}

/** A column in which all cells are the same. */
export function constantColumn(cell: string | 0, length: number): Column {
  return cell === 0 ? new Float64Array(length) : textColumn(Array<string>(length).fill(cell));
}

function countColumn(counts: Float64Array): CountColumn {
  const largest = largestCount(counts);
  if (largest < 2 ** 16) return new Uint16Array(counts);
  return largest < 2 ** 32 ? new Uint32Array(counts) : counts;
}

function foldSlowColumns<Text extends string>(
  texts: Readonly<Record<Text, TextColumn>>,
): Table<Text>['folded'] {
  const folded: Partial<Record<Text, TextColumn>> = {};
  for (const key in texts) {
    const column = texts[key];
    if (column.joined.length > LAZY_FOLD_LENGTH && !isAscii(column)) folded[key] = foldColumn(column);
  }
  return folded;
}

/** Folds a column. A folded ASCII text has the same length; any other text is folded by itself. */
function foldColumn(column: TextColumn): TextColumn {
  const { joined, ends } = column;
  if (isAscii(column)) return { joined: joined.toLowerCase(), ends };
  return textColumn(Array.from(ends, (_, row) => fold(textAt(column, row))));
}

/** Whether all texts of a column are ASCII. */
export function isAscii({ joined }: TextColumn): boolean {
  return /^[\0-\x7f]*$/.test(joined);
}

/** Whether a record has this key. */
export function isKeyOf<Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(record, key);
}

function mapValues<Key extends string, Value, Result>(
  record: Readonly<Record<Key, Value>>,
  change: (value: Value) => Result,
): Record<Key, Result> {
  const changed: Partial<Record<Key, Result>> = {};
  for (const key in record) changed[key] = change(record[key]);
  return changed as Record<Key, Result>;
}
