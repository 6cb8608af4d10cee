// A column store for lists of a hundred thousand rows: counts in typed arrays, all texts of a column in one string. It
// needs a tenth of the memory of objects, moves between threads without copying rows one by one, and searching or
// sorting reads only the columns involved.

import {
  type Column,
  type CountColumn,
  cellSize,
  countColumn,
  cutColumn,
  foldColumn,
  isAscii,
  markMatches,
  type TextColumn,
  textAt,
  textColumn,
} from './columns';
import { fold } from './text';

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
    texts: mapValues(columns.texts, read => textColumn(sources.map(source => read(source)))),
    counts: mapValues(columns.counts, read =>
      countColumn(Float64Array.from(sources, source => read(source))),
    ),
  });
}

export function tableOf<Text extends string, Count extends string>(
  length: number,
  {
    texts,
    counts,
  }: {
    readonly texts: Readonly<Record<Text, TextColumn>>;
    readonly counts: Readonly<Record<Count, CountColumn>>;
  },
): Table<Text, Count> {
  return { length, texts, folded: foldSlowColumns(texts), counts };
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

export function rowAt<Text extends string, Count extends string>(
  { texts, counts }: Table<Text, Count>,
  row: number,
): Row<Text, Count> {
  const cells: Record<string, string | number> = {};
  for (const key in texts) cells[key] = textAt(texts[key], row);
  for (const key in counts) cells[key] = counts[key][row] ?? 0;
  return cells as Row<Text, Count>;
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
