import { MEBIBYTE } from '../../shared/units';

/** The rows of a table that are not empty, as texts. */
export type SheetRows = readonly (readonly string[])[];

/** Why a file cannot be read, as the end of a sentence about it: “it is empty”. */
export interface Unreadable {
  readonly problem: string;
  /** Advice for a list of people, as a sentence. */
  readonly advice?: string;
}

/** The maximum number of rows of a table, with its heading. */
const ROW_LIMIT = 100_001;

/** The maximum number of columns of a table. */
export const COLUMN_LIMIT = 1000;

/** The maximum number of cells of a table, counting empty ones before the last of a row. */
const CELL_LIMIT = 2_000_000;

/** The maximum unpacked size of an upload, in bytes. */
const UNPACKED_LIMIT = 64 * MEBIBYTE;

/** The maximum size of the kept parts of an upload while it is read, in bytes. */
const KEPT_LIMIT = 64 * MEBIBYTE;

/** The memory of a text without its characters, in bytes: a reference and a header. */
const TEXT_BYTES = 24;

/** The memory of a small object or array around a text, in bytes. */
export const OBJECT_BYTES = 64;

/** Thrown by the readers of a file that cannot be read. Its message is the problem, as in `Unreadable`. */
export class UnreadableFile extends Error {
  constructor(
    problem: string,
    readonly advice = '',
  ) {
    super(problem);
  }
}

/** What a reader returns, or why the file cannot be read. */
export function orUnreadable<Result>(read: () => Result): Result | Unreadable {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message, advice: error.advice };
    throw error;
  }
}

export type UploadBudget = ReturnType<typeof createUploadBudget>;

/**
 * Counts the memory for one upload, over all of its parts. Both functions throw UnreadableFile beyond a limit.
 */
export function createUploadBudget() {
  let unpacked = 0;
  let kept = 0;

  return {
    /** Counts bytes that were unpacked. */
    unpack(bytes: number): void {
      unpacked += bytes;
      if (unpacked > UNPACKED_LIMIT) throw larger(UNPACKED_LIMIT, 'when it is unpacked');
    },
    /** Counts a text that is kept, and the bytes of an object around it. */
    keep(text: string, around = 0): void {
      kept += TEXT_BYTES + text.length * (isLatin1(text) ? 1 : 2) + around;
      if (kept > KEPT_LIMIT) throw larger(KEPT_LIMIT, 'in memory');
    },
  };
}

/** Whether a text takes one byte for each character in memory, not two. */
function isLatin1(text: string): boolean {
  return !/[\u0100-\uffff]/.test(text);
}

/** Collects the rows of a table, and throws UnreadableFile as soon as there are too many of them. */
export function createRows() {
  const rows: (readonly string[])[] = [];
  let cells = 0;

  return {
    rows,
    add(row: readonly string[]): void {
      if (row.every(cell => cell === '')) return;
      cells += row.length;
      if (rows.length === ROW_LIMIT) throw tooMany(ROW_LIMIT - 1, 'rows');
      if (cells > CELL_LIMIT) throw tooMany(CELL_LIMIT, 'cells');
      rows.push(row);
    },
  };
}

export function tooMany(limit: number, what: string): UnreadableFile {
  return new UnreadableFile(
    `it has more than ${limit.toLocaleString('en')} ${what}. Keep only the columns and rows that matter`,
  );
}

function larger(limit: number, when: string): UnreadableFile {
  return new UnreadableFile(
    `it is larger than ${limit / MEBIBYTE} MB ${when}. Copy the columns that matter to a new file`,
  );
}
