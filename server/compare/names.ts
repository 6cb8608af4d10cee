import { foldColumn, type TextColumn, textAt } from '../lists/columns';
import { fold } from '../lists/text';
import { isEmailAddress } from '../text/email-address';

/** The emails and names of people, row by row. */
export interface PeopleToFind {
  readonly emails: TextColumn;
  readonly names: TextColumn;
}

/** A word ends at anything else. */
const WORD_CHARACTER = '[\\p{L}\\p{N}\\p{M}]';
const WORDS = new RegExp(`${WORD_CHARACTER}+`, 'gu');
const ASCII_WORDS = /[a-z\d]+/gi;
const ASCII = /^[\0-\x7f]*$/;

/** No word of a name is longer, in characters. */
const WORD_LIMIT = 65_536;

/** The words up to that length. `WORDS` fails for a run of millions of letters. */
const LIMITED_WORDS = new RegExp(
  `(?<!${WORD_CHARACTER})${WORD_CHARACTER}{1,${WORD_LIMIT}}(?!${WORD_CHARACTER})`,
  'gu',
);

function wordsIn(text: string): Iterable<string> {
  if (text.length > WORD_LIMIT) return wordsOfLongText(text);
  return text.match(ASCII.test(text) ? ASCII_WORDS : WORDS) ?? [];
}

/** One at a time: millions of words together would take hundreds of megabytes (T77). */
function* wordsOfLongText(text: string): Generator<string> {
  for (const [word] of text.matchAll(LIMITED_WORDS)) yield word;
}

/**
 * The different words of a folded name, or of an address before the @, without a +tag and digits at its end. A single word
 * is no name.
 */
function nameWords(name: string): readonly string[] {
  const at = name.lastIndexOf('@');
  const beforeAt = name.slice(0, at).replace(/\+.*$/s, '');
  const words = [...new Set(wordsIn(at < 0 ? name : beforeAt.replace(/\d{1,64}$/, '')))];
  return words.length < 2 ? [] : words;
}

/** How many words of lines are cached, because they repeat. */
const WORDS_KEPT = 50_000;

const NO_NAME = -1;

/**
 * The names of people, by the rarest of their words: the words of a line find their names, and people are never compared
 * with lines pair by pair (T64). A name is a number, and so is a word.
 */
export function indexNames({ emails, names }: PeopleToFind) {
  const wordIds = new Map<string, number>();
  const counts: number[] = [];
  const nameIds = new Map<string, number>();
  const wordsOfNames: number[][] = [];

  function wordId(word: string): number {
    const id = wordIds.get(word) ?? wordIds.size;
    if (id === counts.length) wordIds.set(word, id);
    counts[id] = (counts[id] ?? 0) + 1;
    return id;
  }

  function nameId(text: string): number {
    const words = nameWords(text);
    if (words.length === 0) return NO_NAME;
    const key = words.toSorted().join(' ');
    const known = nameIds.get(key);
    if (known !== undefined) return known;
    nameIds.set(key, wordsOfNames.length);
    return wordsOfNames.push(words.map(wordId)) - 1;
  }

  // As in a search (P131).
  const [foldedNames, foldedEmails] = [foldColumn(names), foldColumn(emails)];
  const onCards = Int32Array.from(names.ends, (_, row) =>
    nameId(textAt(foldedNames, row).replaceAll('@', ' ')),
  );
  const inAddresses = Int32Array.from(emails.ends, (_, row) => {
    const email = textAt(foldedEmails, row);
    return isEmailAddress(email) ? nameId(email) : NO_NAME;
  });

  const byRarity = (a: number, b: number) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b;

  for (const words of wordsOfNames) words.sort(byRarity);
  const pair = (first = 0, second = 0) => first * counts.length + second;
  /** The names whose rarest word is a word, and those with the same two rarest words. */
  const byWord = Map.groupBy(wordsOfNames.keys(), name => wordsOfNames[name]?.[0] ?? 0);
  const byPair = Map.groupBy(wordsOfNames.keys(), name =>
    pair(wordsOfNames[name]?.[0], wordsOfNames[name]?.[1]),
  );

  /** The numbers of the cached words; -1 for a word of no name. */
  const known = new Map<string, number>();

  function numberOf(word: string): number {
    let number = known.get(word);
    if (number === undefined) {
      if (known.size === WORDS_KEPT) known.clear();
      number = wordIds.get(fold(word)) ?? -1;
      known.set(word, number);
    }
    return number;
  }

  /** The number of the last line in which each word was. */
  const lastSeen = new Int32Array(counts.length);
  let line = 0;

  return {
    /** The words of each name. */
    keys: [...nameIds.keys()],
    /** The names of the person in a row: on the card, and in the address. */
    ofPerson: (row = -1): readonly number[] =>
      [onCards[row] ?? NO_NAME, inAddresses[row] ?? NO_NAME].filter(name => name !== NO_NAME),
    /** The names of which a line has all words. */
    inLine(text: string): readonly number[] {
      line++;
      const words: number[] = [];
      for (const each of wordsIn(text)) {
        const word = numberOf(each);
        if (word < 0 || lastSeen[word] === line) continue;
        lastSeen[word] = line;
        words.push(word);
      }
      if (words.length < 2) return [];
      const found: number[] = [];
      const add = (names: readonly number[] = []) => {
        for (const name of names)
          if (wordsOfNames[name]?.every(word => lastSeen[word] === line)) found.push(name);
      };
      for (const [index, word] of words.sort(byRarity).entries()) {
        const own = byWord.get(word) ?? [];
        if (own.length <= words.length) add(own);
        else for (const second of words.slice(index + 1)) add(byPair.get(pair(word, second)));
      }
      return found;
    },
  };
}

/** Where a line has each of these folded words for the first time. */
export function wordPositions(line: string, words: Iterable<string>): ReadonlyMap<string, number> {
  const missing = new Set(words);
  const positions = new Map<string, number>();
  for (const { 0: text, index } of line.matchAll(LIMITED_WORDS)) {
    const word = fold(text);
    if (missing.delete(word)) positions.set(word, index);
    if (missing.size === 0) break;
  }
  return positions;
}

/** Where a line has all words of a name or address, those that follow each other together; none if it lacks one of them. */
export function findWords(
  line: string,
  name: string,
): readonly { readonly start: number; readonly end: number }[] {
  const missing = new Set(nameWords(fold(name)));
  const found: { start: number; end: number }[] = [];
  for (const { 0: text, index: start } of missing.size === 0 ? [] : line.matchAll(WORDS)) {
    if (!missing.delete(fold(text))) continue;
    const last = found.at(-1);
    const end = start + text.length;
    if (last && /^[\s,]*$/.test(line.slice(last.end, start))) last.end = end;
    else found.push({ start, end });
    if (missing.size === 0) return found;
  }
  return [];
}
