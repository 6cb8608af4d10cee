import { CsvError, parse } from 'csv-parse/sync';
import {
  createRows,
  ROW_LIMIT,
  type SheetRows,
  type Unreadable,
  UnreadableFile,
  type UploadBudget,
} from './rows';

const DELIMITERS = ['\t', ';', '|', ','];

/** How many lines determine the delimiter. */
const SAMPLE_LINES = 200;

/** The first line of some files names the delimiter. */
const SEP_LINE = /^\s{0,9}"?sep=([,;|\t])"?[ ,;|\t]{0,9}(?:\r\n?|\n)/i;

/** Reads a text with separated values; each line is a row. */
export function readCsv(text: string, budget: UploadBudget): SheetRows | Unreadable {
  const [line, named] = SEP_LINE.exec(text) ?? [''];
  const delimiter = named ?? findDelimiter(text) ?? ',';
  const { rows, add } = createRows();
  try {
    const records = parse(text.slice(line.length), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: ROW_LIMIT + 1,
    });
    for (const record of records) {
      record.forEach(budget.keep);
      add(record);
    }
    return rows;
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    if (!(error instanceof CsvError)) throw error;
    return { problem: 'a quotation mark in it is never closed' };
  }
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
