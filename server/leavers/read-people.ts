import { readCsv } from '../spreadsheets/csv';
import { readFileText } from '../spreadsheets/file-text';
import { createUploadBudget, type SheetRows, type Unreadable, type UploadBudget } from '../spreadsheets/rows';
import { isArchive } from '../spreadsheets/unreadable';
import { readWorkbook } from '../spreadsheets/xlsx';
import { collectTexts, LINE_LIMIT, NAMED_LIMIT, type NotRead, shortLine } from '../text/first-texts';
import { cleanText, plainText, type ReadLine, readLine, textsBeside } from './addresses';
import { isBareList } from './bare-list';
import { createNameTest, findNamedPeople, type ListedPeople } from './named-people';
import type { Found, FoundPerson } from './result';
import { cleanCell, isRegular, type PeopleTable, rowText, tableOf } from './table';

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
  /** Whether every address in the text counts: it is never read as a table. */
  readonly isText?: boolean;
}

/** Why nothing was found. */
export type ReadProblem =
  | { readonly refused: 'no address'; readonly notRead: NotRead; readonly unread: readonly string[] }
  | { readonly refused: 'too many'; readonly count: number }
  | { readonly refused: 'large table' }
  | ({ readonly refused: 'unreadable' } & Unreadable);

/** A text, or the rows of a table as lines. */
interface Source {
  readonly lines: readonly ReadLine[];
  readonly isBare: boolean;
  readonly table?: PeopleTable | undefined;
  /** The sheets of its workbook that are not read. */
  readonly unread?: readonly string[];
}

/** Finds the people in a text and a file: their addresses, and the people of the lists who are named without one. */
export function readPeople(input: PeopleInput): Found | ReadProblem {
  const { text, file, isText = false } = input;
  const budget = createUploadBudget();
  const sources: Source[] = [];
  for (const source of [
    isText ? sourceOfLines(text) : sourceOfText(text, false, budget),
    ...(file ? [readFile(file, budget)] : []),
  ]) {
    if ('problem' in source) return { refused: 'unreadable', ...source };
    if (source.unread?.length || source.lines.some(line => line.text.trim() !== '')) sources.push(source);
  }
  return combine(sources, input);
}

function readFile(
  { name, bytes }: NonNullable<PeopleInput['file']>,
  budget: UploadBudget,
): Source | Unreadable {
  if (!isArchive(bytes)) {
    const decoded = readFileText(bytes);
    return 'problem' in decoded ? decoded : sourceOfText(decoded.text, /\.(?:csv|tsv)$/i.test(name), budget);
  }
  const workbook = readWorkbook(bytes, budget);
  if ('problem' in workbook) return workbook;
  const unread = workbook.otherSheets.slice(0, NAMED_LIMIT).map(sheet => `sheet “${sheet}”`);
  // A workbook is never a list: rows may be hidden or struck out, and their texts do not say so.
  return { ...sourceOfRows(workbook.rows, false), unread };
}

/** Reads a text. `isTable` is true for a file with the name of a table, such as `list.csv`. */
function sourceOfText(text: string, isTable: boolean, budget: UploadBudget): Source | Unreadable {
  if (isTable) {
    const rows = readCsv(plainText(text), budget);
    return 'problem' in rows ? rows : sourceOfRows(rows, true);
  }
  const source = sourceOfLines(text);
  if (source.isBare || !text.includes('@')) return source;
  const rows = readCsv(plainText(text), budget);
  return 'problem' in rows || !isRegular(rows) ? source : sourceOfRows(rows, false);
}

function sourceOfLines(text: string): Source {
  const lines = cleanText(text)
    .split(/[\r\n\u2028\u2029]+/)
    .map(readLine);
  return { lines, isBare: isBareList(lines) };
}

function sourceOfRows(rows: SheetRows, mayBeBare: boolean): Source {
  const table = tableOf(rows);
  const cells = table?.rows ?? rows.map(row => row.map(cleanCell));
  const lines = cells.map(row => readLine(rowText(row)));
  const isBare = mayBeBare && cells.length === rows.length && haveOneColumn(cells) && isBareList(lines);
  return isBare ? { lines, isBare } : { lines, isBare, table };
}

function haveOneColumn(rows: SheetRows): boolean {
  const column = rows[0]?.findIndex(cell => cell !== '');
  return rows.every(row => row.every((cell, index) => (cell !== '') === (index === column)));
}

function combine(
  sources: readonly Source[],
  { listed, areNamesRead = true }: Pick<PeopleInput, 'listed' | 'areNamesRead'>,
): Found | ReadProblem {
  const isBare = sources.every(source => source.isBare);
  const lines = sources.flatMap(source => source.lines);
  const people = new Map<string, FoundPerson>();
  const words = collectTexts();
  for (const line of lines) {
    for (const word of line.words) words.add(word);
    for (const { email, start, end } of line.addresses) {
      if (people.has(email)) continue;
      // Further people are only counted.
      const hasLine = !isBare && people.size < ADDRESS_LIMIT;
      people.set(email, { email, ...(hasLine ? cutLine(line.text, start, end) : NO_LINE) });
    }
  }
  if (people.size > ADDRESS_LIMIT) return { refused: 'too many', count: people.size };
  const names =
    isBare || !listed
      ? new Map<string, number>()
      : findNamedPeople(
          lines.map(({ text }) => text),
          listed,
        );
  const named = [...names].filter(([email]) => !people.has(email));
  const found = new Set([...people.keys(), ...names.keys()]);
  const notRead = {
    words: words.texts(),
    areNamesRead,
    ...textsNotRead(
      isBare ? [] : lines,
      new Set(named.map(([, line]) => line)),
      createNameTest(found, listed),
    ),
  };
  const count = people.size + named.length;
  const unread = sources.flatMap(({ unread = [] }) => unread);
  if (count === 0) return { refused: 'no address', notRead, unread };
  if (count > ADDRESS_LIMIT) return { refused: 'too many', count };
  const common = {
    addresses: people.size,
    notRead,
    named: named.map(([email, line]) => ({ email, line: shortLine(lines[line]?.text ?? '') })),
    unread,
  };
  const [only, ...others] = sources.filter(hasAddresses);
  if (only?.table && others.length === 0) return foundTable(only.table, common);
  return { kind: isBare ? 'addresses' : 'text', people: [...people.values()], ...common };
}

/** The lines in which nobody was found, and what lines with addresses say besides them and the names of their people. */
function textsNotRead(
  lines: readonly ReadLine[],
  namedLines: ReadonlySet<number>,
  isName: (text: string) => boolean,
): Pick<NotRead, 'lines' | 'beside'> {
  const [without, beside] = [collectTexts(), collectTexts()];
  for (const [index, line] of lines.entries()) {
    const text = line.text.trim();
    if (line.addresses.length > 0) {
      const words = new Set(line.words);
      for (const said of textsBeside(line)) if (!words.has(said) && !isName(said)) beside.add(said);
    } else if (text !== '' && !namedLines.has(index)) without.add(text);
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
  return { line: Buffer.from(shown).toString(), start: start + offset, end: end + offset };
}

function foundTable(
  { columns, rows }: PeopleTable,
  common: Pick<Found, 'addresses' | 'notRead' | 'named' | 'unread'>,
): Found | ReadProblem {
  const joined = rows.map(row => Buffer.from(row.join('\t')).toString());
  if ([...columns, ...joined].reduce((sum, text) => sum + text.length, 0) > TABLE_LIMIT)
    return { refused: 'large table' };
  const notRead = { ...common.notRead, beside: collectTexts().texts() };
  return { kind: 'table', columns: [...columns], rows: joined, ...common, notRead };
}
