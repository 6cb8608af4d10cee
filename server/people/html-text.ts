import { Tokenizer } from 'htmlparser2';

const IGNORED = new Set(['script', 'style', 'head', 'title', 'template']);

/** Separators after an element; after most others, it is a line break. */
const SEPARATORS: Readonly<Record<string, string>> = { td: '\t', th: '\t' };

/** Elements within a line. */
const INLINE = new Set('a abbr b bdi bdo code em font i mark small span strong sub sup u wbr o:p'.split(' '));

/** Elements that are followed by an empty line, or make one. */
const PARAGRAPHS = new Set(['br', 'p', 'table']);

const BLOCKQUOTE = 'blockquote';

/**
 * The text of HTML: one line per block or table row, tabs between cells, and “> ” before the lines of a quotation.
 * Uses only the tokenizer: the parser takes quadratic time for elements that are not closed.
 */
export function htmlToText(html: string): string {
  const lines: string[] = [];
  let line = '';
  let ignored: string | undefined;
  let quotations = 0;
  let cells = 0;

  const endLine = (name = '') => {
    const text = line
      .replace(/[^\S\t]+/g, ' ')
      .replace(/\t+$/, '')
      .trimStart();
    if (text !== '' || (PARAGRAPHS.has(name) && lines.at(-1) !== ''))
      lines.push(text === '' || quotations === 0 ? text : `> ${text}`);
    line = '';
  };
  const separate = (name: string, isEnd: boolean) => {
    if (name in SEPARATORS) {
      cells = Math.max(0, cells + (isEnd ? -1 : 1));
      if (isEnd) line += SEPARATORS[name];
    } else if (cells > 0 && name !== 'tr' && !INLINE.has(name)) line += ' ';
    else if (!INLINE.has(name)) endLine(name);
    if (name === 'tr') cells = 0;
    if (name === BLOCKQUOTE) quotations = Math.max(0, quotations + (isEnd ? -1 : 1));
  };
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const nothing = () => {};

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        const name = nameAt(start, end);
        if (IGNORED.has(name)) ignored ??= name;
        else separate(name, false);
      },
      onclosetag(start, end) {
        const name = nameAt(start, end);
        if (name === ignored) ignored = undefined;
        else separate(name, true);
      },
      ontext(start, end) {
        if (ignored === undefined) line += html.slice(start, end).replace(/\s+/g, ' ');
      },
      ontextentity(code) {
        if (ignored === undefined) line += String.fromCodePoint(code);
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  endLine();
  return lines.join('\n');
}
