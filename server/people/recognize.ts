import { emailKey } from '../email-address';
import { normalize } from '../normalize';
import { findAddresses, hasUnreadAddress } from './addresses';
import type { Doubt, FoundPeople, Refusal } from './answer';
import { splitEntries } from './entries';
import { readFileText } from './file-text';
import { htmlToText } from './html-text';
import { doubtOfLine, isComment, isPerson, type Place, readLines, START } from './lines';
import { hasEncodedFile, hasUnknownEncoding, isMail, MAIL_LINE_LIMIT, readMail } from './mail';
import { isNameOf, wordsIn } from './names';
import { mayStay } from './other-words';
import { splitTables, type Table } from './tables';
import { announces, hasMeaningfulMark, isKnownWord, isOwnLabel, type Meaning } from './words';

/** A text or a file that lists people, as an administrator has posted it. */
export interface PeopleInput {
  /** '' if nothing was pasted. */
  readonly text: string;
  readonly file: Uint8Array | undefined;
  /** The administrator's own address. */
  readonly ownEmail: string;
  /** The meaning of a text that lists them clearly; by default, they leave. */
  readonly meaning?: Meaning;
}

/** The maximum number of addresses in a list. */
export const EMAIL_LIST_LIMIT = 10_000;

/** How many lines without an address are returned, and how long they are. */
const UNADDRESSED_LIMIT = 1000;
const UNADDRESSED_LENGTH = 120;

/** How many names of unread parts are returned. */
const UNREAD_LIMIT = 20;

/** Longer cells have prose, so their column leaves a doubt about everybody. */
const CELL_LENGTH = 400;

/** How many columns can be chosen from. */
const COLUMN_LIMIT = 20;

/** Finds the people in a text or a file. */
export async function recognizePeople({
  text,
  file,
  ownEmail,
  meaning = 'leaving',
}: PeopleInput): Promise<FoundPeople | Refusal> {
  const fileText = file ? readFileText(file) : '';
  if (fileText === undefined) return { refused: 'not text' };
  const correspondents: string[] = [];
  const texts: string[] = [];
  const alternatives: string[] = [];
  const unread: string[] = [];
  for (const source of [text, fileText]) {
    if (!isMail(source)) {
      texts.push(/^\s*<(?:!doctype html|html)\b/i.test(source) ? htmlToText(source) : source);
      continue;
    }
    const lines = source.split('\n').length;
    if (lines > MAIL_LINE_LIMIT) return { refused: 'too many lines', count: lines };
    const mail = await readMail(source === fileText && file ? file : source);
    if (!mail) return { refused: 'unreadable mail' };
    if (hasUnknownEncoding(source)) unread.push('a part in an unknown encoding');
    correspondents.push(...mail.correspondents);
    texts.push(...mail.texts);
    alternatives.push(...mail.alternatives);
    unread.push(...mail.unread);
  }
  if ([...texts, ...alternatives].some(hasEncodedFile)) unread.push('a file within the text');
  const people = collect(texts, alternatives, correspondents, emailKey(ownEmail), meaning);
  const { length: count } = people.addresses;
  return count > EMAIL_LIST_LIMIT
    ? { refused: 'too many', count }
    : { ...people, unread: [...new Set(unread)].slice(0, UNREAD_LIMIT) };
}

/** Halfwidth and fullwidth forms, and small ones: the same characters, as Asian keyboards write them. */
const WIDE_CHARACTERS = /[\uFF00-\uFFEF\uFE50-\uFE6F]+/g;

/** Zero-width characters, soft hyphens and others, as copied addresses have them, but none that reverses a text. */
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}--[\u202D\u202E]]/gv;

/** “(at)” between two words. */
const SPELLED_AT = /(?<=[\p{L}\p{N}])\s?[([{]\s?at\s?[)\]}]\s?(?=[\p{L}\p{N}])/giu;

/** Writes characters of which there are several forms in the usual one, and leaves out invisible ones. */
function withUsualCharacters(text: string): string {
  const narrow = text
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(WIDE_CHARACTERS, characters => normalize(characters, 'NFKC'));
  return normalize(narrow, 'NFC').replace(SPELLED_AT, '@');
}

function collect(
  texts: readonly string[],
  alternatives: readonly string[],
  correspondents: readonly string[],
  own: string,
  meaning: Meaning,
): Omit<FoundPeople, 'unread'> {
  const found = new Map<string, { doubt: Doubt | undefined; readonly columns: Set<number> }>();
  /** The indexes of the columns to choose from, by title: those of several tables may have the same. */
  const columns = new Map<string, number>();
  const unaddressed: string[] = [];
  /** Those who wrote or got a mail are in doubt, unless a table has them, too: their signatures may have no beginning. */
  const inHeaders = new Set<string>();
  const inTables = new Set<string>();
  const broken = new Set<string>();

  // Any other address that is listed somewhere is listed, whatever its other places are.
  function add(email: string, doubt: Doubt | undefined, column?: number): void {
    if (doubt === 'header') inHeaders.add(email);
    if (doubt === 'broken') broken.add(email);
    const known = found.get(email) ?? { doubt, columns: new Set() };
    if (doubt === undefined || (doubt === 'column' && known.doubt !== undefined)) known.doubt = doubt;
    if (column !== undefined) known.columns.add(column);
    found.set(email, known);
  }

  for (const text of texts) {
    let place = START;
    for (const part of splitEntries(withUsualCharacters(text.replace(/\r\n?/g, '\n')))) {
      if (part.isCalendar) addCalendar(part.text);
      else place = addText(part.text, place);
    }
  }
  for (const address of correspondents) {
    for (const { email } of findAddresses(withUsualCharacters(address))) add(email, 'header');
  }
  for (const text of alternatives) {
    for (const line of withUsualCharacters(text).split('\n')) {
      for (const { email } of findAddresses(line)) if (!found.has(email)) add(email, 'version');
    }
  }
  for (const email of inHeaders) {
    const person = found.get(email);
    if (person && !inTables.has(email)) person.doubt ??= 'header';
  }
  // The address of which it is a part would be missing.
  for (const email of broken) if (found.get(email)?.doubt !== 'broken') unaddressed.push(email);
  const ownAddress = found.get(own);
  if (ownAddress) ownAddress.doubt = 'own';
  return {
    addresses: Array.from(found, ([email, { doubt, columns: places }]) => ({
      email,
      ...(doubt && { doubt }),
      ...(places.size > 0 && { columns: [...places] }),
    })),
    columns: Array.from(columns, ([title, index]) => ({
      title,
      count: [...found.values()].filter(({ columns: places }) => places.has(index)).length,
    })),
    unaddressed: unaddressed
      .slice(0, UNADDRESSED_LIMIT)
      .map(line => Buffer.from(line.slice(0, UNADDRESSED_LENGTH)).toString()),
    unaddressedCount: unaddressed.length,
  };

  function addCalendar(text: string): void {
    for (const line of text.split('\n')) {
      for (const { email } of findAddresses(line)) add(email, 'calendar');
    }
  }

  /** The place of what follows. */
  function addText(text: string, start: Place): Place {
    let place = start;
    let lastRow: readonly string[] = [];
    for (const { table, lines } of splitTables(text, isAddressTable)) {
      if (table) {
        addTable(table, place);
        lastRow = table.at(-1)?.flatMap(cell => findAddresses(cell).map(({ email }) => email)) ?? [];
        place = { ...place, hasContent: true, hasAddress: true };
      } else {
        // Directly below a table, a line may be a remark about the person of its last row.
        const [line = ''] = lines;
        const remark = readLines([line], { ...place, isBelowOther: false }, meaning);
        for (const email of remark.end.isBelowOther ? lastRow : []) {
          const person = found.get(email);
          if (person) person.doubt ??= 'remark';
        }
        lastRow = [];
        const read = readLines(lines, place, meaning);
        place = read.end;
        for (const { email, doubt } of read.addresses) add(email, doubt);
        for (const line of read.unaddressed) unaddressed.push(line);
      }
    }
    return place;
  }

  function addTable(table: Table, { region, isBelowOther }: Place): void {
    let doubtOfTable: Doubt | undefined =
      region === 'content' ? (isBelowOther ? 'heading' : undefined) : region;
    const headings = hasHeadings(table) ? table[0] : undefined;
    const rows = headings ? table.slice(1) : table;
    const withAddresses = addressColumns(rows);
    const titleOf = (column: number) =>
      Buffer.from((headings?.[column] || `Column ${column + 1}`).slice(0, UNADDRESSED_LENGTH)).toString();
    const [only] = withAddresses;
    const isChosen =
      withAddresses.length === 1 && only !== undefined && (!headings || isOwnLabel(titleOf(only)));
    // The people of a table with several columns are those of its first one, unless a heading says otherwise.
    const main = withAddresses.find(column => headings && isOwnLabel(titleOf(column))) ?? only ?? 0;
    const indexes = new Map<number, number>();
    const hasStatus = hasStatusColumn(rows, headings, withAddresses, meaning);
    if (!isChosen && !hasStatus) {
      for (const column of withAddresses) {
        const title = titleOf(column);
        const index = columns.get(title) ?? columns.size;
        if (index === COLUMN_LIMIT) break;
        columns.set(title, index);
        indexes.set(column, index);
      }
    }
    for (const row of rows) {
      const texts = row.filter(cell => cell !== '');
      const [text = ''] = texts.length === 1 ? texts : [];
      // A row with a heading, not a person without an address.
      if (region === 'content' && /^[^@]*\p{L}[^@]*$/u.test(text) && !isPerson(text))
        doubtOfTable = announces(text, meaning) ? undefined : 'heading';
      const isDoubtful =
        isComment(row[0] ?? '') ||
        row.some(
          (cell, column) =>
            cell.includes('~') ||
            (meaning === 'leaving' && !hasStatus && saysOtherwise(cell, headings?.[column])),
        );
      const doubtOfRow = doubtOfTable ?? (isDoubtful ? 'sentence' : undefined);
      for (const column of withAddresses) {
        const cell = row[column] ?? '';
        const matches = findAddresses(cell);
        // One of two addresses in a cell may be somebody else's, when another cell says whose row it is.
        const isShared =
          !hasStatus && texts.length > 1 && new Set(matches.map(({ email }) => email)).size > 1;
        const doubtOfCell = doubtOfRow ?? (isShared ? 'several' : doubtOfLine(cell, matches, meaning));
        for (const { email, isWhole } of matches) {
          const doubt = isWhole ? doubtOfCell : 'broken';
          if (!doubt && !hasStatus) inTables.add(email);
          if (hasStatus) add(email, doubt ?? 'status');
          else
            add(email, doubt ?? (isChosen ? undefined : 'column'), doubt ? undefined : indexes.get(column));
        }
      }
      const hasUnread = row.some(cell => hasUnreadAddress(cell, findAddresses(cell)));
      if (
        hasUnread ||
        (findAddresses(row[main] ?? '').length === 0 && row.some(cell => /[\p{L}\p{N}]/u.test(cell)))
      ) {
        unaddressed.push(texts.join(' '));
      }
    }
  }
}

/** Whether rows are a table with addresses: in a cell with one, there is nothing else but a name. */
function isAddressTable(rows: Table): boolean {
  const columns = addressColumns(rows);
  if (columns.length === 0 || (rows.length < 3 && !hasHeadings(rows))) return false;
  // A quoted table is a part of a quoted mail.
  if (rows.some(([first = '']) => first.startsWith('>'))) return false;
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

/** Words of headings whose columns describe people, not whether they leave. */
const DESCRIPTIVE_WORDS = new Set(
  (
    'first last given family middle surname full name display title job department division team unit office location ' +
    'site building city town country region zip postal street company organization cost center centre phone mobile ' +
    'telephone number no nr id personnel employee vorname nachname abteilung standort nombre apellido apellidos nom prénom'
  ).split(' '),
);

/**
 * Whether a column may say who stays: its heading is neither known to describe people nor to say that they leave, and
 * its cells are neither names nor say so.
 */
function hasStatusColumn(
  rows: Table,
  headings: Table[number] | undefined,
  addresses: readonly number[],
  meaning: Meaning,
): boolean {
  const [first = 0] = addresses;
  return (rows[0] ?? []).some((_cell, column) => {
    const heading = headings?.[column] ?? '';
    const words = wordsIn(heading);
    if (addresses.includes(column)) return false;
    if (words.length > 0 && words.every(word => DESCRIPTIVE_WORDS.has(word.toLowerCase()))) return false;
    const cells = rows.map(row => row[column] ?? '');
    if (cells.every(cell => cell === '')) return false;
    const names = rows.filter(row => {
      const [address] = findAddresses(row[first] ?? '');
      const name = row[column] ?? '';
      return address !== undefined && /\p{L}/u.test(name) && isNameOf(name, address.email);
    });
    if (names.length * 2 >= rows.length || cells.every(cell => announces(cell, meaning))) return false;
    if (headings && !announces(heading, meaning)) return true;
    // Two short values may mean yes and no.
    const areLong = cells.every(cell => cell.length > 3) || new Set(cells).size > 2;
    const isKnown = (cell: string) => cell !== '' && wordsIn(cell).every(word => isKnownWord(word, meaning));
    return !areLong || !cells.every(isKnown);
  });
}

/** Whether a cell may say that its person stays: with a word or mark, a date that is far away, or a dash instead of one. */
function saysOtherwise(cell: string, heading: string | undefined): boolean {
  if (cell.includes('@') || cell.length > CELL_LENGTH) return false;
  const isDash = /^[-–—/.]+$/.test(cell) && (heading === undefined || announces(heading, 'leaving'));
  return isDash || hasMeaningfulMark(cell) || mayStay(wordsIn(cell));
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
