import { Tokenizer } from 'htmlparser2';

const IGNORED = new Set(['script', 'style', 'head', 'title', 'template']);

/** Separators after an element; after most others, it is a line break. */
const SEPARATORS: Readonly<Record<string, string>> = { td: '\t', th: '\t' };

/** Elements within a line. */
const INLINE = new Set('a abbr b bdi bdo code em font i mark small span strong sub sup u wbr o:p'.split(' '));

/** Elements that are followed by an empty line, or make one. */
const PARAGRAPHS = new Set(['br', 'p', 'table']);

const BLOCKQUOTE = 'blockquote';

/** Elements whose text is crossed out: perhaps the list does not have these people anymore. */
const STRUCK = new Set(['s', 'del', 'strike']);

/** Styles with which text is crossed out, or not seen at all. */
const UNSEEN_STYLE =
  /line-through|display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0(?![.\d])/i;

/** Elements without an end. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/**
 * The text of HTML: one line per block or table row, tabs between cells, “> ” before the lines of a quotation, “~”
 * around text that is crossed out or hidden, and behind a link the address that it writes to, if its text has another.
 * Uses only the tokenizer: the parser takes quadratic time for elements that are not closed.
 */
export function htmlToText(html: string): string {
  const lines: string[] = [];
  let line = '';
  let ignored: string | undefined;
  let quotations = 0;
  let cells = 0;
  let tag = '';
  let attribute = '';
  let value = '';
  /** The element whose text is crossed out or hidden, and how many of its name are open within it. */
  let unseen: { readonly name: string; depth: number } | undefined;
  let css = '';
  const unseenSelectors = new Set<string>();
  let link: { readonly address: string; readonly start: number } | undefined;

  const endLine = (name = '') => {
    endLink();
    const text = trimTabs(line.replace(/[^\S\t]+/g, ' ')).trimStart();
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
  const add = (text: string) => {
    if (ignored === undefined) line += unseen && /\S/.test(text) ? `~${text}~` : text;
  };
  const endLink = () => {
    if (link && !line.slice(link.start).toLowerCase().includes(link.address.toLowerCase()))
      line += ` <${link.address}>`;
    link = undefined;
  };
  const endAttribute = () => {
    if (
      attribute === 'hidden' ||
      (attribute === 'style' && UNSEEN_STYLE.test(value)) ||
      selectorsOf(attribute, value).some(selector => unseenSelectors.has(selector))
    ) {
      if (!VOID.has(tag)) unseen ??= { name: tag, depth: 1 };
    } else if (attribute === 'href' && tag === 'a' && ignored === undefined) {
      const address = addressOfLink(value);
      if (address !== undefined) link = { address, start: line.length };
    }
  };
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const nothing = () => {};

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        const name = nameAt(start, end);
        tag = name;
        if (name === 'a') endLink();
        if (name === unseen?.name) unseen.depth++;
        else if (STRUCK.has(name)) unseen ??= { name, depth: 1 };
        if (IGNORED.has(name)) ignored ??= name;
        else separate(name, false);
      },
      onclosetag(start, end) {
        const name = nameAt(start, end);
        if (name === 'a') endLink();
        if (name === unseen?.name && --unseen.depth === 0) unseen = undefined;
        if (name === 'style') {
          for (const selector of unseenSelectorsIn(css)) unseenSelectors.add(selector);
          css = '';
        }
        if (name === ignored) ignored = undefined;
        else separate(name, true);
      },
      ontext(start, end) {
        if (ignored === 'style' || tag === 'style') css += html.slice(start, end);
        add(html.slice(start, end).replace(/\s+/g, ' '));
      },
      ontextentity(code) {
        add(String.fromCodePoint(code));
      },
      onattribname(start, end) {
        attribute = nameAt(start, end);
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(code) {
        value += String.fromCodePoint(code);
      },
      onattribend: endAttribute,
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

/** The selectors of an element's classes and ID. */
function selectorsOf(attribute: string, value: string): readonly string[] {
  if (attribute === 'id') return [`#${value.trim().toLowerCase()}`];
  if (attribute !== 'class') return [];
  return value
    .toLowerCase()
    .split(/\s+/)
    .map(name => `.${name}`);
}

/** The classes and IDs whose elements are crossed out or not seen, at least on some screens. */
function unseenSelectorsIn(css: string): ReadonlySet<string> {
  const selectors = new Set<string>();
  for (const rule of css.toLowerCase().split('}')) {
    const [selector = '', declarations = ''] = rule.split('{').slice(-2);
    if (!UNSEEN_STYLE.test(declarations)) continue;
    for (const each of selector.split(',')) {
      const [element = ''] = each
        .trim()
        .split(/[\s>+~]+/)
        .slice(-1);
      for (const [name] of element.matchAll(/[.#][\w-]+/g)) selectors.add(name);
    }
  }
  return selectors;
}

/** A regular expression would take quadratic time for many empty cells before the last one. */
function trimTabs(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\t') end--;
  return text.slice(0, end);
}

/** The address that a link writes to; undefined for another link. */
function addressOfLink(href: string): string | undefined {
  const [, address] = /^\s*mailto:\s*([^?]{1,1000})/i.exec(href) ?? [];
  try {
    return address === undefined ? undefined : decodeURIComponent(address).trim();
  } catch {
    return address;
  }
}
