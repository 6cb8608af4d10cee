import { readCsv } from './csv';
import { readFileText } from './file-text';
import { createUploadBudget, type SheetRows, UnreadableFile, type UploadBudget } from './rows';
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
export function readFile(file: Uint8Array, budget: UploadBudget) {
  return isArchive(file) ? readWorkbook(file, budget) : readFileText(file);
}

/** Reads the rows of a CSV file or of a workbook. */
export function readSpreadsheet(file: Uint8Array): Spreadsheet {
  const budget = createUploadBudget();
  const read = readFile(file, budget);
  const rows = 'text' in read ? readCsv(read.text, budget) : read.rows;
  if (rows.length === 0) throw new UnreadableFile('it has no rows');
  return { rows, isUnicode: !('text' in read) || read.isUnicode };
}
