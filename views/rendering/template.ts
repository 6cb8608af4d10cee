import { escapeHtml, escapeUrl } from './encode';

// The placeholder for the fourth text of a row is ` \u0001Aa3\u0001 `: no text of a page contains U+0001. It has spaces and
// letters of both cases so that parseTemplate() detects whether a component has called trim() or toUpperCase() on it.
const MARK = '\u0001';
const marks = new RegExp(`( |%20)(${MARK}|%01)Aa(\\d+)\\2\\1`);
const damagedMark = new RegExp(`${MARK}|\\\\u0001|%01`);

/** How the placeholder itself was encoded determines the encoding of the text. */
const encoders: Readonly<Record<string, (text: string) => string>> = {
  [MARK]: escapeHtml,
  '%01': escapeUrl,
};

/** The shape of a row: its property names, its booleans, and which texts are empty. */
type Shape = typeof TEXT | typeof EMPTY | boolean | undefined | ComposedShape;

const TEXT = 'text';
const EMPTY = 'empty';

interface ComposedShape {
  /** Arrays have none. */
  readonly names: readonly string[] | undefined;
  readonly items: readonly Shape[];
}

/** The HTML of rows of one shape, with gaps for their texts. */
interface Template {
  readonly shape: Shape;
  /** The HTML before the first gap. */
  readonly start: string;
  readonly gaps: readonly Gap[];
}

/** A place for a text in the HTML. */
interface Gap {
  /** The index of the text, in the order of `readTexts`. */
  readonly index: number;
  readonly encode: (text: string) => string;
  /** The HTML after the gap. */
  readonly end: string;
}

/** How many shapes of rows have a template: lines of lists have as many parts as they like. */
const TEMPLATES_LIMIT = 200;

/** Renders a row: an object of texts, booleans, arrays and objects. */
export type RowRenderer = (row: unknown) => string;

/**
 * A renderer that calls `render` once for each shape, with placeholders for the texts, and then only inserts texts.
 *
 * It runs for every row of every page, so a row is first compared with the shape of the previous one, which also collects
 * its texts. A map with the shape as its key took a seventh of a page's time.
 */
export function createRowRenderer(render: (marked: unknown) => string): RowRenderer {
  /** The most recently used one is first. */
  const templates: Template[] = [];
  return row => {
    for (const template of templates) {
      const texts: string[] = [];
      if (!readTexts(row, template.shape, texts)) continue;
      if (template !== templates[0]) {
        templates.splice(templates.indexOf(template), 1);
        templates.unshift(template);
      }
      return fillTemplate(template, texts);
    }
    const shape = shapeOf(row);
    const texts: string[] = [];
    readTexts(row, shape, texts);
    const template = parseTemplate(render(markTexts(row)), shape, texts);
    templates.unshift(template);
    if (templates.length > TEMPLATES_LIMIT) templates.pop();
    return fillTemplate(template, texts);
  };
}

/** @throws {TypeError} Thrown when the row contains anything but texts, booleans, undefined, arrays and objects. */
function shapeOf(row: unknown): Shape {
  if (typeof row === 'string') return row === '' ? EMPTY : TEXT;
  if (row === undefined || typeof row === 'boolean') return row;
  if (typeof row !== 'object' || row === null) {
    throw new TypeError(
      `A row of a list contains a ${row === null ? 'null' : typeof row}: format it as text`,
    );
  }
  if (Array.isArray(row)) return { names: undefined, items: row.map(shapeOf) };
  return { names: Object.keys(row), items: Object.values(row).map(shapeOf) };
}

/** Adds the texts of a row to `texts`. False if the row has another shape. */
function readTexts(row: unknown, shape: Shape, texts: string[]): boolean {
  if (typeof row === 'string') {
    texts.push(row);
    return shape === (row === '' ? EMPTY : TEXT);
  }
  if (typeof row !== 'object' || row === null) return row === shape;
  if (typeof shape !== 'object') return false;
  const { names, items } = shape;
  let index = 0;
  if (Array.isArray(row)) {
    if (names || row.length !== items.length) return false;
    for (const item of row) if (!readTexts(item, items[index++], texts)) return false;
    return true;
  }
  if (!names) return false;
  for (const name in row) {
    if (name !== names[index]) return false;
    if (!readTexts((row as Readonly<Record<string, unknown>>)[name], items[index++], texts)) return false;
  }
  return index === items.length;
}

/** The row with placeholders for its texts, which the reviver of JSON meets in the order of `readTexts`. */
function markTexts(row: unknown): unknown {
  let count = 0;
  return JSON.parse(JSON.stringify(row), (_name, value) => {
    if (typeof value !== 'string') return value;
    const index = count++;
    return value && ` ${MARK}Aa${index}${MARK} `;
  });
}

/**
 * Parses the HTML of a row with placeholders.
 * @throws {Error} Thrown when a component has changed a placeholder, because its rows would differ from React's.
 */
function parseTemplate(marked: string, shape: Shape, texts: readonly string[]): Template {
  const [start = '', ...parts] = marked.split(marks);
  const gaps: Gap[] = [];
  for (let part = 0; part < parts.length; part += 4) {
    const [, form = '', digits = '', end = ''] = parts.slice(part, part + 4);
    const index = Number(digits);
    const encode = encoders[form];
    if (!encode || !texts[index]) throw new Error(`A row of a list has no text number ${digits}`);
    gaps.push({ index, encode, end });
  }
  if ([start, ...gaps.map(({ end }) => end)].some(html => damagedMark.test(html))) {
    throw new Error(`A row of a list changes a text; change it before rendering: ${marked}`);
  }
  return { shape, start, gaps };
}

function fillTemplate({ start, gaps }: Template, texts: readonly string[]): string {
  let html = start;
  for (const { index, encode, end } of gaps) html += encode(texts[index] ?? '') + end;
  return html;
}
