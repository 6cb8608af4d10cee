import { emailKey } from '../email-address';
import { type AddressMatch, findAddresses } from './addresses';
import type { Doubt, FoundPeople, Refusal } from './answer';
import { readFileText } from './file-text';
import { htmlToText } from './html-text';
import type { FoundAddress } from './line';
import type { FoundList } from './lines';
import { hasEncodedFile, hasUnknownEncoding, isMail, MAIL_LINE_LIMIT, type Mail, readMail } from './mail';
import { mayStay } from './other-words';
import type { Meaning, Reading } from './phrases';
import { readText, withUsualCharacters } from './text';
import { UNADDRESSED_LENGTH } from './unaddressed';
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

/** How many lines without an address are returned. */
const UNADDRESSED_LIMIT = 1000;

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

/** A person who was found, and why this person may not be listed. */
interface FoundPerson {
  doubt: Doubt | undefined;
  /** Indexes of columns. */
  readonly columns: Set<number>;
}

function collect(
  { texts, alternatives, correspondents, subjects }: Omit<Mail, 'unread'>,
  own: string,
  reading: Reading,
): Omit<FoundPeople, 'unread'> {
  const read = texts.map(text => readText(text, reading));
  const columns = indexTitles(read.flatMap(({ titles }) => titles));
  const found = new Map<string, FoundPerson>();
  /** Those who wrote or got a mail are in doubt, unless a table has them, too: their signatures may have no beginning. */
  const inHeaders = new Set<string>();
  const broken = new Set<string>();

  // One place that may say that a person stays outweighs all that list this person, but other parts of a mail do not.
  function add({ email, doubt, title }: FoundAddress): void {
    if (doubt === 'header') inHeaders.add(email);
    if (doubt === 'broken') broken.add(email);
    const known = found.get(email) ?? { doubt, columns: new Set() };
    if (weightOf(doubt) > weightOf(known.doubt)) known.doubt = doubt;
    const column = title === undefined ? undefined : columns.get(title);
    if (column !== undefined) known.columns.add(column);
    found.set(email, known);
  }

  for (const { others, lists } of read) {
    others.forEach(add);
    decideLists(lists).forEach(add);
  }
  for (const { email } of correspondents.flatMap(findIn)) add({ email, doubt: 'header' });
  for (const { email } of alternatives.flatMap(findIn))
    if (!found.has(email)) add({ email, doubt: 'version' });
  const inTables = new Set(read.flatMap(text => text.inTables));
  for (const email of inHeaders) {
    const person = found.get(email);
    if (person && !inTables.has(email)) person.doubt ??= 'header';
  }
  const isUnderstood =
    read.every(text => text.isUnderstood) && !subjects.some(subject => mayStay(wordsIn(subject)));
  if (!isUnderstood) for (const person of found.values()) person.doubt ??= 'not understood';
  const unaddressed = [
    ...read.flatMap(text => text.unaddressed),
    // The address of which it is a part would be missing.
    ...[...broken].filter(email => found.get(email)?.doubt !== 'broken'),
  ];
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
}

/** The addresses in a text whose lines are not read. */
function findIn(text: string): readonly AddressMatch[] {
  return withUsualCharacters(text).split('\n').flatMap(findAddresses);
}

/** The indexes of the columns to choose from, by title: those of several tables may have the same. */
function indexTitles(titles: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(titles)].slice(0, COLUMN_LIMIT).map((title, index) => [title, index]));
}

/**
 * The addresses of the lists of a text, with the doubts of their lists. If a sentence announces a list, those of others are
 * in doubt, and else those of all but the longest: a mail without a closing ends with the address of its sender. In a list
 * with a blank line below each person, each is a list.
 */
function decideLists(lists: readonly FoundList[]): readonly FoundAddress[] {
  const longest = lists.reduce((count, { addresses }) => Math.max(count, addresses.length), 0);
  const isAnnounced = lists.some(announcesPeople);
  const isRequested = lists.some(({ announced }) => announced === 'request');
  let isBelow = !isAnnounced;
  let hasLongest = false;
  return lists.flatMap(list => {
    const { addresses, announced } = list;
    const isListed = announcesPeople(list);
    isBelow ||= isListed;
    const isSpread = longest === 1 && isBelow && !isRequested;
    const isLongest = !isAnnounced && !hasLongest && addresses.length === longest;
    if (isLongest) hasLongest = true;
    const isList = isListed || (announced === undefined && (isSpread || isLongest));
    const doubtOfList = isList ? undefined : announced === 'other' ? 'heading' : 'apart';
    return addresses.map(address => ({
      ...address,
      doubt: address.doubt === 'column' ? (doubtOfList ?? 'column') : (address.doubt ?? doubtOfList),
    }));
  });
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
