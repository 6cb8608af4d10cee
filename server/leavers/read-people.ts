import { readCsv } from '../spreadsheets/csv';
import { readFileText } from '../spreadsheets/file-text';
import type { SheetRows, Unreadable } from '../spreadsheets/rows';
import { isArchive } from '../spreadsheets/unreadable';
import { readWorkbook } from '../spreadsheets/xlsx';
import { cleanText, findEmailAddresses } from './addresses';
import { isPlainList } from './plain-list';
import type { Found, FoundPerson } from './result';
import { isRegular, type PeopleTable, tableOf } from './table';

/** The maximum number of addresses in one input. */
export const ADDRESS_LIMIT = 10_000;

/** The maximum length of the rows that are kept of a table, in characters. */
const TABLE_LIMIT = 3_000_000;

/** The maximum length of a line that is shown, in characters. */
const LINE_LIMIT = 200;

const UNREAD_LIMIT = 20;

/** What an administrator has sent. */
export interface PeopleInput {
  /** The pasted text; '' for none. */
  readonly text: string;
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | undefined;
}

/** Why nothing was found. */
export type ReadProblem =
  | { readonly refused: 'no address' }
  | { readonly refused: 'too many'; readonly count: number }
  | { readonly refused: 'large table' }
  | ({ readonly refused: 'unreadable' } & Unreadable);

/** A text, or the rows of a table as lines. */
interface Source {
  readonly lines: readonly string[];
  readonly isList: boolean;
  readonly table: PeopleTable | undefined;
}

interface Sources {
  readonly sources: readonly Source[];
  readonly unread: readonly string[];
}

/** Finds the email addresses in a text and a file. */
export function readPeople({ text, file }: PeopleInput): Found | ReadProblem {
  const read = file ? readFile(file.name, file.bytes) : { sources: [], unread: [] };
  if ('problem' in read) return { refused: 'unreadable', ...read };
  const pasted = text.trim() === '' ? [] : [sourceOfText(text, false)];
  return combine([...pasted, ...read.sources], read.unread);
}

function readFile(name: string, bytes: Uint8Array): Sources | Unreadable {
  if (isArchive(bytes)) return readSheets(bytes);
  const decoded = readFileText(bytes);
  if ('problem' in decoded) return decoded;
  const source = sourceOfText(decoded.text, /\.(?:csv|tsv)$/i.test(name));
  return 'problem' in source ? source : { sources: [source], unread: [] };
}

/** Reads a workbook, which is never a list: rows may be hidden or struck out, and their texts do not say so. */
function readSheets(bytes: Uint8Array): Sources | Unreadable {
  const workbook = readWorkbook(bytes);
  if ('problem' in workbook) return workbook;
  return {
    sources: [sourceOfSheet(workbook.rows, false)],
    unread: workbook.otherSheets.map(name => `sheet “${name}”`),
  };
}

/** Reads a text. `isTable` is true for a file with the name of a table, such as `list.csv`. */
function sourceOfText(written: string, isTable: boolean): Source | (Source & Unreadable) {
  const text = cleanText(written);
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/);
  if (!text.includes('@') || (!isTable && isPlainList(text)))
    return { lines, isList: text.includes('@'), table: undefined };
  const rows = readCsv(text);
  if (isTable || (!('problem' in rows) && isRegular(rows))) return sourceOfRows(rows);
  return { lines, isList: false, table: undefined };
}

function sourceOfRows(rows: SheetRows | Unreadable): Source | (Source & Unreadable) {
  if ('problem' in rows) return { ...rows, lines: [], isList: false, table: undefined };
  return sourceOfSheet(rows, rows.every(isEntryAlone));
}

function sourceOfSheet(rows: SheetRows, isList: boolean): Source {
  const lines = rows.map(row => cleanText(row.filter(cell => cell !== '').join(' · ')));
  return { lines, isList, table: isList ? undefined : tableOf(rows) };
}

function isEntryAlone(row: readonly string[]): boolean {
  const [cell = '', ...others] = row.filter(cell => cell !== '');
  return others.length === 0 && isPlainList(cleanText(cell));
}

function combine(sources: readonly Source[], unreadParts: readonly string[]): Found | ReadProblem {
  const unread = unreadParts.slice(0, UNREAD_LIMIT);
  const withAddresses = sources.filter(({ lines }) =>
    lines.some(line => findEmailAddresses(line).length > 0),
  );
  const [first, ...others] = withAddresses;
  if (!first) return { refused: 'no address' };
  if (first.table && others.length === 0) return foundTable(first.table, unread);
  const people = new Map<string, FoundPerson>();
  const written = sources.filter(({ lines }) => lines.some(line => line.trim() !== ''));
  const isList = written.every(source => source.isList);
  let without = 0;
  for (const line of sources.flatMap(({ lines }) => lines)) {
    const found = findEmailAddresses(line);
    if (found.length === 0 && line.trim() !== '') without++;
    for (const { email, start, end } of found) {
      if (people.has(email)) continue;
      // Further people are only counted.
      const hasLine = !isList && people.size < ADDRESS_LIMIT;
      people.set(email, { email, ...(hasLine ? cutLine(line, start, end) : NO_LINE) });
    }
  }
  if (people.size > ADDRESS_LIMIT) return { refused: 'too many', count: people.size };
  const kind = isList ? 'list' : 'text';
  return { kind, people: [...people.values()], addresses: people.size, without, unread };
}

const NO_LINE = { line: '', start: 0, end: 0 };

/** A part of a line around an address. */
function cutLine(line: string, start: number, end: number) {
  const room = Math.max(0, LINE_LIMIT - (end - start));
  const from = Math.max(0, Math.min(start - Math.floor(room / 2), line.length - LINE_LIMIT));
  const to = Math.max(end, from + LINE_LIMIT);
  const [before, after] = [from > 0 ? '…' : '', to < line.length ? '…' : ''];
  const shown = before + line.slice(from, to).toWellFormed() + after;
  const offset = before.length - from;
  // A copy: a slice would keep the whole text in memory.
  return { line: Buffer.from(shown).toString(), start: start + offset, end: end + offset };
}

function foundTable({ columns, rows }: PeopleTable, unread: readonly string[]): Found | ReadProblem {
  const addressesIn = (row: readonly string[]) => row.flatMap(cell => findEmailAddresses(cell));
  const addresses = new Set(rows.flatMap(addressesIn).map(({ email }) => email));
  if (addresses.size > ADDRESS_LIMIT) return { refused: 'too many', count: addresses.size };
  const people = rows.filter(row => addressesIn(row).length > 0);
  const joined = people.map(row => Buffer.from(row.join('\t')).toString());
  if (joined.reduce((sum, row) => sum + row.length, 0) > TABLE_LIMIT) return { refused: 'large table' };
  return {
    kind: 'table',
    columns: [...columns],
    rows: joined,
    addresses: addresses.size,
    without: rows.length - people.length,
    unread: [...unread],
  };
}
