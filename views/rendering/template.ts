import { escapeHtml, escapeJson, escapeUrl } from './encode';

// Stands in a row in place of its text number 3: ` \u0001Aa3\u0001 `. No text of a page contains U+0001. The spaces
// and the two cases are there because trim() and toUpperCase() then damage the mark, which parseTemplate() notices.
const MARK = '\u0001';
const marks = new RegExp(`( |%20)(${MARK}|\\\\u0001|%01)Aa(\\d+)\\2\\1`);
const damagedMark = new RegExp(`${MARK}|\\\\u0001|%01`);

/** The form that a mark takes tells how the text in its place has to be encoded. */
const encoders: Readonly<Record<string, (text: string) => string>> = {
  [MARK]: escapeHtml,
  '\\u0001': escapeJson,
  '%01': escapeUrl,
};

/** The HTML of a row, with gaps for its texts. */
export interface Template {
  /** What comes before the first gap. */
  readonly start: string;
  readonly gaps: readonly Gap[];
}

interface Gap {
  /** Which text of the row it gets, in the order of `readShape`. */
  readonly index: number;
  readonly encode: (text: string) => string;
  /** The HTML that follows. */
  readonly end: string;
}

/**
 * Adds the texts of a row to `texts`, and returns its shape: its property names, its booleans, and which texts are empty. Rows
 * of the same shape have the same template.
 * @throws {TypeError} Thrown when the row holds anything but texts, booleans, undefined, arrays and objects.
 */
export function readShape(row: unknown, texts: string[]): string {
  if (typeof row === 'string') {
    texts.push(row);
    return row === '' ? '-' : '+';
  }
  if (row === undefined || typeof row === 'boolean') return `${row}`;
  if (typeof row !== 'object' || row === null) {
    throw new TypeError(`A row of a list holds a ${row === null ? 'null' : typeof row}: format it as a text`);
  }
  let shape = '{';
  for (const [name, value] of Object.entries(row)) shape += name + readShape(value, texts);
  return `${shape}}`;
}

/** The row with a mark in place of each text that is not empty. */
export function markTexts<Row>(row: Row): Row {
  let count = 0;
  const mark = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const index = count++;
      return value && ` ${MARK}Aa${index}${MARK} `;
    }
    if (Array.isArray(value)) return value.map(mark);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mark(part)]));
  };
  return mark(row) as Row;
}

/**
 * The template in the HTML of a row with marks.
 * @throws {Error} Thrown when a mark was changed, for then the rows would lack a text, or show it otherwise than React does.
 */
export function parseTemplate(marked: string, texts: readonly string[]): Template {
  const [start = '', ...parts] = marked.split(marks);
  const gaps: Gap[] = [];
  for (let part = 0; part < parts.length; part += 4) {
    const [, form = '', index = '', end = ''] = parts.slice(part, part + 4);
    const encode = encoders[form];
    if (!encode || !texts[Number(index)]) throw new Error(`A row of a list has no text number ${index}`);
    gaps.push({ index: Number(index), encode, end });
  }
  if ([start, ...gaps.map(({ end }) => end)].some(html => damagedMark.test(html))) {
    throw new Error(`A row of a list changes a text, which has to be done before it is rendered: ${marked}`);
  }
  return { start, gaps };
}

/** The template's HTML with a row's texts in its gaps. */
export function fillTemplate({ start, gaps }: Template, texts: readonly string[]): string {
  let html = start;
  for (const { index, encode, end } of gaps) html += encode(texts[index] ?? '') + end;
  return html;
}
