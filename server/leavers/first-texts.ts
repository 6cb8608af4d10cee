import { truncate } from '../lists/text';
import type { FirstTexts } from './result';

/** The maximum length of a line that is shown, in characters. */
export const LINE_LIMIT = 200;

/** How many sheets, words and lines that were not read as an address are named. */
export const NAMED_LIMIT = 20;

/** The beginning of a line, as a copy: a slice would keep the whole text in memory. */
export function shortLine(line: string): string {
  return Buffer.from(truncate(line, LINE_LIMIT)).toString();
}

/** Counts texts, and keeps the first of them. */
export function collectTexts() {
  const texts = new Set<string>();
  let count = 0;
  return {
    add(text: string): void {
      count++;
      if (texts.size < NAMED_LIMIT) texts.add(shortLine(text));
    },
    texts: (): FirstTexts => ({ texts: [...texts], count }),
  };
}
