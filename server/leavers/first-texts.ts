import { truncate } from '../lists/text';
import type { FirstTexts } from './result';

/** The maximum length of a line that is shown, in characters. */
export const LINE_LIMIT = 200;

/** How many sheets, words and lines that were not read as an address are named. */
export const NAMED_LIMIT = 20;

/** Counts texts, and keeps the first of them. */
export function collectTexts() {
  const texts = new Set<string>();
  let count = 0;
  return {
    add(text: string): void {
      count++;
      // A copy: a slice would keep the whole text in memory.
      if (texts.size < NAMED_LIMIT) texts.add(Buffer.from(truncate(text, LINE_LIMIT)).toString());
    },
    texts: (): FirstTexts => ({ texts: [...texts], count }),
  };
}
