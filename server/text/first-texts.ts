import * as v from 'valibot';
import { copyText } from './normalize';

/** The maximum length of a line that is shown, in characters. */
export const LINE_LIMIT = 200;

/** How many people, words, lines or sheets a sentence names. */
export const NAMED_LIMIT = 20;

/** The first texts of some, each cut, and the number of all. */
export const firstTextsSchema = v.object({ texts: v.array(v.string()), count: v.number() });

export type FirstTexts = Readonly<v.InferOutput<typeof firstTextsSchema>>;

export const NO_TEXTS: FirstTexts = { texts: [], count: 0 };

/** The start of a text, followed by an ellipsis if it is longer than this. */
export function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}

/** Counts texts, and keeps the first of them. */
export function collectTexts() {
  const texts = new Set<string>();
  let count = 0;
  return {
    add(text: string): void {
      count++;
      if (texts.size < NAMED_LIMIT && !texts.has(text)) texts.add(copyText(truncate(text, LINE_LIMIT)));
    },
    addAll(first: FirstTexts): void {
      count += first.count;
      for (const text of first.texts) if (texts.size < NAMED_LIMIT) texts.add(text);
    },
    texts: (): FirstTexts => ({ texts: [...texts], count }),
  };
}
