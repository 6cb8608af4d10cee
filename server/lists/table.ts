// The column store of a list.
//
// A list of objects, one for each of 100,000 licenses, takes ten times the memory of the same cells by column, blocks every
// request while a thread hands it over, and is read as a whole by each search. So a list is a Table: a column of counts is a
// typed array; a column of texts is one string with the end of each text. A column moves between threads at the speed of
// memory, one `indexOf` searches all texts of a column, and an order or a search is an array of row numbers.
//
// `createTable` makes a table (in the parsers, on a worker thread if it is large), `sortTable` (sort.ts) sorts it, and
// everything else uses `createList` (list.ts): pages, counts and exports of rows that look like objects.

import { DAY_MS } from '../../shared/units';
import {
  type CountColumn,
  cellSize,
  constantColumn,
  countColumn,
  pickRows,
  type StoredColumn,
  type TextColumn,
  textAt,
  textColumn,
} from './columns';
import type { ExportColumn } from './exports';

/** The columns of a list, each named like the field of its rows (list.ts). */
export interface Table {
  readonly length: number;
  readonly texts: Readonly<Record<string, TextColumn>>;
  readonly counts: Readonly<Record<string, CountColumn>>;
}

/** A table with one row per source. The functions in `columns` read its cells. */
export function createTable<Source>(
  sources: readonly Source[],
  columns: {
    readonly texts: Readonly<Record<string, (source: Source) => string>>;
    readonly counts: Readonly<Record<string, (source: Source) => number>>;
  },
): Table {
  const texts = mapValues(columns.texts, read => sources.map(source => read(source)));
  const counts = mapValues(columns.counts, read => {
    const cells = new Float64Array(sources.length);
    // `Float64Array.from` with a function takes many times as long.
    sources.forEach((source, row) => {
      cells[row] = read(source);
    });
    return cells;
  });
  return tableOfCells(sources.length, texts, counts);
}

export function tableOfCells(
  length: number,
  textCells: Readonly<Record<string, readonly string[]>>,
  countCells: Readonly<Record<string, Float64Array>>,
): Table {
  return { length, texts: mapValues(textCells, textColumn), counts: mapValues(countCells, countColumn) };
}

export interface Block {
  readonly length: number;
  readonly columns: readonly StoredColumn[];
}

/** Cuts a block of about `bytes` bytes, but at least one row, from the start of `rows`. */
export function takeBlock(
  table: Table,
  exported: readonly ExportColumn[],
  rows: Uint32Array,
  bytes: number,
): Block {
  const named = exported.filter(each => typeof each === 'string').map(name => columnOf(table, name));
  const some = rows.subarray(0, countFitting(named, rows, bytes));
  return {
    length: some.length,
    columns: exported.map(each => pickColumn(table, each, some)),
  };
}

function pickColumn(table: Table, exported: ExportColumn, rows: Uint32Array): StoredColumn {
  if (typeof exported === 'string') return pickRows(columnOf(table, exported), rows);
  if ('all' in exported) return constantColumn(exported.all, rows.length);
  if ('figure' in exported) {
    const [figures, of] = [table.counts[exported.figure], table.counts[exported.of]];
    const cells = new Float64Array(rows.length).fill(Number.NaN);
    rows.forEach((row, index) => {
      if ((of?.[row] ?? 0) >= exported.min) cells[index] = figures?.[row] ?? 0;
    });
    return cells;
  }
  const counts = table.counts['day' in exported ? exported.day : exported.named];
  const textOf = 'day' in exported ? isoDay : (count: number) => exported.names[count] ?? '';
  return textColumn(Array.from(rows, row => textOf(counts?.[row] ?? 0)));
}

/** “2026-11-27”, for a day since 1970; empty for 0. */
function isoDay(day: number): string {
  return day === 0 ? '' : new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function columnOf({ texts, counts }: Table, name: string): StoredColumn {
  const column = counts[name] ?? texts[name];
  if (!column) throw new Error(`No column ${name}`);
  return column;
}

function countFitting(columns: readonly StoredColumn[], rows: Uint32Array, bytes: number): number {
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
export interface CountRange<ColumnName extends string = string> {
  readonly key: ColumnName;
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

/** Returns a function that reads a row as an object. */
export function rowReader({ texts, counts }: Table): (row: number) => Record<string, string | number> {
  const textColumns = Object.entries(texts);
  const countColumns = Object.entries(counts);
  return row => {
    const cells: Record<string, string | number> = {};
    for (const [name, column] of textColumns) cells[name] = textAt(column, row);
    for (const [name, column] of countColumns) cells[name] = column[row] ?? 0;
    return cells;
  };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
