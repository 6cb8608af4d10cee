import type { ListSubject } from '../../shared/leavers';
import { almostAddresses, cleanText, type ReadLine, readLine, textsBeside } from '../compare/addresses';
import { unescapeFormulas } from '../lists/exports';
import { orUnreadable, type SheetRows, type Unreadable } from '../spreadsheets/rows';
import { csvRows, readFile } from '../spreadsheets/spreadsheet';
import {
  collectTexts,
  LINE_LIMIT,
  NAMED_LIMIT,
  NO_TEXTS,
  type NotRead,
  shortLine,
} from '../text/first-texts';
import { copyText, plainText } from '../text/normalize';
import { isBareList } from './bare-list';
import { findNamedPeople, type ListedPeople, type Names, nameKey, namesOf } from './named-people';
import type { Found, FoundPerson } from './result';
import { cleanRow, isRegular, type PeopleTable, rowText, tableOf } from './table';

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
  /** Whether the names of everybody are known; by default, they are. */
  readonly areNamesRead?: boolean;
  /**
   * What the list is for; by default, it names people who have left. In a list of people who stay or are left out, a line
   * names everybody of a name, even beside the address of one of them. A text for Leave out is never read as a table,
   * because every address in it counts.
   */
  readonly purpose?: ListSubject | 'leave out' | 'invite';
}

/** Why nothing was found. */
export type ReadProblem =
  | { readonly refused: 'no address'; readonly notRead: NotRead; readonly unread: readonly string[] }
  | { readonly refused: 'too many'; readonly count: number }
  | { readonly refused: 'large table' }
  | ({ readonly refused: 'unreadable' } & Unreadable);

/** A text, or a table as lines: its rows, and then its heading, which may be a person in a table without a heading. */
interface Source {
  readonly lines: readonly ReadLine[];
  /** The different addresses in the lines. */
  readonly emails: ReadonlySet<string>;
  readonly isBare: boolean;
  readonly table?: PeopleTable | undefined;
  /** The sheets of its workbook that are not read. */
  readonly unread?: readonly string[];
}

/** Finds the people in a text and a file: their addresses, and the people of the lists who are named without one. */
export function readPeople(input: PeopleInput): Found | ReadProblem {
  const { text, file, purpose } = input;
  const sources = orUnreadable(() => [
    purpose === 'leave out' ? sourceOfLines(text) : sourceOfText(text, false),
    ...(file ? [sourceOfFile(file)] : []),
  ]);
  if ('problem' in sources) return { refused: 'unreadable', ...sources };
  const isSent = ({ lines, emails, unread }: Source) =>
    unread?.length || emails.size > 0 || lines.some(line => line.text.trim() !== '');
  return combine(sources.filter(isSent), input);
}

function sourceOfFile({ name, bytes }: NonNullable<PeopleInput['file']>): Source {
  const read = readFile(bytes);
  if ('text' in read) return sourceOfText(read.text, /\.(?:csv|tsv)$/i.test(name));
  const unread = read.otherSheets.slice(0, NAMED_LIMIT).map(sheet => `sheet “${sheet}”`);
  // A workbook is never a list of bare addresses: rows may be hidden or struck out, and their texts do not say so.
  return { ...sourceOfRows(read.rows, false), unread };
}

/** Reads a text. `isTable` is true for a file with the name of a table, such as `list.csv`. */
function sourceOfText(text: string, isTable: boolean): Source {
  if (isTable) return sourceOfRows(csvRows(plainText(text)), true);
  const source = sourceOfLines(text);
  if (source.isBare || source.emails.size > ADDRESS_LIMIT || !text.includes('@')) return source;
  const asTable = orUnreadable(() => {
    const table = tableOf(csvRows(plainText(text)));
    return table && isRegular(table) ? { ...readTable(table), isBare: false, table } : source;
  });
  return 'problem' in asTable ? source : asTable;
}

const LINE = /[^\r\n\u2028\u2029]+/g;

function sourceOfLines(text: string): Source {
  const lines = text.matchAll(LINE);
  const read = readLines(
    // An entity may be a line break.
    lines.flatMap(([line]) => cleanText(unescapeFormulas(line)).match(LINE) ?? []),
  );
  return { ...read, isBare: isBareList(read.lines) };
}

function sourceOfRows(rows: SheetRows, mayBeBare: boolean): Source {
  const table = tableOf(rows);
  const cells = table?.rows ?? rows.map(row => cleanRow(row));
  const read = table ? readTable(table) : readLines(cells.map(rowText));
  const isBare = mayBeBare && cells.length === rows.length && haveOneColumn(cells) && isBareList(read.lines);
  return isBare ? { ...read, isBare } : { ...read, isBare, table };
}

function readTable({ rows, heading }: PeopleTable): Pick<Source, 'lines' | 'emails'> {
  return readLines([...rows, heading].values().map(rowText));
}

/** Reads lines, and keeps them while there are not too many addresses. After that, only the addresses are counted. */
function readLines(texts: Iterable<string>): Pick<Source, 'lines' | 'emails'> {
  const lines: ReadLine[] = [];
  const emails = new Set<string>();
  for (const text of texts) {
    const line = readLine(text);
    for (const { email } of line.addresses) {
      emails.add(email);
    }
    if (emails.size > ADDRESS_LIMIT) continue;
    lines.push(line);
  }
  return { lines, emails };
}

function haveOneColumn(rows: SheetRows): boolean {
  const column = rows[0]?.findIndex(cell => cell !== '');
  return rows.every(row => row.every((cell, index) => (cell !== '') === (index === column)));
}

function combine(
  sources: readonly Source[],
  { listed, areNamesRead = true, purpose }: Omit<PeopleInput, 'text' | 'file'>,
): Found | ReadProblem {
  const isBare = sources.every(source => source.isBare);
  const lines = sources.flatMap(source => source.lines);
  const headings = sources.flatMap(({ table, lines }) => (table ? lines.slice(table.rows.length) : []));
  const emails = new Set(sources.flatMap(source => [...source.emails]));
  if (emails.size > ADDRESS_LIMIT) return { refused: 'too many', count: emails.size };
  const people = new Map<string, FoundPerson>();
  const words = collectTexts();
  for (const line of lines) {
    words.addAll(line.words);
    for (const { email, start, end } of line.addresses) {
      if (people.has(email)) continue;
      people.set(email, { email, ...(isBare ? NO_LINE : cutLine(line.text, start, end)) });
    }
  }
  const ownNames: Names = !isBare && listed ? namesOf(emails, listed) : new Map();
  const hasNamesakes = purpose === 'stay' || purpose === 'leave out';
  const names = !isBare && listed ? findNamedPeople(lines, listed, hasNamesakes ? undefined : ownNames) : [];
  const named = [...names].filter(([email]) => !people.has(email));
  const notRead = {
    words: words.texts(),
    areNamesRead,
    ...textsNotRead(
      isBare ? [] : lines,
      new Set([...named.flatMap(([, own]) => own.map(index => lines[index])), ...headings]),
      new Set(ownNames.values().flatMap(each => [...each])),
    ),
  };
  const count = people.size + named.length;
  const unread = sources.flatMap(({ unread = [] }) => unread);
  if (count === 0) return { refused: 'no address', notRead, unread };
  if (count > ADDRESS_LIMIT) return { refused: 'too many', count };
  const almost = new Set<string>();
  for (const line of purpose === 'stay' ? lines : []) {
    for (const email of almostAddresses(line)) almost.add(email);
    if (almost.size > ADDRESS_LIMIT) return { refused: 'too many', count: count + almost.size };
  }
  const [only, ...others] = sources.filter(hasAddresses);
  const table = others.length === 0 ? only?.table : undefined;
  // The rows of the table are among the lines.
  const rows = new Map<ReadLine | undefined, number>(table && only?.lines.map((line, row) => [line, row]));
  for (const heading of headings) rows.delete(heading);
  /** None for lines that are not all of the table. */
  const rowsOf = (own: readonly number[]) => {
    const found = own.map(index => rows.get(lines[index])).filter(row => row !== undefined);
    return found.length === own.length ? found : [];
  };
  const common = {
    addresses: people.size,
    almost: [...almost],
    notRead,
    named: named.map(([email, own]) => ({
      email,
      line: shortLine(lines[own[0] ?? 0]?.text ?? ''),
      rows: rowsOf(own),
    })),
    unread,
  };
  if (table) return foundTable(table, common);
  return { kind: isBare ? 'addresses' : 'text', people: [...people.values()], ...common };
}

/** The lines without a person, and those that say more than their addresses and the names of people with an address. */
function textsNotRead(
  lines: readonly ReadLine[],
  others: ReadonlySet<ReadLine | undefined>,
  names: ReadonlySet<string>,
): Pick<NotRead, 'lines' | 'beside'> {
  const [without, beside] = [collectTexts(), collectTexts()];
  for (const line of lines) {
    const text = line.text.trim();
    if (text === '' || others.has(line)) continue;
    const words = new Set(line.words.texts);
    const isSaid = (said: string) => words.has(said) || names.has(nameKey(said));
    if (line.addresses.length === 0) without.add(text);
    else if (!textsBeside(line).every(isSaid)) beside.add(text);
  }
  return { lines: without.texts(), beside: beside.texts() };
}

function hasAddresses({ lines }: Source): boolean {
  return lines.some(({ addresses }) => addresses.length > 0);
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
  return { line: copyText(shown), start: start + offset, end: end + offset };
}

function foundTable(
  { columns, rows }: PeopleTable,
  common: Pick<Found, 'addresses' | 'almost' | 'notRead' | 'named' | 'unread'>,
): Found | ReadProblem {
  const joined: string[] = [];
  let length = columns.join('').length;
  for (const row of rows) {
    const text = copyText(row.join('\t'));
    length += text.length;
    if (length > TABLE_LIMIT) return { refused: 'large table' };
    joined.push(text);
  }
  const notRead = { ...common.notRead, beside: NO_TEXTS };
  return { kind: 'table', columns: [...columns], rows: joined, ...common, notRead };
}
