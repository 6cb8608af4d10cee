import { productKeys } from '../../shared/products';
import { MEBIBYTE } from '../../shared/units';
import { unescapeFormulas } from '../lists/exports';
import { readCsv } from '../spreadsheets/csv';
import { readFileText } from '../spreadsheets/file-text';
import { countRows, orUnreadable, tooMany, type Unreadable } from '../spreadsheets/rows';
import { isArchive } from '../spreadsheets/unreadable';
import { readWorkbook } from '../spreadsheets/xlsx';
import { collectTexts, type FirstTexts, NAMED_LIMIT, truncate } from '../text/first-texts';
import { copyText } from '../text/normalize';
import { cleanText, readLine } from './addresses';
import { indexNames, type PeopleToFind } from './names';
import { findExport } from './own-export';
import { cellsOf, HIDDEN, packContent, type StoredList } from './stored-list';

/** The limits of a list. */
export const LIST_LIMIT_BYTES = 10 * MEBIBYTE;
const LINES_LIMIT = 100_000;
const ADDRESS_LIMIT = 100_000;

/** How many characters of a file's name are stored. */
const NAME_LENGTH = 100;

/** Titles are repeated for each line. */
const TITLE_LENGTH = 60;

/** A text or a file, and the people of the company, so that a text that only names people is read. */
export interface ListToRead {
  readonly text: string;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array } | undefined;
  readonly people?: PeopleToFind | undefined;
}

/** A list without the owner of its record. */
export type ReadList = Omit<StoredList, 'companyKey'>;

/** Why a list was not read. */
export type ListProblem =
  | ({ readonly refused: 'unreadable' } & Unreadable)
  | {
      readonly refused: 'no address';
      /** Words with an @ that are no address. */
      readonly words: FirstTexts;
      /** The sheets of the workbook that were not read. */
      readonly otherSheets: readonly string[];
    };

/** The lines of a text, or the rows of a table (see `cellsOf`), clean. */
interface ReadLines {
  readonly lines: readonly string[];
  readonly isTable: boolean;
  readonly otherSheets: readonly string[];
}

/** Reads a text or a file: all addresses in it, each with its line. */
export function readList({ text, file, people }: ListToRead): ReadList | ListProblem {
  const read = orUnreadable(() => describe(file ? readFile(file) : readText(text), people));
  if ('problem' in read) return { refused: 'unreadable', ...read };
  return 'refused' in read ? read : { ...read, name: file?.name.slice(0, NAME_LENGTH).toWellFormed() ?? '' };
}

function readFile({ name, bytes }: NonNullable<ListToRead['file']>): ReadLines {
  if (!isArchive(bytes)) return readText(readFileText(bytes), /\.[ct]sv$/i.test(name));
  const { rows, lines } = collectRows();
  return { lines, isTable: true, otherSheets: readWorkbook(bytes, rows) };
}

/** A file that is named as a table is one, and so is a text with tabs. */
function readText(text: string, isNamedTable = false): ReadLines {
  const isTable = isNamedTable || text.includes('\t');
  const { rows, lines } = collectRows();
  if (isTable) {
    readCsv(text, rows, isNamedTable ? undefined : '\t');
  } else {
    for (const [line] of text.matchAll(/[^\r\n\u2028\u2029]+/g)) {
      const clean = cleanCell(line);
      if (clean === '') continue;
      if (lines.length === LINES_LIMIT) throw tooMany(LINES_LIMIT, 'lines');
      lines.push(clean);
    }
  }
  return { lines, isTable, otherSheets: [] };
}

function collectRows() {
  const lines: string[] = [];
  const rows = countRows((row, isHidden) => {
    const line = copyText((isHidden ? HIDDEN : '') + row.map(cleanCell).join('\t'));
    if (/\S/.test(line)) lines.push(line);
  });
  return { rows, lines };
}

function describe(
  { lines, isTable, otherSheets }: ReadLines,
  people: PeopleToFind | undefined,
): Omit<ReadList, 'name'> | Extract<ListProblem, { refused: 'no address' }> {
  const emails = new Set<string>();
  const emailsOfColumns = new Map<number, Set<string>>();
  const words = collectTexts();
  let first = -1;
  let found = 0;
  for (const [index, line] of lines.entries()) {
    for (const [column, cell] of cellsOf(line).entries()) {
      const read = readLine(cell);
      words.addAll(read.words);
      if (read.addresses.length === 0) continue;
      if (first < 0) first = index;
      found += read.addresses.length;
      const own = emailsOfColumns.get(column) ?? new Set();
      emailsOfColumns.set(column, own);
      for (const { email } of read.addresses) {
        emails.add(email);
        own.add(email);
        if (emails.size > ADDRESS_LIMIT) throw tooMany(ADDRESS_LIMIT, 'addresses');
      }
    }
  }
  if (emails.size === 0 && !namesSomebody(lines, people))
    return { refused: 'no address', words: words.texts(), otherSheets };
  const exported = isTable ? findExport(lines) : undefined;
  // The titles are above the first address. The first addresses of an export may be “unknown”.
  const top = exported ? 1 : isTable ? Math.max(0, first) : 0;
  const titles = cellsOf(lines[top - 1] ?? '').map(title => truncate(title, TITLE_LENGTH));
  const columns = [...emailsOfColumns].sort(([a], [b]) => a - b);
  const linesOrAddresses = Math.max(lines.length, found);
  return {
    kind: exported ? 'export' : isTable ? 'table' : 'text',
    rows: exported ? (emailsOfColumns.get(exported.email)?.size ?? 0) : lines.length - Number(top > 0),
    columns:
      exported || columns.length < 2
        ? []
        : columns.map(([position, { size }]) => ({
            title: titles[position] || `Column ${position + 1}`,
            position,
            addresses: size,
          })),
    figures: productKeys.filter(key => exported?.[key] !== undefined),
    otherSheets: otherSheets.slice(0, NAMED_LIMIT),
    content: packContent({ titles, top, exported, linesOrAddresses }, lines),
  };
}

/** A cell or line in its plain form, without the marks that an export has before formulas. */
function cleanCell(cell: string): string {
  return joinSpaces(cleanText(unescapeFormulas(cell))).trim();
}

/** White space that is not one space. */
const OTHER_SPACES = /\s{2}|[^\S ]/;

/** Pieces of a text, which do not end within a character. A pattern fails for a run of millions of spaces. */
const PIECES = /.{1,4096}/gsu;

/** Makes each run of white space one space. What V8 has replaced takes 64 bytes for each match until it is copied (T77). */
function joinSpaces(text: string): string {
  if (!OTHER_SPACES.test(text)) return text;
  let joined = '';
  let endsInSpace = false;
  for (const [piece] of text.matchAll(PIECES)) {
    const spaced = piece.replace(/\s+/g, ' ');
    joined += copyText(endsInSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced);
    endsInSpace = spaced.endsWith(' ');
  }
  return joined;
}

function namesSomebody(lines: readonly string[], people: PeopleToFind | undefined): boolean {
  const names = people && indexNames(people);
  return names !== undefined && lines.some(line => names.inLine(line).length > 0);
}
