import { type TextColumn, textAt } from '../lists/columns';
import { fold } from '../lists/text';
import { isEmailAddress } from '../text/email-address';

/** The emails and names of people, row by row. */
export interface ListedPeople {
  readonly emails: TextColumn;
  readonly names: TextColumn;
}

const ASCII_WORDS = /[a-z\d]+/g;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text, folded as in a search (P131). They end at anything that is no letter or digit. */
function wordsOf(text: string): readonly string[] {
  // Most texts are plain, and all lines are read.
  if (/^[\0-\x7f]*$/.test(text) && !text.includes('--')) return text.toLowerCase().match(ASCII_WORDS) ?? [];
  return fold(text).match(WORDS) ?? [];
}

/**
 * The different words of a name, or of an address before the @, without a +tag and digits at its end. A single word is no
 * name.
 */
function nameWords(name: string): readonly string[] {
  const at = name.lastIndexOf('@');
  const text =
    at < 0
      ? name
      : name
          .slice(0, at)
          .replace(/\+.*$/s, '')
          .replace(/\d{1,64}$/, '');
  const words = [...new Set(wordsOf(text))];
  return words.length < 2 ? [] : words;
}

/** A word of names, and the words that follow it in some. */
interface Word {
  /** The name that ends here. */
  name: number | undefined;
  /** Undefined while no name has more words: an empty map takes 200 bytes. */
  next?: Map<number, Word>;
}

/**
 * The names of people, as a tree of their words, the rarest one first: the words of a line find their names, and people are
 * never compared with lines pair by pair (T64). A name is a number.
 */
export function indexNames({ emails, names }: ListedPeople) {
  const wordIds = new Map<string, number>();
  const counts: number[] = [];
  const nameIds = new Map<string, number>();
  const wordsOfNames: number[][] = [];

  function nameId(text: string): number | undefined {
    const words = nameWords(text);
    if (words.length === 0) return undefined;
    const key = words.toSorted().join(' ');
    const known = nameIds.get(key);
    if (known !== undefined) return known;
    nameIds.set(key, wordsOfNames.length);
    return wordsOfNames.push(words.map(wordId)) - 1;
  }

  function wordId(word: string): number {
    const id = wordIds.get(word) ?? wordIds.size;
    wordIds.set(word, id);
    counts[id] = (counts[id] ?? 0) + 1;
    return id;
  }

  /** The names of each person: on the card, and in the address. */
  const ofPeople = Array.from(emails.ends, (_, row) => {
    const email = textAt(emails, row);
    const ids = [
      nameId(textAt(names, row).replaceAll('@', ' ')),
      isEmailAddress(email) ? nameId(email) : undefined,
    ];
    return [...new Set(ids)].filter(id => id !== undefined);
  });

  const tree: Word = { name: undefined };
  for (const [name, words] of wordsOfNames.entries()) {
    let last = tree;
    for (const word of words.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b)) {
      last.next ??= new Map();
      const next = last.next.get(word) ?? { name: undefined };
      last.next.set(word, next);
      last = next;
    }
    last.name = name;
  }

  /** The number of the last line in which each word was. */
  const lastSeen = new Int32Array(counts.length);
  let line = 0;

  return {
    /** The words of each name. */
    keys: [...nameIds.keys()],
    ofPerson: (row = -1): readonly number[] => ofPeople[row] ?? [],
    /** The names of which a line has all words. */
    inLine(text: string): readonly number[] {
      line++;
      const words: number[] = [];
      for (const word of wordsOf(text)) {
        const id = wordIds.get(word);
        if (id === undefined || lastSeen[id] === line) continue;
        lastSeen[id] = line;
        words.push(id);
      }
      const found: number[] = [];
      const reached = words.length > 1 ? [tree] : [];
      for (const { name, next } of reached) {
        if (name !== undefined) found.push(name);
        if (!next) continue;
        if (next.size < words.length) {
          for (const [word, after] of next) if (lastSeen[word] === line) reached.push(after);
        } else {
          for (const word of words) {
            const after = next.get(word);
            if (after) reached.push(after);
          }
        }
      }
      return found;
    },
  };
}

/** Where a line has all words of a name or address, those that follow each other together; none if it lacks one of them. */
export function findWords(
  line: string,
  name: string,
): readonly { readonly start: number; readonly end: number }[] {
  const missing = new Set(nameWords(name));
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
