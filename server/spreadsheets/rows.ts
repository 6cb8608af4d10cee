import { MEBIBYTE } from '../../shared/units';

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

/** The maximum length of all texts of an upload, in characters, with some for each text. */
const TEXT_LIMIT = 32 * MEBIBYTE;
const TEXT_OVERHEAD = 8;

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

/** The rows of one upload, and what is counted of it. All functions throw UnreadableFile beyond a limit. */
export interface UploadRows {
  /** Adds a row, unless it is empty. `isHidden` is true if people do not see it. */
  readonly add: (row: readonly string[], isHidden?: boolean) => void;
  /** Counts a text that is kept, but in no row. */
  readonly keep: (text: string) => void;
  /** Counts bytes that were unpacked. */
  readonly unpack: (bytes: number) => void;
}

/** Passes on the rows of an upload while they are made, and counts the memory of all its parts. */
export function countRows(take: UploadRows['add']): UploadRows {
  let [unpacked, length, cells, rows] = [0, 0, 0, 0];

  function keep(text: string): void {
    length += text.length + TEXT_OVERHEAD;
    if (length > TEXT_LIMIT) throw larger(`than ${TEXT_LIMIT / MEBIBYTE} MB in memory`);
  }

  return {
    keep,
    unpack(bytes) {
      unpacked += bytes;
      if (unpacked > UNPACKED_LIMIT) throw larger(`than ${UNPACKED_LIMIT / MEBIBYTE} MB when it is unpacked`);
    },
    add(row, isHidden) {
      if (row.every(cell => cell === '')) return;
      cells += row.length;
      if (++rows > ROW_LIMIT) throw tooMany(ROW_LIMIT - 1, 'rows');
      if (cells > CELL_LIMIT) throw tooMany(CELL_LIMIT, 'cells');
      row.forEach(keep);
      take(row, isHidden);
    },
  };
}

export function tooMany(limit: number, what: string): UnreadableFile {
  return new UnreadableFile(
    `it has more than ${limit.toLocaleString('en')} ${what}. Keep only the columns and rows that matter`,
  );
}

function larger(limit: string): UnreadableFile {
  return new UnreadableFile(`it is larger ${limit}. Copy the columns that matter to a new file`);
}
