import { emailKey } from '../email-address';
import { normalize } from '../normalize';
import { findAddresses } from './addresses';
import type { Doubt, FoundPeople, Refusal } from './answer';
import { splitEntries } from './entries';
import { readFileText } from './file-text';
import { htmlToText } from './html-text';
import { type FoundList, type Place, readLines, START } from './lines';
import { hasEncodedFile, hasUnknownEncoding, isMail, MAIL_LINE_LIMIT, type Mail, readMail } from './mail';
import { mayStay } from './other-words';
import { isAddressTable, readTable } from './people-table';
import type { Meaning, Reading } from './phrases';
import { splitTables, type Table } from './tables';
import { wordsIn } from './words';

/** A text or a file that lists people, as an administrator has posted it. */
export interface PeopleInput {
  /** '' if nothing was pasted. */
  readonly text: string;
  readonly file: Uint8Array | undefined;
  /** The administrator's own address. */
  readonly ownEmail: string;
  /** When it was posted, in milliseconds since 1970. */
  readonly now: number;
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
  now,
  meaning = 'leaving',
}: PeopleInput): Promise<FoundPeople | Refusal> {
  const fileText = file ? readFileText(file) : '';
  if (fileText === undefined) return { refused: 'not text' };
  const correspondents: string[] = [];
  const subjects: string[] = [];
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
    subjects.push(...mail.subjects);
    texts.push(...mail.texts);
    alternatives.push(...mail.alternatives);
    unread.push(...mail.unread);
  }
  if ([...texts, ...alternatives].some(hasEncodedFile)) unread.push('a file within the text');
  const mail = { texts, alternatives, correspondents, subjects };
  const reading = { meaning, year: new Date(now).getUTCFullYear() };
  const people = collect(mail, emailKey(ownEmail), reading);
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
  { texts, alternatives, correspondents, subjects }: Omit<Mail, 'unread'>,
  own: string,
  reading: Reading,
): Omit<FoundPeople, 'unread'> {
  const found = new Map<string, { doubt: Doubt | undefined; readonly columns: Set<number> }>();
  /** The indexes of the columns to choose from, by title: those of several tables may have the same. */
  const columns = new Map<string, number>();
  const unaddressed: string[] = [];
  /** Those who wrote or got a mail are in doubt, unless a table has them, too: their signatures may have no beginning. */
  const inHeaders = new Set<string>();
  const inTables = new Set<string>();
  const broken = new Set<string>();
  let isUnderstood = !subjects.some(subject => mayStay(wordsIn(subject)));

  // One place that may say that a person stays outweighs all that list this person, but other parts of a mail do not.
  function add(email: string, doubt: Doubt | undefined, column?: number): void {
    if (doubt === 'header') inHeaders.add(email);
    if (doubt === 'broken') broken.add(email);
    const known = found.get(email) ?? { doubt, columns: new Set() };
    if (weightOf(doubt) > weightOf(known.doubt)) known.doubt = doubt;
    if (column !== undefined) known.columns.add(column);
    found.set(email, known);
  }

  for (const text of texts) {
    let place = START;
    const lists: FoundList[] = [];
    for (const part of splitEntries(withUsualCharacters(text.replace(/\r\n?/g, '\n')))) {
      if (part.isCalendar) addCalendar(part.text);
      else place = addText(part.text, place, lists);
    }
    addLists(lists);
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
  if (!isUnderstood) for (const person of found.values()) person.doubt ??= 'not understood';
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

  /** Adds the people of a calendar, whose entries are not understood. */
  function addCalendar(text: string): void {
    isUnderstood = false;
    for (const line of text.split('\n')) {
      for (const { email } of findAddresses(line)) add(email, 'calendar');
    }
  }

  /** The place of what follows. */
  function addText(text: string, start: Place, lists: FoundList[]): Place {
    let place = start;
    for (const { table, lines } of splitTables(text, isAddressTable)) {
      if (table) {
        lists.push(addTable(table, place));
        place = { ...place, hasContent: true, hasAddress: true, announced: undefined };
      } else {
        const read = readLines(lines, place, reading);
        place = read.below;
        isUnderstood &&= read.isUnderstood;
        for (const line of read.unaddressed) unaddressed.push(line);
        for (const list of read.lists) lists.push(list);
        for (const { email, doubt } of read.others) add(email, doubt);
      }
    }
    return place;
  }

  function addTable(table: Table, { region, announced }: Place): FoundList {
    const read = readTable(table, region, reading);
    for (const title of read.titles)
      if (columns.size < COLUMN_LIMIT) columns.set(title, columns.get(title) ?? columns.size);
    for (const { email, doubt } of read.addresses) if (!doubt || doubt === 'column') inTables.add(email);
    for (const row of read.unaddressed) unaddressed.push(row);
    return { addresses: read.addresses, announced };
  }

  /**
   * Adds the people of the lists of a text. If a sentence announces a list, those of others are in doubt, and else those of
   * all but the longest: a mail without a closing ends with the address of its sender. In a list with a blank line below
   * each person, each is a list.
   */
  function addLists(lists: readonly FoundList[]): void {
    const longest = lists.reduce((count, { addresses }) => Math.max(count, addresses.length), 0);
    const isAnnounced = lists.some(announcesPeople);
    const isRequested = lists.some(({ announced }) => announced === 'request');
    let isBelow = !isAnnounced;
    let hasLongest = false;
    for (const list of lists) {
      const { addresses, announced } = list;
      const isListed = announcesPeople(list);
      isBelow ||= isListed;
      const isSpread = longest === 1 && isBelow && !isRequested;
      const isLongest = !isAnnounced && !hasLongest && addresses.length === longest;
      if (isLongest) hasLongest = true;
      const isList = isListed || (announced === undefined && (isSpread || isLongest));
      const doubtOfList = isList ? undefined : announced === 'other' ? 'heading' : 'apart';
      for (const { email, doubt = doubtOfList, title } of addresses) {
        const column = title === undefined ? undefined : columns.get(title);
        add(email, doubt === 'column' ? (doubtOfList ?? doubt) : doubt, column);
      }
    }
  }
}

/** Whether the sentence above a list says that its people are listed. */
function announcesPeople({ announced }: FoundList): boolean {
  return announced === 'heading' || announced === 'request';
}

/** The parts of a mail that say nothing about the people they name. */
const WEAK_DOUBTS: ReadonlySet<Doubt | undefined> = new Set([
  'apart',
  'broken',
  'calendar',
  'header',
  'quoted',
  'signature',
  'version',
]);

/** How much a place of an address decides whether its person is listed. */
function weightOf(doubt: Doubt | undefined): number {
  if (WEAK_DOUBTS.has(doubt)) return 0;
  if (doubt === 'column') return 1;
  return doubt === undefined ? 2 : 3;
}
