import { readCsv } from './csv';
import { readFileText } from './file-text';
import { countRows, type SheetRows, UnreadableFile } from './rows';
import { isArchive } from './unreadable';
import { readWorkbook } from './xlsx';

/** A table that was read from a file. */
interface Spreadsheet {
  /** The rows that are not empty, the heading included. */
  readonly rows: SheetRows;
  /** False for a text in an 8-bit encoding, in which letters other than ASCII may be wrong. */
  readonly isUnicode: boolean;
}

/** Reads a text, or the first sheet of a workbook (.xlsx, .xlsm). */
export function readFile(file: Uint8Array) {
  if (!isArchive(file)) return readFileText(file);
  const rows: (readonly string[])[] = [];
  const otherSheets = readWorkbook(
    file,
    countRows(row => rows.push(row)),
  );
  return { rows, otherSheets };
}

export function csvRows(text: string): SheetRows {
  const rows: (readonly string[])[] = [];
  readCsv(
    text,
    countRows(row => rows.push(row)),
  );
  return rows;
}

/** Reads the rows of a CSV file or of a workbook. */
export function readSpreadsheet(file: Uint8Array): Spreadsheet {
  const read = readFile(file);
  const rows = 'text' in read ? csvRows(read.text) : read.rows;
  if (rows.length === 0) throw new UnreadableFile('it has no rows');
  return { rows, isUnicode: !('text' in read) || read.isUnicode };
}
