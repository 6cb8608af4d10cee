import { convert } from 'html-to-text';
import { Parser } from 'htmlparser2';
import PostalMime from 'postal-mime';
import { isArchive } from '../spreadsheets/unreadable';

/** How deep the parts of a mail may be nested. */
const DEPTH_LIMIT = 16;

/** The parser keeps some 2 KB for each line. Encoded files have long ones. */
const SHORT_LINES_LIMIT = 25_000;
const SHORT_LINE = 60;

/** How many elements a page may have, which take 2 KB each, and how deep they may be nested. */
const HTML_ELEMENT_LIMIT = 100_000;
const HTML_DEPTH_LIMIT = 500;

/** How much of a page is read at once, in characters. */
const HTML_CHUNK = 4096;

/** How many bytes show whether a text is a mail. */
const HEAD_LENGTH = 16 * 1024;

/** How long the name of an unread part may be. */
const NAME_LENGTH = 80;

/** The content of a mail. */
export interface Mail {
  readonly text: string;
  /** Whether the text was a page. */
  readonly isHtml: boolean;
  /** Texts and workbooks that are attached. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The names of other attachments. */
  readonly unread: readonly string[];
}

/** Whether a text is a saved mail: it begins with fields, and one says who sent it. */
export function isMail(text: string): boolean {
  const [head = ''] = text
    .slice(0, HEAD_LENGTH)
    .trimStart()
    .split(/\r?\n\r?\n/, 1);
  const lines = head.split(/\r?\n/);
  const isField = (line: string) => /^(?:[\w-]{1,76}:|[ \t]|From )/.test(line);
  return lines.every(isField) && lines.some(line => /^From:/i.test(line)) && lines.length > 2;
}

/** Reads a saved mail. Returns undefined for one with too many lines or too many nested parts. */
export async function readMail(source: Uint8Array): Promise<Mail | undefined> {
  if (countShortLines(source) > SHORT_LINES_LIMIT) return undefined;
  const mail = await PostalMime.parse(source, {
    maxNestingDepth: DEPTH_LIMIT,
    maxRfc822NestingDepth: 0,
    attachmentEncoding: 'arraybuffer',
  }).catch(() => undefined);
  if (!mail) return undefined;
  const attachments = mail.attachments
    // Pictures in the text.
    .filter(({ related }) => !related)
    .map(({ filename, mimeType, content }) => ({
      name: filename ?? mimeType,
      mimeType,
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    }));
  const isRead = ({ name, mimeType, bytes }: (typeof attachments)[number]) =>
    isArchive(bytes)
      ? /\.xls[mx]$/i.test(name)
      : /^text\//.test(mimeType) || /\.(?:csv|tsv|txt)$/i.test(name);
  return {
    isHtml: mail.html !== undefined,
    text: mail.html === undefined ? (mail.text ?? '') : htmlToText(mail.html),
    files: attachments.filter(isRead),
    unread: attachments.filter(file => !isRead(file)).map(({ name }) => name.slice(0, NAME_LENGTH)),
  };
}

function countShortLines(source: Uint8Array): number {
  let count = 0;
  let start = 0;
  for (let end = source.indexOf(10); end >= 0; end = source.indexOf(10, start)) {
    if (end - start < SHORT_LINE) count++;
    start = end + 1;
  }
  return count;
}

const heading = { uppercase: false };

/**
 * The text of a page, with the addresses that its links have. Cells of a row are separated by tabs. A page that is larger or
 * nested deeper than any program writes stays as it is: the library would take hundreds of megabytes, or quadratic time.
 */
export function htmlToText(html: string): string {
  if (isTooComplex(html)) return html;
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: heading })),
      { selector: 'table', format: 'block' },
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...['td', 'th'].map(selector => ({ selector, format: 'inlineSurround', options: { suffix: '\t' } })),
    ],
  });
  return text.replace(/\t$/gm, '');
}

function isTooComplex(html: string): boolean {
  let elements = 0;
  let depth = 0;
  let isOver = false;
  const parser = new Parser({
    onopentag() {
      elements++;
      depth++;
      isOver ||= elements > HTML_ELEMENT_LIMIT || depth > HTML_DEPTH_LIMIT;
    },
    onclosetag() {
      depth--;
    },
  });
  for (let start = 0; start < html.length && !isOver; start += HTML_CHUNK) {
    parser.write(html.slice(start, start + HTML_CHUNK));
  }
  return isOver;
}
