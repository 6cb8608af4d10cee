import { emailKey } from '../email-address';
import { normalize } from '../normalize';
import { findAddresses } from './addresses';
import type { Doubt, FoundPeople, Refusal } from './answer';
import { splitEntries } from './entries';
import { readFileText } from './file-text';
import { htmlToText } from './html-text';
import { type Place, readLines, START } from './lines';
import { hasEncodedFile, hasUnknownEncoding, isMail, MAIL_LINE_LIMIT, readMail } from './mail';
import { isMentioned, lettersOf, wordsIn } from './names';
import { isAddressTable, readTable } from './people-table';
import type { Meaning } from './phrases';
import { splitTables, type Table } from './tables';

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
  const mentions: string[] = [];
  let isUnderstood = true;

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
  const mentioned = new Set(mentions.flatMap(wordsIn).map(lettersOf));
  for (const [email, person] of found)
    if (!isUnderstood || isMentioned(email, mentioned)) person.doubt ??= 'remark';
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
    for (const { table, lines } of splitTables(text, isAddressTable)) {
      if (table) {
        addTable(table, place);
        place = { ...place, hasContent: true, hasAddress: true };
      } else {
        const read = readLines(lines, place, meaning);
        place = read.below;
        isUnderstood &&= read.isUnderstood;
        for (const text of read.mentions) mentions.push(text);
        for (const line of read.unaddressed) unaddressed.push(line);
        for (const { email, doubt } of read.addresses) add(email, doubt);
      }
    }
    return place;
  }

  function addTable(table: Table, place: Place): void {
    const read = readTable(table, place, meaning);
    for (const title of read.titles)
      if (columns.size < COLUMN_LIMIT) columns.set(title, columns.get(title) ?? columns.size);
    for (const { email, doubt, title } of read.addresses) {
      if (!doubt || doubt === 'column') inTables.add(email);
      add(email, doubt, title === undefined ? undefined : columns.get(title));
    }
    for (const row of read.unaddressed) unaddressed.push(row);
  }
}
