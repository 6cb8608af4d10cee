import { parseString } from 'fast-csv';
import { unescapeFormulas } from '../lists/exports';
import { readFileText } from '../people/file-text';
import {
  type ExportKind,
  exportFormats,
  headingKey,
  kindOf,
  type Measure,
  measures,
  measuresOf,
} from './export-formats';

/** The largest export that is read, in bytes: that of about 80,000 licenses (P344). */
export const EXPORT_LIMIT_BYTES = 5 * 1024 * 1024;

/** How many rows an export may have. */
const ROW_LIMIT = 100_000;

/** How many characters a cell may have. */
const CELL_LIMIT = 10_000;

/** The headings are within so many bytes of a file. */
const HEAD_BYTES = 8192;

const DELIMITERS = [',', ';', '\t'];

/** How many headings of an unknown file are named, and how many characters of each. */
const NAMED_HEADINGS = 8;
const NAMED_LENGTH = 40;

/** A row of an export. */
export interface ExportRow {
  readonly email: string;
  /** '' in an export without IDs. */
  readonly id: string;
  readonly name: string;
  readonly jobTitle: string;
  /** NaN for a cell that is not a number. */
  readonly leads: number;
  readonly visits: number;
}

export interface Export {
  readonly kind: ExportKind;
  /** The totals that it has. */
  readonly counted: readonly Measure[];
  readonly rows: readonly ExportRow[];
}

/** Why a file cannot be compared, as the end of a sentence about it. */
interface Unreadable {
  readonly problem: string;
}

/** The kind of an export and what it counts, by its headings. */
export function recognizeExport(file: Uint8Array): Pick<Export, 'kind' | 'counted'> | Unreadable {
  const text = readFileText(headOf(file));
  if (file.length === 0) return { problem: 'it is empty' };
  if (text === undefined) {
    return { problem: 'it is not a text file. In a spreadsheet, save it as “CSV UTF-8” first' };
  }
  const { line, delimiter } = headLine(text);
  const headings = line.split(delimiter).map(heading => heading.trim().replace(/^"(.*)"$/, '$1'));
  const kind = kindOf(headings);
  if (kind) {
    const found = new Set<string>();
    for (const heading of headings) {
      const key = headingKey(heading);
      // Which of them counts is not guessed (P343).
      if (key !== '' && found.has(key))
        return { problem: `it has two columns “${heading}”. Remove one of them` };
      found.add(key);
    }
    const isCounted = (measure: Measure) => found.has(headingKey(exportFormats[kind].totals[measure] ?? ''));
    const counted = measuresOf(kind).filter(isCounted);
    if (counted.length === 0 && measuresOf(kind).length > 0) {
      const totals = Object.values(exportFormats[kind].totals).map(heading => `“${heading}”`);
      return { problem: `it lacks the columns ${totals.join(' and ')}. Export it again` };
    }
    return { kind, counted };
  }
  const named = headings.slice(0, NAMED_HEADINGS).map(heading => heading.slice(0, NAMED_LENGTH).trim());
  const more = headings.length > NAMED_HEADINGS ? ' …' : '';
  return {
    problem:
      `its first line does not have the headings of an export. Expected, for example: “${exportFormats.licenses.headings.join(', ')}”. ` +
      `Found: “${named.join(', ')}${more}”`,
  };
}

/** The start of a file, up to the end of a character: with half of one, it would not be UTF-8. */
function headOf(file: Uint8Array): Uint8Array {
  let end = Math.min(file.length, HEAD_BYTES);
  const isWithinCharacter = () => (file[end] ?? 0) >> 6 === 0b10;
  while (end > 0 && isWithinCharacter()) end--;
  return file.subarray(0, end);
}

/** Reads an export: in UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons or tabs. */
export async function readExport(file: Uint8Array): Promise<Export | Unreadable> {
  const recognized = recognizeExport(file);
  if ('problem' in recognized) return recognized;
  const text = readFileText(file);
  if (text === undefined) return { problem: 'it contains characters that no text file has' };
  // The parser would create all rows at once.
  const lines = countLines(text);
  if (lines > ROW_LIMIT + 1) {
    const [count, limit] = [lines, ROW_LIMIT].map(each => each.toLocaleString('en'));
    return { problem: `it has ${count} lines. At most ${limit} rows can be compared` };
  }
  const { kind, counted } = recognized;
  const rows = await readRows(text, kind);
  if ('problem' in rows) return rows;
  if (rows.length === 0) return { problem: 'it has headings, but no rows' };
  return { kind, rows, counted };
}

/** The line of the headings, after the line with which some programs name the delimiter. */
function headLine(text: string) {
  const start = startOf(text);
  const [line = ''] = text.slice(start).split(/[\r\n]/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  const [delimiter = ','] = DELIMITERS.toSorted((a, b) => count(b) - count(a));
  return { start, line, delimiter };
}

/** The index at which the headings begin. */
function startOf(text: string): number {
  return /^\uFEFF?\s*(?:"?sep=.{1,2}[\r\n]\s*)?/i.exec(text)?.[0].length ?? 0;
}

function countLines(text: string): number {
  let count = 0;
  let isEmpty = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isEnd = code === 0x0a || code === 0x0d;
    if (isEnd && !isEmpty) count++;
    isEmpty = isEnd;
  }
  return isEmpty ? count : count + 1;
}

async function readRows(text: string, kind: ExportKind): Promise<readonly ExportRow[] | Unreadable> {
  const { start, delimiter } = headLine(text);
  const rows: ExportRow[] = [];
  let read: ((cells: readonly string[]) => ExportRow) | undefined;
  let count = 0;
  let problem: string | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  parseString<string[], string[]>(text.slice(start), { delimiter, ignoreEmpty: true })
    .on('data', (cells: readonly string[]) => {
      const long = cells.find(cell => cell.length > CELL_LIMIT);
      if (long !== undefined) {
        problem ??= `a cell of row ${formatRow(count)} has ${long.length.toLocaleString('en')} characters, which is longer than any export contains`;
      }
      if (read && long === undefined) rows.push(read(cells));
      read ??= rowReader(kind, cells);
      count++;
    })
    .on('error', error => {
      // Its message contains the rest of the file.
      problem ??= /missing closing/.test(error.message.slice(0, 100))
        ? `a quotation mark after row ${formatRow(count - 1)} is never closed`
        : 'a cell has text after its closing quotation mark. Export it again, or save it again in a spreadsheet';
      resolve();
    })
    .on('end', resolve);
  await promise;
  return problem === undefined ? rows : { problem };
}

function formatRow(row: number): string {
  return Math.max(0, row).toLocaleString('en');
}

/** A function that reads a row below these headings. */
function rowReader(kind: ExportKind, headings: readonly string[]): (cells: readonly string[]) => ExportRow {
  const columns = new Map(headings.map((heading, index) => [headingKey(heading), index]));
  const { id, totals } = exportFormats[kind];
  const text = (heading: string | undefined) => {
    const index = heading === undefined ? undefined : columns.get(headingKey(heading));
    // A copy: a slice would keep the whole file in memory.
    return (cells: readonly string[]) => (index === undefined ? '' : unescapeFormulas(cells[index] ?? ''));
  };
  const readers = { email: text('email'), id: text(id), name: text('name'), jobTitle: text('jobTitle') };
  const counts = measures.map(measure => {
    const isCounted = columns.has(headingKey(totals[measure] ?? ''));
    return [measure, text(totals[measure]), isCounted] as const;
  });
  return cells => ({
    email: readers.email(cells),
    id: readers.id(cells),
    name: readers.name(cells),
    jobTitle: readers.jobTitle(cells),
    ...(Object.fromEntries(
      counts.map(([measure, read, isCounted]) => [measure, isCounted ? readCount(read(cells)) : 0]),
    ) as Record<Measure, number>),
  });
}

/** Reads a count, also as spreadsheets write it: 1,234 or 1.234 or 1234.00. NaN if it is none. */
function readCount(cell: string): number {
  const text = cell.trim();
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const grouped = /^\d{1,3}(?:([,.'’\s])\d{3})(?:\1\d{3}){0,3}$/.test(text);
  if (grouped) return Number(text.replace(/\D/g, ''));
  const [, whole] = /^(\d{1,15})[.,]0{1,2}$/.exec(text) ?? [];
  return whole === undefined ? Number.NaN : Number(whole);
}
