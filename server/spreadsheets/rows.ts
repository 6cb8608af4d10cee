import { MEBIBYTE } from '../units';

/** The rows of a table that have something in them, as texts. */
export type SheetRows = readonly (readonly string[])[];

/** Why a file cannot be read, as the end of a sentence about it: “it is empty”. */
export interface Unreadable {
  readonly problem: string;
  /** What to do with it where a list of people is expected, as a sentence. */
  readonly advice?: string;
}

/** The maximum number of rows of a table, with its heading. */
export const ROW_LIMIT = 100_001;

/** The maximum number of columns of a table. */
export const COLUMN_LIMIT = 1000;

/** The maximum number of cells of a table, counting empty ones before the last of a row. */
const CELL_LIMIT = 2_000_000;

/** The maximum length of all cells together, in characters. */
const TEXT_LIMIT = 32 * MEBIBYTE;

/** Thrown when a table is larger than it may be. */
export class TooLarge extends Error {}

/** Collects the rows of a table, and throws TooLarge as soon as there are too many of them. */
export function createRows() {
  const rows: (readonly string[])[] = [];
  let cells = 0;
  let characters = 0;

  return {
    rows,
    add(row: readonly string[]): void {
      if (row.every(cell => cell === '')) return;
      cells += row.length;
      characters = row.reduce((sum, cell) => sum + cell.length, characters);
      if (rows.length === ROW_LIMIT) throw tooMany(ROW_LIMIT - 1, 'rows');
      if (row.length > COLUMN_LIMIT) throw tooMany(COLUMN_LIMIT, 'columns');
      if (cells > CELL_LIMIT) throw tooMany(CELL_LIMIT, 'cells');
      if (characters > TEXT_LIMIT) throw tooMany(TEXT_LIMIT, 'characters');
      rows.push(row);
    },
  };
}

export function tooMany(limit: number, what: string): TooLarge {
  return new TooLarge(
    `it has more than ${limit.toLocaleString('en')} ${what}. Keep only the columns and rows that matter`,
  );
}
