import { COLUMN_LIMIT, createRows, type SheetRows, tooMany, UnreadableFile, type UploadBudget } from './rows';

const DELIMITERS = ['\t', ';', '|', ','];

/** How many lines determine the delimiter. */
const SAMPLE_LINES = 200;

/** The first line of some files names the delimiter. */
const SEP_LINE = /^\s{0,9}"?sep=([,;|\t])"?[ ,;|\t]{0,9}(?:\r\n?|\n)/i;

/**
 * Reads a text with separated values (RFC 4180) in linear time; each line is a row. Quotation marks that are not around a
 * whole cell are part of it.
 */
export function readCsv(text: string, budget: UploadBudget): SheetRows {
  const [line, named] = SEP_LINE.exec(text) ?? [''];
  const delimiter = named ?? findDelimiter(text) ?? ',';
  const ends = new RegExp(`[${delimiter}\\n]|\\r\\n?|$`, 'g');
  const { rows, add } = createRows();
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
    if (cell !== '') budget.keep(cell);
    if (row.length < COLUMN_LIMIT) row.push(cell);
    else if (cell !== '') throw tooMany(COLUMN_LIMIT, 'columns');
    if (end?.[0] !== delimiter) {
      add(row);
      row = [];
    }
    if (!end?.[0]) return rows;
    start = ends.lastIndex;
  }
}

/** The index of the quotation mark that closes a cell; -1 if there is none. Two of them mean one in the cell. */
function closingMark(text: string, start: number): number {
  let index = text.indexOf('"', start);
  while (index >= 0 && text.charAt(index + 1) === '"') index = text.indexOf('"', index + 2);
  return index;
}

/** The delimiter that gives the most lines the same number of cells; undefined if no line has more than one cell. */
function findDelimiter(text: string): string | undefined {
  const lines = countDelimiters(text);
  const scores = DELIMITERS.map((delimiter, index) => {
    const counts = lines.map(counted => counted[index] ?? 0).filter(count => count > 0);
    const groups = Object.values(Object.groupBy(counts, count => count));
    return { delimiter, lines: Math.max(0, ...groups.map(group => group?.length ?? 0)) };
  });
  const [best] = scores.toSorted((a, b) => b.lines - a.lines);
  return best && best.lines > 0 ? best.delimiter : undefined;
}

/** How many of each delimiter the first lines have outside of quotation marks. */
function countDelimiters(text: string): number[][] {
  const lines: number[][] = [];
  let line = DELIMITERS.map(() => 0);
  let isQuoted = false;
  for (const [character] of text.matchAll(/["\t;|,\r\n]/g)) {
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === '\r' || character === '\n') {
      if (isQuoted) continue;
      lines.push(line);
      if (lines.length === SAMPLE_LINES) return lines;
      line = DELIMITERS.map(() => 0);
    } else if (!isQuoted) {
      const index = DELIMITERS.indexOf(character);
      line[index] = (line[index] ?? 0) + 1;
    }
  }
  return [...lines, line];
}
