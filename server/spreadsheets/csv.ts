import { COLUMN_LIMIT, tooMany, UnreadableFile, type UploadRows } from './rows';

/** Where a line has as many of two, the first one counts. */
const DELIMITERS = ['\t', ';', ',', '|'];

/** The first line of some files names the delimiter. */
const SEP_LINE = /^\s{0,9}"?sep=([,;|\t])"?[ ,;|\t]{0,9}(?:\r\n?|\n)/i;

/**
 * Reads a text with separated values (RFC 4180) in linear time; each line is a row. Quotation marks that are not around a
 * whole cell are part of it.
 */
export function readCsv(text: string, { add }: UploadRows, given?: string): void {
  const [line, named] = SEP_LINE.exec(text) ?? [''];
  const delimiter = named ?? given ?? findDelimiter(text);
  const ends = new RegExp(`[${delimiter}\\n]|\\r\\n?|$`, 'g');
  let row: string[] = [];
  let start = line.length;
  for (;;) {
    const closing = text.charAt(start) === '"' ? closingMark(text, start + 1) : undefined;
    if (closing === -1) throw new UnreadableFile('a quotation mark in it is never closed');
    const quoted = closing === undefined ? '' : text.slice(start + 1, closing).replaceAll('""', '"');
    const rest = closing === undefined ? start : closing + 1;
    ends.lastIndex = rest;
    const end = ends.exec(text);
    const plain = text.slice(rest, end?.index);
    const cell = closing === undefined ? plain : plain === '' ? quoted : `"${quoted}"${plain}`;
    if (row.length < COLUMN_LIMIT) row.push(cell);
    else if (cell !== '') throw tooMany(COLUMN_LIMIT, 'columns');
    if (end?.[0] !== delimiter) {
      add(row);
      row = [];
    }
    if (!end?.[0]) return;
    start = ends.lastIndex;
  }
}

/** The index of the quotation mark that closes a cell; -1 if there is none. Two of them mean one in the cell. */
function closingMark(text: string, start: number): number {
  let index = text.indexOf('"', start);
  while (index >= 0 && text.charAt(index + 1) === '"') index = text.indexOf('"', index + 2);
  return index;
}

/** The most frequent delimiter outside of quotation marks in the first line that has one. */
function findDelimiter(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const [character] of text.matchAll(/["\t;|,\r\n]/g)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (DELIMITERS.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    else if (counts.size > 0) break;
  }
  const most = Math.max(...counts.values());
  return DELIMITERS.find(delimiter => counts.get(delimiter) === most) ?? ',';
}
