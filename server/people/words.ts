/** Longer texts are prose: they are not understood. */
export const UNDERSTOOD_LENGTH = 400;

/** A word, which begins with a letter. */
export const WORD = /\p{L}[\p{L}\p{M}\p{N}'’-]*/gu;

/** The words of a text. */
export function wordsIn(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** The words of a text, to look them up. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
