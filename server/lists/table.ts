// The column store: what a list is made of.
//
// A list of objects, one for each of 100,000 licenses, takes ten times the memory of the same cells by column, blocks every
// request while a thread hands it over, and is read as a whole by each search. So a list is a Table: a column of counts is a
// typed array; a column of texts is one string with the end of each text. A column moves between threads at the speed of
// memory, one `indexOf` searches all texts of a column, and an order or a search is an array of row numbers.
//
// `createTable` makes a table (in the parsers, on a worker thread if it is large), `sortTable` (sort.ts) sorts it, and
// `createList` (list.ts) is the door for everybody else: pages, counts and exports of rows that look like objects.

import {
  type Column,
  type CountColumn,
  cellSize,
  countColumn,
  cutColumn,
  foldColumn,
  isAscii,
  MATCH,
  markMatches,
  type TextColumn,
  textAt,
  textColumn,
  WHOLE_MATCH,
} from './columns';

/** The columns of a list, by the name of their field. Lists give them the type of their rows (list.ts). */
export interface Table<Text extends string = string, Count extends string = string> {
  readonly length: number;
  readonly texts: Readonly<Record<Text, TextColumn>>;
  /** Texts folded for searches ahead of time, where folding is slow (see `foldedTexts`). */
  readonly folded: Readonly<Record<string, TextColumn>>;
  readonly counts: Readonly<Record<Count, CountColumn>>;
}

type KeysOf<Row, Cell> = { [Key in keyof Row & string]: Row[Key] extends Cell ? Key : never }[keyof Row &
  string];

/** The text columns in a table of these rows. */
export type TextsOf<Row> = KeysOf<Row, string>;

/** The count columns in a table of these rows. */
export type CountsOf<Row> = KeysOf<Row, number>;

/** One row of a table, as an object. */
export type Row<Text extends string, Count extends string> = Readonly<
  Record<Text, string> & Record<Count, number>
>;

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
  const texts = mapValues(columns.texts, read => textColumn(sources.map(source => read(source))));
  const counts = mapValues(columns.counts, read => {
    const cells = new Float64Array(sources.length);
    // `Float64Array.from` with a function takes many times as long.
    sources.forEach((source, row) => {
      cells[row] = read(source);
    });
    return countColumn(cells);
  });
  return { length: sources.length, texts, folded: foldSlowColumns(texts), counts };
}

/** Some rows of some columns. */
export interface Block<Name extends PropertyKey = string> {
  readonly length: number;
  readonly columns: Readonly<Record<Name, Column>>;
}

/** Cuts a block of about `bytes` bytes, but at least one row, from the start of `rows`. It contains the columns `keys`. */
export function cutBlock<Name extends string>(
  { texts, counts }: Table,
  keys: readonly Name[],
  rows: Uint32Array,
  bytes: number,
): Block<Name> {
  const columns = keys.map(key => {
    const column: Column | undefined = counts[key] ?? texts[key];
    if (!column) throw new Error(`No column ${key}`);
    return column;
  });
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
export interface CountRange<Name extends string = string> {
  readonly key: Name;
  readonly min: number;
  readonly max: number;
}

export function rangeFilter(
  { counts }: Pick<Table, 'counts'>,
  ranges: readonly CountRange[],
): (row: number) => boolean {
  const checks = ranges.map(({ key, min, max }) => ({ column: counts[key], min, max }));
  return row =>
    checks.every(({ column, min, max }) => {
      const count = column?.[row] ?? 0;
      return count >= min && count <= max;
    });
}

/** A row as an object. */
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
 * Says which rows contain the folded text `needle` in one of these columns. If it is the whole text of a row in the column
 * `whole`, only such rows match (P408).
 */
export function searchTable(
  length: number,
  needle: string,
  { searchIn, whole }: { readonly searchIn: readonly string[]; readonly whole?: string | undefined },
  folded: (key: string) => TextColumn,
): (row: number) => boolean {
  const mark = (keys: readonly string[]) => {
    const marks = new Uint8Array(length);
    for (const key of keys) markMatches(folded(key), needle, marks);
    return marks;
  };
  const wholeMarks = whole === undefined ? undefined : mark([whole]);
  if (wholeMarks?.includes(WHOLE_MATCH)) return row => wholeMarks[row] === WHOLE_MATCH;
  const marks = mark(searchIn);
  return row => (marks[row] ?? 0) >= MATCH;
}

export function foldedTexts({ texts, folded }: Table, key: string): TextColumn {
  const column = folded[key] ?? (texts[key] && foldColumn(texts[key]));
  if (!column) throw new Error(`No column ${key}`);
  return column;
}

function foldSlowColumns(texts: Table['texts']): Table['folded'] {
  const slow = Object.entries(texts).filter(
    ([, column]) => column.joined.length > LAZY_FOLD_LENGTH && !isAscii(column),
  );
  return Object.fromEntries(slow.map(([key, column]) => [key, foldColumn(column)]));
}

function mapValues<Name extends string, Value, Result>(
  record: Readonly<Record<Name, Value>>,
  change: (value: Value) => Result,
): Record<Name, Result> {
  const entries = Object.entries<Value>(record).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(entries);
}
