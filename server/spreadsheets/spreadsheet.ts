import { readCsv } from './csv';
import { readFileText } from './file-text';
import { createUploadBudget, type SheetRows, UnreadableFile, type UploadBudget } from './rows';
import { isArchive } from './unreadable';
import { readWorkbook } from './xlsx';

/** Reads a text, or the first sheet of a workbook (.xlsx, .xlsm). */
export function readFile(file: Uint8Array, budget: UploadBudget) {
  return isArchive(file) ? readWorkbook(file, budget) : { text: readFileText(file) };
}

/** Reads the rows of a CSV file or of a workbook that are not empty, with the heading. */
export function readSpreadsheet(file: Uint8Array): SheetRows {
  const budget = createUploadBudget();
  const read = readFile(file, budget);
  const rows = 'text' in read ? readCsv(read.text, budget) : read.rows;
  if (rows.length === 0) throw new UnreadableFile('it has no rows');
  return rows;
}
