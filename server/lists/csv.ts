import { format } from 'fast-csv';
import { type StoredColumn, textAt } from './columns';
import { escapeFormulas } from './exports';

export interface CsvBlock {
  readonly length: number;
  readonly columns: readonly StoredColumn[];
  /** The header line, only in the first block of a file. */
  readonly headings: readonly string[] | undefined;
  /** Whether the block begins with a byte order mark, from which Excel detects UTF-8. */
  readonly byteOrderMark: boolean;
}

export async function formatCsv({ length, columns, headings, byteOrderMark }: CsvBlock): Promise<Uint8Array> {
  const csv = format({ rowDelimiter: '\r\n', includeEndRowDelimiter: true, writeBOM: byteOrderMark });
  const cells = columns.map(readCells);
  if (headings) csv.write(headings);
  for (let row = 0; row < length; row++) csv.write(cells.map(cell => cell(row)));
  csv.end();
  // Node's stream consumers would create a Blob, which takes half as long again.
  return Buffer.concat(await csv.toArray());
}

/** A function that reads a cell. Texts are escaped so that spreadsheets do not run them as formulas. */
function readCells(column: StoredColumn): (row: number) => string | number {
  if ('joined' in column) return row => escapeFormulas(textAt(column, row));
  return row => (Number.isNaN(column[row]) ? '' : (column[row] ?? 0));
}
