import type { ReadLine } from '../compare/addresses';
import { type TextColumn, textAt } from '../lists/columns';
import { fold } from '../lists/text';
import { emailKey, isEmailAddress } from '../text/email-address';

/** The email addresses and names of the people in the lists, row by row. */
export interface ListedPeople {
  readonly emails: TextColumn;
  readonly names: TextColumn;
}

/** A name has at most this number of words. */
const WORDS_LIMIT = 8;

/** Words are letters and digits, with hyphens in them. The apostrophe of “O'Brien” separates two words. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*/gu;

/** The names of people (`emailKey`), in each order of the words. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** The indexes of the lines in which each person is named, by email address in the form of `emailKey`. */
type NamedIn = ReadonlyMap<string, readonly number[]>;

/** How many lines are kept of all people. After that, only the first one of each is. */
const LINES_LIMIT = 100_000;

/**
 * Finds the people whose whole name is in a line, word for word: two words at least, in this order or with the last
 * ones first, ignoring case, accents and commas. Everybody of that name is found, except where the line has the address
 * of one of them in `ownNames`.
 */
export function findNamedPeople(
  lines: readonly ReadLine[],
  people: ListedPeople,
  ownNames: Names | undefined,
): NamedIn {
  const found = new Map<string, number[]>();
  let kept = 0;
  if (people.names.joined === '') return found;
  const { emailsOf, known } = indexNames(
    people,
    new Set(lines.values().flatMap(({ text }) => wordsOf(text))),
  );
  for (const [line, { text, addresses }] of lines.entries()) {
    if (emailsOf.size === 0) break;
    const words = wordsOf(text);
    const isOwn = (name: string) => addresses.some(({ email }) => ownNames?.get(email)?.has(name));
    for (let start = 0; start < words.length; start++) {
      let name = words[start] ?? '';
      for (let end = start + 1; end < start + WORDS_LIMIT; end++) {
        const word = words[end];
        if (word === undefined || !known.has(word)) break;
        name = `${name} ${word}`;
        const emails = emailsOf.get(name);
        if (!emails || isOwn(name)) continue;
        for (const email of emails) {
          const own = found.get(email);
          if (!own) found.set(email, [line]);
          else if (own.at(-1) !== line) own.push(line);
        }
        // A text may repeat a name, and many people may have it.
        kept += emails.length;
        if (kept > LINES_LIMIT) emailsOf.delete(name);
      }
    }
  }
  return found;
}

/** Indexes people by their names, in each order of the words. Skips names with a word that does not occur. */
function indexNames({ emails, names }: ListedPeople, words: ReadonlySet<string>) {
  const emailsOf = new Map<string, string[]>();
  const known = new Set<string>();
  for (let row = 0; row < names.ends.length; row++) {
    const name = textAt(names, row);
    const own = wordsOf(name);
    if (!/\S\s+\S/.test(name) || own.length < 2 || own.length > WORDS_LIMIT) continue;
    if (!own.every(word => words.has(word))) continue;
    const email = emailKey(textAt(emails, row));
    if (!isEmailAddress(email)) continue;
    for (const word of own) known.add(word);
    for (const order of ordersOf(own)) {
      const people = emailsOf.get(order);
      if (people) people.push(email);
      else emailsOf.set(order, [email]);
    }
  }
  return { emailsOf, known };
}

/** The names that the people with these addresses (`emailKey`) have on their card and in their address (“ada.byron@”). */
export function namesOf(people: ReadonlySet<string>, listed: ListedPeople): Names {
  const names = new Map<string, ReadonlySet<string>>();
  for (let row = 0; row < listed.names.ends.length; row++) {
    const email = emailKey(textAt(listed.emails, row));
    if (!people.has(email)) continue;
    const own = [textAt(listed.names, row), email.slice(0, email.lastIndexOf('@'))];
    names.set(email, new Set(own.flatMap(name => [...ordersOf(wordsOf(name))])));
  }
  return names;
}

/** A text in the form of the names in `Names`. */
export function nameKey(text: string): string {
  return wordsOf(text).join(' ');
}

/** A name with its words in their order, or with the last ones first; longer texts than names in their order alone. */
function ordersOf(words: readonly string[]): ReadonlySet<string> {
  if (words.length > WORDS_LIMIT) return new Set([words.join(' ')]);
  return new Set(words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].join(' ')));
}

function wordsOf(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}
