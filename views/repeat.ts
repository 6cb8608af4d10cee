import { oneByte } from './one-byte';

/** Texts of one of many alike pieces of a page. */
export type Fields<Name extends string> = Readonly<Record<Name, string>>;

// No text of a page holds it: what stands between two of them is the name of a field. Whoever encodes the text for its
// place (JSON in an attribute, a part of an address) encodes the mark too, which tells how to encode what replaces it.
const MARK = '\u0001';
const marks = new RegExp(`(${MARK}|\\\\u0001|%01)(\\w+)\\1`);

const encoders: Readonly<Record<string, (text: string) => string>> = {
  [MARK]: escapeHtml,
  '\\u0001': text => escapeHtml(JSON.stringify(text).slice(1, -1)),
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
  let html = '';
  for (const piece of pieces) {
    const entries: [string, string][] = Object.entries(piece);
    const pattern = entries.map(([, text]) => (text === '' ? '0' : '1')).join('');
    let template = templates.get(pattern);
    if (template === undefined) {
      const marked = entries.map(([name, text]) => [name, text && MARK + name + MARK]);
      template = templateFor(Object.fromEntries(marked));
      templates.set(pattern, template);
    }
    for (const part of template) html += typeof part === 'string' ? part : part(piece);
  }
  return html;
}

/** Pieces of HTML, and between them what encodes the text that belongs there. */
export type Template = readonly (string | ((fields: Readonly<Record<string, string>>) => string))[];

/** The template that the HTML of a piece with marks is. */
export function readTemplate(html: string): Template {
  const parts = html.split(marks);
  return Array.from({ length: Math.ceil(parts.length / 3) }, (_, index) => {
    const [before = '', mark, name = ''] = parts.slice(index * 3, index * 3 + 3);
    const encode = mark === undefined ? undefined : encoders[mark];
    return encode
      ? [before, (fields: Readonly<Record<string, string>>) => encode(fields[name] ?? '')]
      : [before];
  }).flat();
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escapeHtml(text: string): string {
  // Most texts are such.
  if (/^[\w .@-]*$/.test(text)) return text;
  return oneByte(text.replace(/[&<>"']/g, character => entities[character] ?? ''));
}
