import { normalize } from '../../shared/normalize';
import { emailKey } from '../email-address';
import { findAddresses } from './addresses';
import { readFileText } from './file-text';
import { htmlToText } from './html-text';
import { type Doubt, doubtOfLine, isOwnLabel, readLines } from './lines';
import { isMail, MAIL_LINE_LIMIT, readMail } from './mail';
import { splitTables, type Table } from './tables';

export type { Doubt } from './lines';

/** A text or a file that lists people, as an administrator has posted it. */
export interface PeopleInput {
  /** '' if nothing was pasted. */
  readonly text: string;
  readonly file: Uint8Array | undefined;
  /** The administrator's own address. */
  readonly ownEmail: string;
}

/** An address that was read. */
export interface FoundAddress {
  /** In the form of `emailKey`. */
  readonly email: string;
  /** Undefined for an address that is listed. */
  readonly doubt: Doubt | undefined;
  /** Indexes of `columns`; empty if it is not in a table whose column must be chosen. */
  readonly columns: readonly number[];
}

/** A table column with addresses. */
export interface AddressColumn {
  readonly title: string;
  /** How many addresses it has. */
  readonly count: number;
}

/** The people that were found in a text or a file. Contains nothing else of it. */
export interface FoundPeople {
  /** Every address that was read, without duplicates. */
  readonly addresses: readonly FoundAddress[];
  /** The columns to choose from; empty if there is no choice. */
  readonly columns: readonly AddressColumn[];
  /** Lines that look like a person without an address. */
  readonly unaddressed: readonly string[];
  /** The number of such lines, which can be higher than the length of `unaddressed`. */
  readonly unaddressedCount: number;
  /** The names of attachments that were not read, because they are not text. */
  readonly unreadAttachments: readonly string[];
}

export type Recognition =
  /** The file is not text. */
  | { readonly refused: 'not text' }
  /** There are more than `EMAIL_LIST_LIMIT` addresses. */
  | { readonly refused: 'too many'; readonly count: number }
  /** A mail has more than `MAIL_LINE_LIMIT` lines. */
  | { readonly refused: 'too many lines'; readonly count: number }
  | ({ readonly refused: undefined } & FoundPeople);

/** The maximum number of addresses in a list. */
export const EMAIL_LIST_LIMIT = 10_000;

/** How many lines without an address are returned, and how long they are. */
const UNADDRESSED_LIMIT = 1000;
const UNADDRESSED_LENGTH = 120;

/** Finds the people in a text or a file. */
export async function recognizePeople({ text, file, ownEmail }: PeopleInput): Promise<Recognition> {
  const fileText = file ? readFileText(file) : '';
  if (fileText === undefined) return { refused: 'not text' };
  const correspondents: string[] = [];
  const texts: string[] = [];
  const unreadAttachments: string[] = [];
  for (const source of [text, fileText]) {
    if (!isMail(source)) {
      texts.push(/^\s*<(?:!doctype html|html)\b/i.test(source) ? htmlToText(source) : source);
      continue;
    }
    const lines = source.split('\n').length;
    if (lines > MAIL_LINE_LIMIT) return { refused: 'too many lines', count: lines };
    const mail = await readMail(source === fileText && file ? file : source);
    if (!mail) return { refused: 'not text' };
    correspondents.push(...mail.correspondents);
    texts.push(...mail.texts);
    unreadAttachments.push(...mail.unreadAttachments);
  }
  const people = collect(texts, correspondents, emailKey(ownEmail));
  const { length: count } = people.addresses;
  return count > EMAIL_LIST_LIMIT
    ? { refused: 'too many', count }
    : { refused: undefined, ...people, unreadAttachments };
}

function collect(
  texts: readonly string[],
  correspondents: readonly string[],
  own: string,
): Omit<FoundPeople, 'unreadAttachments'> {
  const found = new Map<string, { doubt: Doubt | undefined; readonly columns: Set<number> }>();
  const columns: { title: string; count: number }[] = [];
  const unaddressed: string[] = [];

  // An address that is listed somewhere is listed, whatever its other places are.
  function add(email: string, doubt: Doubt | undefined, column?: number): void {
    const known = found.get(email) ?? { doubt, columns: new Set() };
    if (doubt === undefined || (doubt === 'column' && known.doubt !== undefined)) known.doubt = doubt;
    if (column !== undefined) known.columns.add(column);
    found.set(email, known);
  }

  for (const text of texts) {
    for (const { table, lines } of splitTables(
      normalize(text.replace(/\r\n?/g, '\n'), 'NFKC'),
      isAddressTable,
    )) {
      if (table) addTable(table);
      else {
        const read = readLines(lines);
        for (const { email, doubt } of read.addresses) add(email, doubt);
        for (const line of read.unaddressed) unaddressed.push(line);
      }
    }
  }
  for (const address of correspondents) {
    for (const { email } of findAddresses(normalize(address, 'NFKC'))) add(email, 'header');
  }
  const ownAddress = found.get(own);
  if (ownAddress) ownAddress.doubt = 'own';
  return {
    addresses: Array.from(found, ([email, { doubt, columns: places }]) => ({
      email,
      doubt,
      columns: [...places],
    })),
    columns,
    unaddressed: unaddressed
      .slice(0, UNADDRESSED_LIMIT)
      .map(line => Buffer.from(line.slice(0, UNADDRESSED_LENGTH)).toString()),
    unaddressedCount: unaddressed.length,
  };

  function addTable(table: Table): void {
    const headings = hasHeadings(table) ? table[0] : undefined;
    const rows = headings ? table.slice(1) : table;
    const withAddresses = addressColumns(rows);
    const titleOf = (column: number) => headings?.[column] || `Column ${column + 1}`;
    const [only] = withAddresses;
    const isChosen =
      withAddresses.length === 1 && only !== undefined && (!headings || isOwnLabel(titleOf(only)));
    // The people of a table with several columns are those of its first one, unless a heading says otherwise.
    const main = withAddresses.find(column => headings && isOwnLabel(titleOf(column))) ?? only ?? 0;
    const indexes = new Map<number, number>();
    if (!isChosen) {
      for (const column of withAddresses) {
        indexes.set(column, columns.length);
        const emails = rows.flatMap(row => findAddresses(row[column] ?? '').map(({ email }) => email));
        columns.push({ title: titleOf(column).slice(0, UNADDRESSED_LENGTH), count: new Set(emails).size });
      }
    }
    for (const row of rows) {
      for (const column of withAddresses) {
        const cell = row[column] ?? '';
        const matches = findAddresses(cell);
        const doubtOfCell = doubtOfLine(cell, matches);
        for (const { email, isWhole } of matches) {
          const doubt = isWhole ? doubtOfCell : 'broken';
          add(email, doubt ?? (isChosen ? undefined : 'column'), doubt ? undefined : indexes.get(column));
        }
      }
      if (findAddresses(row[main] ?? '').length === 0 && row.some(cell => /\p{L}/u.test(cell))) {
        unaddressed.push(row.filter(cell => cell !== '').join(' '));
      }
    }
  }
}

/** Whether rows are a table with addresses: in a cell with one, there is nothing else but a name. */
function isAddressTable(rows: Table): boolean {
  const columns = addressColumns(rows);
  if (columns.length === 0 || (rows.length < 3 && !hasHeadings(rows))) return false;
  return rows.every(row =>
    columns.every(column => {
      const cell = row[column] ?? '';
      return (
        !cell.includes('@') ||
        /^[^@]{0,100}<[^<>@]+@[^<>@]+>$|^\S+$/.test(cell) ||
        findAddresses(cell).length > 1
      );
    }),
  );
}

/** Whether the first row has headings: it has no address, but each of its cells a text. */
function hasHeadings([first = [], ...rows]: Table): boolean {
  return (
    first.every(cell => cell !== '' && !cell.includes('@')) &&
    rows.some(row => row.some(cell => cell.includes('@')))
  );
}

function addressColumns(rows: Table): number[] {
  const columns = new Set<number>();
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      if (cell.includes('@') && findAddresses(cell).length > 0) columns.add(column);
  }
  return [...columns].sort((a, b) => a - b);
}

/** Returns the same people after columns were chosen, by their index: the addresses in these columns are listed. */
export function chooseColumns(people: FoundPeople, chosen: readonly number[]): FoundPeople {
  const addresses = people.addresses.map(address =>
    address.doubt === 'column' && address.columns.some(column => chosen.includes(column))
      ? { ...address, doubt: undefined }
      : address,
  );
  return { ...people, addresses };
}
