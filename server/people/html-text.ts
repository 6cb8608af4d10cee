import { Tokenizer } from 'htmlparser2';
import { findAddresses } from './addresses';
import { wordSet } from './words';

const IGNORED = wordSet('script style template title');

/** Separators after an element; after most others, it is a line break. */
const SEPARATORS: Readonly<Record<string, string>> = { td: '\t', th: '\t' };

/** Elements within a line. */
const INLINE = wordSet('a abbr b bdi bdo code em font i mark small span strong sub sup u wbr o:p');

/** Elements that are followed by an empty line, or make one. */
const PARAGRAPHS = wordSet('br p table ul ol h1 h2 h3 h4 h5 h6');

/** Their text begins with “# ”. */
const HEADING = /^h[1-6]$/;

/** Elements that are not text, although they may say something: a box stands for them. */
const CONTROLS = wordSet('iframe input noscript object select textarea');

/** How deep lists are indented. */
const LISTS_LIMIT = 20;

const BLOCKQUOTE = 'blockquote';

/** Elements whose text is crossed out: perhaps the list does not have these people anymore. */
const STRUCK = wordSet('s del strike');

/** Styles with which text is crossed out, or not seen at all. */
const UNSEEN_STYLE =
  /line-through|display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{3}|font-size\s*:\s*(?:0(?![.\d])|[01]?(?:\.\d+)?px)|(?:max-)?(?:height|width)\s*:\s*0(?![.\d])/i;

/** White text is not seen unless its background has a color. */
const WHITE_TEXT =
  /(?:^|[^-\w])color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent\b|rgba?\(255,\s*255,\s*255)/i;
const COLORED_BACKGROUND = /background(?:-color)?\s*:\s*(?!#fff|white|transparent|none|inherit)[^\s;]/i;

/** Elements without an end. */
const VOID = wordSet('area base br col embed hr img input link meta source track wbr');

/**
 * The text of HTML: one line per block or table row, tabs between cells, “> ” before the lines of a quotation, “~”
 * around text that is crossed out and addresses that are not shown, and behind a link the address that it writes to, if its text has another.
 * Uses only the tokenizer: the parser takes quadratic time for elements that are not closed.
 */
export function htmlToText(html: string): string {
  const lines: string[] = [];
  let line = '';
  /** The bullet of the next line. */
  let bullet = '';
  let ignored: string | undefined;
  let quotations = 0;
  let cells = 0;
  let tag = '';
  let attribute = '';
  let value = '';
  /** The element whose text is crossed out or hidden, and how many of its name are open within it. */
  let unseen: { readonly name: string; readonly isStruck: boolean; depth: number } | undefined;
  let css = '';
  const unseenSelectors = new Set<string>();
  /** The source up to here has been read. */
  let read = 0;
  /** The text of an element that is ignored. */
  let swallowed = '';
  const unseenAddresses = new Set<string>();
  /** How many lists are open. */
  let lists = 0;
  /** Its text is kept apart: slicing a line that grows would take quadratic time. */
  let link: { readonly address: string; text: string } | undefined;

  const append = (text: string) => {
    line += text;
    if (link) link.text += text;
  };
  const endLine = (name = '') => {
    endLink();
    const trimmed = trimTabs(line.replace(/[^\S\t]+/g, ' ')).trimStart();
    const text = bullet === '' || trimmed === '' ? trimmed : bullet + trimmed;
    if (trimmed !== '') bullet = '';
    if (text !== '' || (PARAGRAPHS.has(name) && lines.at(-1) !== ''))
      lines.push(text === '' || quotations === 0 ? text : `> ${text}`);
    line = '';
  };
  const separate = (name: string, isEnd: boolean) => {
    if (name in SEPARATORS) {
      cells = Math.max(0, cells + (isEnd ? -1 : 1));
      if (isEnd) append(SEPARATORS[name] ?? '');
    } else if (cells > 0 && name !== 'tr' && !INLINE.has(name)) append(' ');
    else if (!INLINE.has(name)) endLine(name);
    if (name === 'tr') cells = 0;
    if (name === 'li' && cells === 0) bullet = isEnd ? '' : `${' '.repeat(Math.min(lists, LISTS_LIMIT))}- `;
    if (HEADING.test(name)) bullet = isEnd ? '' : '# ';
    if (name === 'ul' || name === 'ol') lists = Math.max(0, lists + (isEnd ? -1 : 1));
    if (name === BLOCKQUOTE) quotations = Math.max(0, quotations + (isEnd ? -1 : 1));
  };
  const add = (text: string) => {
    if (ignored !== undefined) swallowed += text;
    else if (!unseen || /^\s*$/.test(text)) append(text);
    else if (unseen.isStruck || text.includes('@')) append(`~${text}~`);
  };
  /** Keeps the addresses in a part of the source that is not shown. */
  const addUnseen = (text: string) => {
    for (const { email } of findAddresses(text)) unseenAddresses.add(email);
  };
  const endIgnored = () => {
    if (ignored !== 'script' && ignored !== 'style') addUnseen(swallowed);
    ignored = undefined;
    swallowed = '';
  };
  const endLink = () => {
    if (link && !link.text.toLowerCase().includes(link.address.toLowerCase())) line += ` <${link.address}>`;
    link = undefined;
  };
  const endAttribute = () => {
    if (
      attribute === 'hidden' ||
      (attribute === 'style' && isUnseen(value)) ||
      selectorsOf(attribute, value).some(selector => unseenSelectors.has(selector))
    ) {
      const isStruck = attribute !== 'hidden' && (attribute !== 'style' || /line-through/i.test(value));
      if (!VOID.has(tag)) unseen ??= { name: tag, isStruck, depth: 1 };
    } else if (attribute === 'value') addUnseen(value);
    else if (attribute === 'alt') add(` ${value} `);
    else if (attribute === 'color' && isUnseen(`color:${value}`))
      unseen ??= { name: tag, isStruck: false, depth: 1 };
    // An address in angle brackets that are not escaped looks like an element.
    else if (isAddress(attribute)) append(` ${attribute} `);
    else if (attribute === 'href' && tag === 'a' && ignored === undefined) {
      const address = addressOfLink(value);
      if (address !== undefined) link = { address, text: '' };
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
        else if (STRUCK.has(name)) unseen ??= { name, isStruck: true, depth: 1 };
        if (CONTROLS.has(name)) append(' ☐ ');
        if (isAddress(name)) add(`<${name}>`);
        else if (IGNORED.has(name)) ignored ??= name;
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
        read = end;
        if (name === ignored) endIgnored();
        else separate(name, true);
      },
      ontext(start, end) {
        read = end;
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
      oncomment(start, end) {
        addUnseen(html.slice(start, end));
        read = end;
      },
      ondeclaration: nothing,
      onend: nothing,
      onopentagend(end) {
        read = end;
      },
      onprocessinginstruction: nothing,
      onselfclosingtag(end) {
        read = end;
        if (tag === ignored) endIgnored();
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  endLine();
  // Browsers do not show an element without an end.
  addUnseen(swallowed);
  addUnseen(html.slice(read));
  for (const text of unseenAddresses.size > 0 ? lines : [])
    for (const { email } of findAddresses(text)) unseenAddresses.delete(email);
  return [...lines, ...Array.from(unseenAddresses, email => `~${email}~`)].join('\n');
}

/** Whether text with this style is crossed out, or not seen. */
function isUnseen(style: string): boolean {
  return UNSEEN_STYLE.test(style) || (WHITE_TEXT.test(style) && !COLORED_BACKGROUND.test(style));
}

function isAddress(name: string): boolean {
  return name.includes('@') && findAddresses(name).length > 0;
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

/** The classes and IDs whose elements, or some in them, are crossed out or not seen, at least on some screens. */
function unseenSelectorsIn(css: string): ReadonlySet<string> {
  const selectors = new Set<string>();
  for (const rule of css.toLowerCase().split('}')) {
    const [selector = '', declarations = ''] = rule.split('{').slice(-2);
    if (!UNSEEN_STYLE.test(declarations)) continue;
    for (const [name] of selector.matchAll(/[.#][\w-]+/g)) selectors.add(name);
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
