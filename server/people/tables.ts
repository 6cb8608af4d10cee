import { parse } from 'csv-parse/sync';

const DELIMITERS = ['\t', ';', ',', '|'];

/** Tables in other texts must not consist of prose with commas. */
const DELIMITERS_IN_TEXTS = ['\t', ';', '|'];

/** How many tables are read in a text that has other lines, too. */
const TABLE_LIMIT = 200;

export type Table = readonly (readonly string[])[];

/** A part of a text: a table, or lines. */
type Block =
  | { readonly table: Table; readonly lines?: undefined }
  | { readonly lines: readonly string[]; readonly table?: undefined };

/** Splits a text into tables and other lines. `isTable` decides whether rows of equal length are a table. */
export function splitTables(text: string, isTable: (rows: Table) => boolean): readonly Block[] {
  for (const delimiter of DELIMITERS) {
    const table = parseTable(text, delimiter, isTable);
    if (table) return [{ table }];
  }
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let from = 0;
  let tables = 0;
  for (let line = 0; line < lines.length; line++) {
    const end = endOfRows(lines, line);
    const delimiter = end - line < 2 ? undefined : delimiterOf(lines[line] ?? '');
    const isLimited = delimiter === undefined || ++tables > TABLE_LIMIT;
    const table = isLimited ? undefined : parseTable(lines.slice(line, end).join('\n'), delimiter, isTable);
    if (!table) continue;
    if (line > from) blocks.push({ lines: lines.slice(from, line) });
    blocks.push({ table });
    from = end;
    line = end - 1;
  }
  if (from < lines.length) blocks.push({ lines: lines.slice(from) });
  return blocks;
}

/** The index after the last line with as many delimiters as this one, at most 10,000 lines later. */
function endOfRows(lines: readonly string[], first: number): number {
  const delimiter = delimiterOf(lines[first] ?? '');
  if (delimiter === undefined) return first + 1;
  const count = countOf(lines[first] ?? '', delimiter);
  // The lines of a run were compared when its first line was.
  if (first > 0 && countOf(lines[first - 1] ?? '', delimiter) === count) return first + 1;
  let end = first + 1;
  while (end < lines.length && countOf(lines[end] ?? '', delimiter) === count) end++;
  return end;
}

function delimiterOf(line: string): string | undefined {
  return DELIMITERS_IN_TEXTS.find(delimiter => line.includes(delimiter));
}

function countOf(line: string, delimiter: string): number {
  return line.split(delimiter).length - 1;
}

function parseTable(text: string, delimiter: string, isTable: (rows: Table) => boolean): Table | undefined {
  if (!text.includes(delimiter)) return undefined;
  try {
    const table = delimiter === '|' ? withoutBorders(text) : text;
    const rows: string[][] = parse(table, { delimiter, trim: true, skip_empty_lines: true });
    return rows.length > 1 && (rows[0]?.length ?? 0) > 1 && isTable(rows) ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** The rows of a Markdown table, whose lines begin and end with a delimiter. */
function withoutBorders(text: string): string {
  return text
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/^[ \t]*\|/gm, '')
    .replace(/\|[ \t]*$/gm, '');
}
