import { oneByte } from './one-byte';

/** Texts of one of many alike pieces of a page. */
export type Fields<Name extends string> = Readonly<Record<Name, string>>;

// No text of a page holds it: what stands between two of them is the name of a field. Whoever encodes the text for its
// place (JSON in an attribute, a part of an address) encodes the mark too, which tells how to encode what replaces it.
const MARK = '\u0001';
const marks = new RegExp(`(${MARK}|\\\\u0001|%01)(\\w+)\\1`);

const encoders: Readonly<Record<string, (text: string) => string>> = {
  [MARK]: escapeHtml,
  '\\u0001': text => (isPlain(text) ? text : escapeHtml(JSON.stringify(text).slice(1, -1))),
  '%01': text => encodeURIComponent(text.toWellFormed()),
};

/**
 * The HTML of many pieces that differ in their texts only. One of them is rendered with marks for texts, and the texts
 * of the others are put in their places: a list costs a tenth of what its rows would. A piece may leave something out
 * where a text is empty; it must not depend on texts in any other way.
 */
export function repeat<Name extends string>(
  pieces: readonly Fields<Name>[],
  templateFor: (marked: Fields<Name>) => Template,
): string {
  const templates = new Map<string, Template>();
  let all = '';
  for (const piece of pieces) {
    const pattern = patternOf(piece);
    const template = templates.get(pattern) ?? templateFor(marked(piece));
    templates.set(pattern, template);
    const { html, gaps, fillings } = template;
    const texts = fillings.map(fill => fill(piece));
    all += html[0] ?? '';
    for (let gap = 0; gap < gaps.length; gap++) all += `${texts[gaps[gap] ?? 0]}${html[gap + 1]}`;
  }
  return all;
}

/** Which texts are empty. */
function patternOf(piece: Fields<string>): string {
  let pattern = '';
  for (const name in piece) pattern += piece[name] === '' ? '0' : '1';
  return pattern;
}

/** The names of the texts in their places, with marks around. */
function marked<Name extends string>(piece: Fields<Name>): Fields<Name> {
  const entries: [string, string][] = Object.entries(piece);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text && MARK + name + MARK]),
  ) as Fields<Name>;
}

/** HTML with gaps for texts. */
export interface Template {
  /** What stands before the first gap, between them, and after the last one. */
  readonly html: readonly string[];
  /** Which filling each gap gets: a text may stand in several places, and is encoded once for all that are alike. */
  readonly gaps: readonly number[];
  readonly fillings: readonly ((fields: Fields<string>) => string)[];
}

/** The template that the HTML of a piece with marks is. */
export function readTemplate(marked: string): Template {
  const parts = marked.split(marks);
  const html = parts.filter((_, index) => index % 3 === 0);
  const uses = html.slice(1).map((_, gap) => parts.slice(gap * 3 + 1, gap * 3 + 3));
  const known = [...new Set(uses.map(use => use.join(' ')))];
  return {
    html,
    gaps: uses.map(use => known.indexOf(use.join(' '))),
    fillings: known.map(use => {
      const [mark = '', name = ''] = use.split(' ');
      const encode = encoders[mark] ?? escapeHtml;
      return fields => encode(fields[name] ?? '');
    }),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escapeHtml(text: string): string {
  if (isPlain(text)) return text;
  return oneByte(text.replace(/[&<>"']/g, character => entities[character] ?? ''));
}

/** Whether nothing in the text has to be encoded, as in most. */
function isPlain(text: string): boolean {
  return /^[\w .@-]*$/.test(text);
}
