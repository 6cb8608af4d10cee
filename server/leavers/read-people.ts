import { readCsv } from '../spreadsheets/csv';
import { readFileText } from '../spreadsheets/file-text';
import { createUploadBudget, type SheetRows, type Unreadable, type UploadBudget } from '../spreadsheets/rows';
import { isArchive } from '../spreadsheets/unreadable';
import { readWorkbook } from '../spreadsheets/xlsx';
import { cleanText, findEmailAddresses, plainText, readLine } from './addresses';
import { isBareList } from './bare-list';
import { collectTexts, LINE_LIMIT, NAMED_LIMIT, shortLine } from './first-texts';
import { findNamedPeople, type ListedPeople } from './named-people';
import type { FirstTexts, Found, FoundPerson } from './result';
import { cleanCell, hasAddress, isRegular, type PeopleTable, rowText, tableOf } from './table';

/** The maximum number of addresses in one input. */
export const ADDRESS_LIMIT = 10_000;

/** The maximum length of the headings and rows that are kept of a table, in characters. */
const TABLE_LIMIT = 3_000_000;

/** The text and file of an administrator. */
export interface PeopleInput {
  /** The pasted text; '' for none. */
  readonly text: string;
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | undefined;
  /** The people of the company, to find those who are named. */
  readonly listed?: ListedPeople | undefined;
  /** Whether every address in the text counts: it is never read as a table. */
  readonly isText?: boolean;
}

/** Why nothing was found. */
export type ReadProblem =
  | { readonly refused: 'no address'; readonly notAddresses: FirstTexts }
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

/** Finds the people in a text and a file: their addresses, and the people of the lists who are named without one. */
export function readPeople({ text, file, listed, isText = false }: PeopleInput): Found | ReadProblem {
  const budget = createUploadBudget();
  const read = file ? readFile(file, budget) : { sources: [], unread: [] };
  if ('problem' in read) return { refused: 'unreadable', ...read };
  const pasted = text.trim() === '' ? [] : [isText ? sourceOfLines(text) : sourceOfText(text, false, budget)];
  return combine([...pasted, ...read.sources], read.unread.slice(0, NAMED_LIMIT), listed);
}

function readFile(
  { name, bytes }: NonNullable<PeopleInput['file']>,
  budget: UploadBudget,
): Sources | Unreadable {
  if (isArchive(bytes)) return readSheets(bytes, budget);
  const decoded = readFileText(bytes);
  if ('problem' in decoded) return decoded;
  const source = sourceOfText(decoded.text, /\.(?:csv|tsv)$/i.test(name), budget);
  return 'problem' in source ? source : { sources: [source], unread: [] };
}

/** Reads a workbook, which is never a list: rows may be hidden or struck out, and their texts do not say so. */
function readSheets(bytes: Uint8Array, budget: UploadBudget): Sources | Unreadable {
  const workbook = readWorkbook(bytes, budget);
  if ('problem' in workbook) return workbook;
  return {
    sources: [sourceOfSheet(workbook.rows, false)],
    unread: workbook.otherSheets.map(name => `sheet “${name}”`),
  };
}

/** Reads a text. `isTable` is true for a file with the name of a table, such as `list.csv`. */
function sourceOfText(
  written: string,
  isTable: boolean,
  budget: UploadBudget,
): Source | (Source & Unreadable) {
  const source = sourceOfLines(written);
  if (!isTable && (source.isList || !written.includes('@'))) return source;
  const rows = readCsv(plainText(written), budget);
  if (isTable || (!('problem' in rows) && isRegular(rows))) return sourceOfRows(rows);
  return source;
}

function sourceOfLines(written: string): Source {
  const text = cleanText(written);
  return { lines: text.split(/\r\n|[\r\n\u2028\u2029]/), isList: isBareList(text), table: undefined };
}

function sourceOfRows(rows: SheetRows | Unreadable): Source | (Source & Unreadable) {
  if ('problem' in rows) return { ...rows, lines: [], isList: false, table: undefined };
  return sourceOfSheet(rows, rows.every(isBareRow));
}

function sourceOfSheet(rows: SheetRows, isList: boolean): Source {
  return {
    lines: rows.map(row => rowText(row.map(cleanCell))),
    isList,
    table: isList ? undefined : tableOf(rows),
  };
}

function isBareRow(row: readonly string[]): boolean {
  const [cell = '', ...others] = row.filter(cell => cell !== '');
  return others.length === 0 && isBareList(cleanText(cell));
}

function combine(
  sources: readonly Source[],
  unread: readonly string[],
  listed: ListedPeople | undefined,
): Found | ReadProblem {
  const written = sources.filter(({ lines }) => lines.some(line => line.trim() !== ''));
  const isList = written.every(source => source.isList);
  const lines = written.flatMap(source => source.lines);
  const people = new Map<string, FoundPerson>();
  const words = collectTexts();
  const without: number[] = [];
  for (const [index, line] of lines.entries()) {
    const read = readLine(line);
    for (const word of read.words) words.add(word);
    if (read.addresses.length === 0) without.push(index);
    for (const { email, start, end } of read.addresses) {
      if (people.has(email)) continue;
      // Further people are only counted.
      const hasLine = !isList && people.size < ADDRESS_LIMIT;
      people.set(email, { email, ...(hasLine ? cutLine(line, start, end) : NO_LINE) });
    }
  }
  const notAddresses = words.texts();
  const names = isList || !listed ? new Map<string, number>() : findNamedPeople(lines, listed);
  const named = [...names].filter(([email]) => !people.has(email));
  if (people.size + named.length === 0) return { refused: 'no address', notAddresses };
  const count = people.size + named.length;
  if (count > ADDRESS_LIMIT) return { refused: 'too many', count };
  const namedLines = new Set(named.map(([, line]) => line));
  const withoutAddress = collectTexts();
  for (const index of without) {
    const line = lines[index]?.trim() ?? '';
    if (line !== '' && !namedLines.has(index)) withoutAddress.add(line);
  }
  const common = {
    addresses: people.size,
    withoutAddress: withoutAddress.texts(),
    notAddresses,
    named: named.map(([email, line]) => ({ email, line: shortLine(lines[line] ?? '') })),
    unread: [...unread],
  };
  const [only, ...others] = written.filter(hasAddresses);
  if (only?.table && others.length === 0) return foundTable(only.table, common);
  return { kind: isList ? 'list' : 'text', people: [...people.values()], ...common };
}

function hasAddresses({ lines }: Source): boolean {
  return lines.some(line => findEmailAddresses(line).length > 0);
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

function foundTable(
  { columns, rows }: PeopleTable,
  common: Pick<Found, 'addresses' | 'notAddresses' | 'named' | 'unread'>,
): Found | ReadProblem {
  const joined = rows.map(row => Buffer.from(row.join('\t')).toString());
  if ([...columns, ...joined].reduce((sum, text) => sum + text.length, 0) > TABLE_LIMIT)
    return { refused: 'large table' };
  const without = collectTexts();
  const namedLines = new Set(common.named.map(({ line }) => line));
  for (const row of rows) {
    const text = rowText(row);
    if (!row.some(hasAddress) && !namedLines.has(shortLine(text))) without.add(text);
  }
  return { kind: 'table', columns: [...columns], rows: joined, ...common, withoutAddress: without.texts() };
}
