import { setImmediate as nextTurn } from 'node:timers/promises';
import { MATCH, markMatches, markRows, type TextColumn, WHOLE_MATCH } from './columns';
import { fold } from './text';

export interface Search {
  /** The folded query. */
  readonly needle: string;
  readonly searchIn: readonly string[];
  /** If a query is the whole text of a row in this column, only such rows match (P408). */
  readonly exactMatchIn?: string | undefined;
  /** Whether a query that is found nowhere is not searched in parts. */
  readonly isWholeText?: boolean | undefined;
}

/** More words in a query find nothing: each of them is a search of all rows. */
const WORDS_LIMIT = 10;

/** The addresses in a folded query, such as the one of `Ada Byron <ada@acme.example>;`. */
const ADDRESSES =
  /[\p{L}\p{N}_][^\s,;:"<>()[\]{}|@]*@[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?/gu;

/** Quotes, brackets and ends of sentences around a word. */
const AROUND_WORD = /^["'“”„«»(<[{]+|["'“”„«»)>\]}.:!?]+$/g;

/** The words of a folded query, each once: texts between spaces, commas and semicolons with a letter or a digit. */
function wordsOf(needle: string): readonly string[] {
  const words = needle.split(/[\s,;]+/).map(word => word.replace(AROUND_WORD, ''));
  return [...new Set(words.filter(word => /[\p{L}\p{N}]/u.test(word)))];
}

/** The query, folded like the texts that it is compared with; '' for one that matches every row. */
export function foldQuery(query: string): string {
  return fold(query).trim();
}

/** How many rows are searched without giving other requests a turn between two columns. */
const ROWS_PER_TURN = 2000;

/**
 * Says which rows contain the needle in one of these columns. If no row does, the addresses in the needle are searched, any
 * of them, or else all its words, in any order (P131, P470).
 */
export async function searchTable(
  length: number,
  { needle, searchIn, exactMatchIn, isWholeText }: Search,
  folded: (key: string) => Promise<TextColumn>,
): Promise<(row: number) => boolean> {
  async function mark(text: string, keys: readonly string[]): Promise<Uint8Array> {
    const marks = new Uint8Array(length);
    for (const key of keys) {
      if (length > ROWS_PER_TURN) await nextTurn();
      markMatches(await folded(key), text, marks);
    }
    return marks;
  }

  async function find(text: string): Promise<Uint8Array> {
    const whole = exactMatchIn === undefined ? undefined : await mark(text, [exactMatchIn]);
    if (!whole?.includes(WHOLE_MATCH)) return mark(text, searchIn);
    return whole.map(each => (each === WHOLE_MATCH ? each : 0));
  }

  async function findWords(): Promise<Uint8Array> {
    const words = wordsOf(needle);
    const all = new Uint8Array(length);
    if (words.length === 0 || words.length > WORDS_LIMIT) return all;
    all.fill(MATCH);
    for (const word of words) {
      const some = await mark(word, searchIn);
      // `map` with a function takes ten times as long.
      for (let row = 0; row < length; row++) if (some[row] === 0) all[row] = 0;
    }
    return all;
  }

  /** Finds each address like a query of its own, all of them in one pass of a column. */
  async function findAny(addresses: ReadonlySet<string>): Promise<Uint8Array> {
    const marks = new Uint8Array(length);
    const rest = new Set(addresses);
    const isWhole = (text: string) => {
      rest.delete(text);
      return addresses.has(text);
    };
    if (exactMatchIn !== undefined) markRows(await folded(exactMatchIn), isWhole, marks);
    if (rest.size === 0) return marks;
    const any = new RegExp([...rest].map(address => address.replace(/\W/g, '\\$&')).join('|'));
    for (const key of searchIn) {
      if (length > ROWS_PER_TURN) await nextTurn();
      markRows(await folded(key), text => any.test(text), marks);
    }
    return marks;
  }

  function findOtherwise(): Promise<Uint8Array> {
    const addresses = needle.match(ADDRESSES);
    return addresses ? findAny(new Set(addresses)) : findWords();
  }

  const found = await find(needle);
  const marks = isWholeText || found.some(each => each > 0) ? found : await findOtherwise();
  return row => (marks[row] ?? 0) > 0;
}
