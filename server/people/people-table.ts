import { findAddresses, hasUnreadAddress } from './addresses';
import type { Doubt } from './answer';
import type { FoundAddress } from './line';
import { isNameOf } from './names';
import { mayStay } from './other-words';
import { doubtOfLine, isComment } from './person-line';
import { announces, hasMeaningfulMark, type Reading, withoutRemarks } from './phrases';
import type { Region } from './regions';
import type { Table } from './tables';
import { isOwnLabel, isTitle } from './titles';
import { UNDERSTOOD_LENGTH, wordSet, wordsIn } from './words';

/** The people in a table. */
interface FoundInTable {
  readonly addresses: FoundAddress[];
  /** The titles of the columns of which one must be chosen; empty if there is no choice. */
  readonly titles: readonly string[];
  /** The rows without an address, or with one that cannot be read. */
  readonly unaddressed: readonly string[];
}

/** How long the title of a column is. */
const TITLE_LENGTH = 120;

const DESCRIPTION = /^(?:[\p{L}\p{M}\p{N}.,'’&/+_#]|\s(?!-\s)|-)*$/u;

/** Words of headings whose columns describe people, not whether they leave. */
const DESCRIPTIVE_WORDS = wordSet(
  'first last given family middle surname full name display title job department division team unit office location ' +
    'site building city town country region zip postal street company organization cost center centre phone mobile ' +
    'telephone number nr id personnel employee vorname nachname abteilung standort nombre apellido apellidos nom prénom',
);

/** The meaning of a column for the people of its rows. */
type Column =
  | 'addresses'
  /** It describes them. */
  | 'description'
  /** It says that they are listed, for instance when they leave. */
  | 'status'
  /** Anything else: perhaps who stays. */
  | 'unknown';

/** Reads a table that lists people with this meaning. */
export function readTable(table: Table, region: Region, reading: Reading): FoundInTable {
  const headings = hasHeadings(table) ? table[0] : undefined;
  const rows = headings ? table.slice(1) : table;
  const columns = columnsOf(rows, headings, reading);
  const withAddresses = [...columns.keys()].filter(column => columns[column] === 'addresses');
  // A copy: a slice would keep the whole table in memory.
  const titleOf = (column: number) =>
    Buffer.from((headings?.[column] || `Column ${column + 1}`).slice(0, TITLE_LENGTH)).toString();
  const [only] = withAddresses;
  const isChosen =
    withAddresses.length === 1 && only !== undefined && (!headings || isOwnLabel(titleOf(only)));
  // The people of a table with several columns are those of its first one, unless a heading says otherwise.
  const main = withAddresses.find(column => headings && isOwnLabel(titleOf(column))) ?? only ?? 0;
  const isStatusKnown = !columns.includes('unknown');
  const addresses: FoundAddress[] = [];
  const unaddressed: string[] = [];
  let doubtOfTable: Doubt | undefined = region === 'content' ? undefined : region;

  for (const row of rows) {
    const texts = row.filter(cell => cell !== '');
    const [text = ''] = texts.length === 1 ? texts : [];
    // A row with headings, or perhaps a person without an address.
    if (
      region === 'content' &&
      texts.some(cell => /\p{L}/u.test(cell)) &&
      !row.some(cell => cell.includes('@'))
    )
      doubtOfTable = announces(text, reading) ? undefined : 'heading';
    const doubtOfRow = doubtOfTable ?? doubtOf(row);
    for (const column of withAddresses) {
      const cell = row[column] ?? '';
      const matches = findAddresses(cell);
      // One of two addresses in a cell may be somebody else's, when another cell says whose row it is.
      const isShared = texts.length > 1 && new Set(matches.map(({ email }) => email)).size > 1;
      const doubtOfCell = doubtOfRow ?? (isShared ? 'several' : doubtOfLine(cell, matches, reading));
      for (const { email, isWhole } of matches) {
        const doubt = isWhole ? doubtOfCell : 'broken';
        if (doubt || isChosen) addresses.push({ email, doubt });
        else addresses.push({ email, doubt: 'column', title: titleOf(column) });
      }
    }
    const hasUnread = row.some(cell => hasUnreadAddress(cell, findAddresses(cell)));
    const hasNobody =
      findAddresses(row[main] ?? '').length === 0 && row.some(cell => /[\p{L}\p{N}]/u.test(cell));
    if (hasUnread || hasNobody) unaddressed.push(texts.join(' '));
  }
  return { addresses, titles: isChosen || !isStatusKnown ? [] : withAddresses.map(titleOf), unaddressed };

  /** Why everybody in a row is in doubt. */
  function doubtOf(row: Table[number]): Doubt | undefined {
    if (row.some(cell => cell.includes('~'))) return 'unseen';
    if (isComment(row[0] ?? '')) return 'sentence';
    if (!isStatusKnown) return 'status';
    if (row.some((cell, column) => columns[column] === 'status' && !isListed(cell))) return 'status';
    return row.some((cell, column) => columns[column] === 'description' && !isDescription(cell))
      ? 'sentence'
      : undefined;
  }

  /** Whether a cell only says that its person is listed, or when this person leaves. */
  function isListed(cell: string): boolean {
    const rest = withoutRemarks(cell, reading);
    return cell !== '' && cell !== rest && !/[\p{L}\p{N}]/u.test(rest) && !hasMeaningfulMark(cell, reading);
  }
}

/** Whether rows are a table with addresses: in a cell with one, there is nothing else but a name. */
export function isAddressTable(rows: Table): boolean {
  const columns = addressColumns(rows);
  if (columns.size === 0 || (rows.length < 3 && !hasHeadings(rows))) return false;
  // A quoted table is a part of a quoted mail.
  if (rows.some(([first = '']) => first.startsWith('>'))) return false;
  return rows.every(row =>
    [...columns].every(column => {
      const cell = row[column] ?? '';
      return (
        !cell.includes('@') ||
        /^[^@]{0,100}<[^<>@]+@[^<>@]+>$|^\S+$/.test(cell) ||
        findAddresses(cell).length > 1
      );
    }),
  );
}

/** The meaning of each column. */
function columnsOf(rows: Table, headings: Table[number] | undefined, reading: Reading): readonly Column[] {
  const withAddresses = addressColumns(rows);
  const [first = 0] = withAddresses;
  const emails = rows.map(row => findAddresses(row[first] ?? '')[0]?.email);
  return (rows[0] ?? []).map((_cell, column): Column => {
    if (withAddresses.has(column)) return 'addresses';
    const heading = headings?.[column];
    if (heading !== undefined) {
      if (announces(heading, reading)) return 'status';
      return isTitle(heading) || isDescriptive(heading) ? 'description' : statusOf(column);
    }
    const named = rows.filter((row, index) => {
      const name = row[column] ?? '';
      const email = emails[index];
      return email !== undefined && /\p{L}/u.test(name) && isNameOf(name, email);
    });
    if (named.length * 2 >= rows.length) return 'description';
    const areDates = cellsOf(column).every(
      cell => /\d/.test(cell) && !/[\p{L}\p{N}]/u.test(withoutRemarks(cell, reading)),
    );
    return areDates ? 'status' : statusOf(column);
  });

  function cellsOf(column: number): readonly string[] {
    return rows.map(row => row[column] ?? '').filter(cell => cell !== '');
  }

  /** The meaning of a column by its cells alone. */
  function statusOf(column: number): Column {
    const cells = cellsOf(column);
    if (cells.length === 0) return 'description';
    return cells.every(cell => announces(cell, reading)) ? 'status' : 'unknown';
  }
}

function isDescriptive(heading: string): boolean {
  const words = wordsIn(heading);
  return words.length > 0 && words.every(word => DESCRIPTIVE_WORDS.has(word.toLowerCase()));
}

/** Whether a cell has a name or the like, without a mark or a word that may say that its person stays. */
function isDescription(cell: string): boolean {
  return cell.length <= UNDERSTOOD_LENGTH && DESCRIPTION.test(cell) && !mayStay(wordsIn(cell));
}

/** Whether the first row has headings: it has no address, but each of its cells a text. */
function hasHeadings([first = [], ...rows]: Table): boolean {
  return (
    first.every(cell => cell !== '' && !cell.includes('@')) &&
    rows.some(row => row.some(cell => cell.includes('@')))
  );
}

/** The columns with addresses, from left to right. */
function addressColumns(rows: Table): ReadonlySet<number> {
  const columns = new Set<number>();
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      if (cell.includes('@') && findAddresses(cell).length > 0) columns.add(column);
  }
  return new Set([...columns].sort((a, b) => a - b));
}
