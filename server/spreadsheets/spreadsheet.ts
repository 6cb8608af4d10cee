import { readCsv } from './csv';
import { readFileText } from './file-text';
import { createUploadBudget, type SheetRows, type Unreadable } from './rows';
import { isArchive } from './unreadable';
import { readWorkbook } from './xlsx';

/** A table that was read from a file. */
interface Spreadsheet {
  /** The rows that are not empty, the heading included. */
  readonly rows: SheetRows;
  /** False for a text in an 8-bit encoding, in which letters other than ASCII may be wrong. */
  readonly isUnicode: boolean;
}

/** Reads the rows of a CSV file or of the first sheet of a workbook (.xlsx, .xlsm). */
export function readSpreadsheet(file: Uint8Array): Spreadsheet | Unreadable {
  const budget = createUploadBudget();
  if (isArchive(file)) {
    const workbook = readWorkbook(file, budget);
    return 'problem' in workbook ? workbook : spreadsheetOf(workbook.rows, true);
  }
  const decoded = readFileText(file);
  return 'problem' in decoded ? decoded : spreadsheetOf(readCsv(decoded.text, budget), decoded.isUnicode);
}

function spreadsheetOf(rows: SheetRows | Unreadable, isUnicode: boolean): Spreadsheet | Unreadable {
  if ('problem' in rows) return rows;
  return rows.length === 0 ? { problem: 'it has no rows' } : { rows, isUnicode };
}
