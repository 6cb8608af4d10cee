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

/** The words of a text, folded as in a search. They end at anything that is no letter or digit. */
export function wordsOf(text: string): readonly string[] {
  const folded = fold(text);
  return folded.match(/^[\0-\x7f]*$/.test(folded) ? ASCII_WORDS : WORDS) ?? [];
}

/** The different words of a name, or of an address before the @ without a +tag and digits at its end; none for fewer than two. */
export function nameWords(name: string): readonly string[] {
  const text = isEmailAddress(name)
    ? name
        .slice(0, name.lastIndexOf('@'))
        .replace(/\+.*$/s, '')
        .replace(/\d{1,64}$/, '')
    : name;
  const words = [...new Set(wordsOf(text))];
  return words.length < 2 ? [] : words.sort();
}

/** No name. */
const NONE = -1;

/**
 * The names of people, by their rarest word: few of a line's words are the rarest of a name, and each finds its names at once,
 * so that people and lines are never compared pair by pair (T64).
 */
export function indexNames({ emails, names }: ListedPeople) {
  const wordIds = new Map<string, number>();
  const counts: number[] = [];
  const nameIds = new Map<string, number>();
  const wordsOfName: number[][] = [];

  function nameId(text: string): number {
    const words = nameWords(text);
    if (words.length === 0) return NONE;
    const key = words.join(' ');
    const known = nameIds.get(key);
    if (known !== undefined) return known;
    nameIds.set(key, wordsOfName.length);
    return wordsOfName.push(words.map(wordId)) - 1;
  }

  function wordId(word: string): number {
    const id = wordIds.get(word) ?? wordIds.size;
    wordIds.set(word, id);
    counts[id] = (counts[id] ?? 0) + 1;
    return id;
  }

  const length = emails.ends.length;
  /** The name and the address of each person. */
  const [byName, byAddress] = [new Int32Array(length), new Int32Array(length)];
  for (let row = 0; row < length; row++) {
    const email = textAt(emails, row);
    byName[row] = nameId(textAt(names, row).replaceAll('@', ' '));
    byAddress[row] = isEmailAddress(email) ? nameId(email) : NONE;
  }

  /** For each word, the names of which it is the rarest: the ID of each, the number of its other words, and these words. */
  const byRarest: number[][] = counts.map(() => []);
  for (const [id, words] of wordsOfName.entries()) {
    const rarest = words.reduce((a, b) => ((counts[b] ?? 0) < (counts[a] ?? 0) ? b : a));
    const names = byRarest[rarest];
    names?.push(id, words.length - 1);
    for (const word of words) if (word !== rarest) names?.push(word);
  }

  /** The last line in which each word was. */
  const lastSeen = new Int32Array(counts.length);
  let line = 0;

  return {
    /** The words of each name. */
    keys: [...nameIds.keys()],
    /** The names of a person: one, or that of the address, too. */
    ofPerson: (row = -1): number[] =>
      [...new Set([byName[row] ?? NONE, byAddress[row] ?? NONE])].filter(id => id !== NONE),
    /** The names of which a line has all words. */
    inLine(text: string): readonly number[] {
      line++;
      const found: number[] = [];
      const own: number[] = [];
      for (const word of wordsOf(text)) {
        const id = wordIds.get(word);
        if (id === undefined || lastSeen[id] === line) continue;
        lastSeen[id] = line;
        own.push(id);
      }
      for (const word of own.length < 2 ? [] : own) {
        const candidates = byRarest[word] ?? [];
        for (let at = 0; at < candidates.length; ) {
          const end = at + 2 + (candidates[at + 1] ?? 0);
          let other = at + 2;
          while (other < end && lastSeen[candidates[other] ?? 0] === line) other++;
          if (other === end) found.push(candidates[at] ?? 0);
          at = end;
        }
      }
      return found;
    },
  };
}

/** Where a line has the words of a name or address; none if it lacks one of them. */
export function findWords(
  line: string,
  name: string,
): readonly { readonly start: number; readonly end: number }[] {
  const words = new Set(nameWords(name));
  const missing = new Set(words);
  const found: { start: number; end: number }[] = [];
  for (const { 0: text, index: start } of words.size === 0 ? [] : line.matchAll(WORDS)) {
    const word = fold(text);
    missing.delete(word);
    if (words.has(word)) found.push({ start, end: start + text.length });
  }
  return missing.size === 0 ? found : [];
}
