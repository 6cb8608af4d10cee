import PostalMime, { type Address } from 'postal-mime';
import { readFileText } from './file-text';
import { htmlToText } from './html-text';

/** The parser keeps about 2 KB for each line, so that a mail of a million empty lines would take 2 GB. */
export const MAIL_LINE_LIMIT = 25_000;

/** How many emails may be attached within each other. */
const MAIL_DEPTH_LIMIT = 3;

/** How deep the parts of a mail may be nested. */
const PART_DEPTH_LIMIT = 16;

/** The fields that only the source of a mail has, unlike the beginning of a pasted one. */
const SOURCE_FIELD =
  /^(?:MIME-Version|Content-Type|Content-Transfer-Encoding|Message-ID|Received|Return-Path):/im;

/** A header of at most 1,000 fields: each begins with its name, or with a space if it continues. */
const HEADER = /^(?:From .{0,998}\r?\n)?(?:[\w-]{1,76}:.{0,998}\r?\n(?:[ \t].{0,998}\r?\n){0,1000}){1,1000}/;

const UNKNOWN_ENCODING = new RegExp(
  String.raw`^Content-Transfer-Encoding:[ \t]*(?!7bit|8bit|binary|quoted-printable|base64)\w|` +
    String.raw`^(?:Content-Type:|[ \t]).{0,200}\bcharset="?(?!utf-?8|utf-?16[bl]e|us-ascii|ascii|iso-8859-|windows-|koi8-|gb|big5|shift_jis|euc-|iso-2022-jp)\w`,
  'im',
);

/** A header with two of these fields: programs disagree about which one counts. */
const REPEATED_FIELD =
  /^(Content-(?:Type|Transfer-Encoding))[ \t]{0,20}:.*\r?\n(?:.+\r?\n)*?\1[ \t]{0,20}:/im;

/** A file in a text, as old mail programs attach it. */
const ENCODED_FILE = /^begin(?:-base64)? [0-7]{3,4} \S/m;

/** The field of a part, or of a whole mail, that has parts of its own, … */
const MULTIPART =
  /^Content-Type:[ \t]{0,20}(?:\r?\n[ \t]{1,20})?multipart\/[^\r\n]{0,998}(?:\r?\n[ \t][^\r\n]{0,998}){0,20}/gim;

/** … and the boundary between them. */
const BOUNDARY = /;\s{0,20}boundary\s{0,20}=\s{0,20}(?:"([^"]{1,100})"|([^\s;"]{1,100}))/i;

/** Texts that may be lists, unlike calendars and business cards, which name their sender. */
const LIST_TYPE = /^text\/(?:plain|html|csv|x-csv|comma-separated-values|tab-separated-values)$/;

/** How long the name of an unread part may be. */
const NAME_LENGTH = 80;

/** The content of a mail. */
export interface Mail {
  /** The addresses in its header and in those of attached emails. */
  readonly correspondents: readonly string[];
  /** Its subject, and those of attached emails. */
  readonly subjects: readonly string[];
  /** Its text, and those of its attachments. */
  readonly texts: readonly string[];
  /** The plain texts of what is also HTML. */
  readonly alternatives: readonly string[];
  /** The names of attachments and other parts that are not text. */
  readonly unread: readonly string[];
}

/** Whether a text is the source of a mail. */
export function isMail(text: string): boolean {
  const [header] = HEADER.exec(text.trimStart()) ?? [];
  return header !== undefined && SOURCE_FIELD.test(header);
}

/** Reads the source of a mail; undefined if it is nested too deep. */
export async function readMail(source: string | Uint8Array, depth = 1): Promise<Mail | undefined> {
  let mail: Awaited<ReturnType<typeof PostalMime.parse>>;
  try {
    mail = await PostalMime.parse(source, { maxNestingDepth: PART_DEPTH_LIMIT, maxRfc822NestingDepth: 0 });
  } catch {
    return undefined;
  }
  const body = mail.html === undefined ? (mail.text ?? '') : htmlToText(mail.html);
  const correspondents = [mail.from, mail.sender, mail.replyTo, mail.to, mail.cc, mail.bcc]
    .flat()
    .flatMap(addressesOf);
  const subjects = [mail.subject ?? ''];
  const texts = [body];
  const alternatives = mail.html === undefined ? [] : [mail.text ?? ''];
  const unread = isDecoded(body) ? [] : ['a part that cannot be decoded'];
  unread.push(...unreadParts(typeof source === 'string' ? source : Buffer.from(source).toString('latin1')));
  for (const { mimeType, filename, content } of mail.attachments) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    const isText = LIST_TYPE.test(mimeType) || /\.(?:csv|txt|tsv)$/i.test(filename ?? '');
    if (mimeType === 'message/rfc822') {
      const attached = depth < MAIL_DEPTH_LIMIT ? await readMail(bytes, depth + 1) : undefined;
      correspondents.push(...(attached?.correspondents ?? []));
      subjects.push(...(attached?.subjects ?? []));
      texts.push(...(attached?.texts ?? []));
      alternatives.push(...(attached?.alternatives ?? []));
      unread.push(...(attached?.unread ?? [nameOf(filename, 'a mail')]));
    } else {
      const text = isText ? readFileText(bytes) : undefined;
      if (text === undefined) unread.push(nameOf(filename, mimeType));
      else texts.push(mimeType === 'text/html' ? htmlToText(text) : text);
    }
  }
  return { correspondents, subjects, texts, alternatives, unread };
}

/** Whether a text has none of the characters that stand for bytes that could not be decoded. */
function isDecoded(text: string): boolean {
  return !text.includes('\uFFFD') && !text.includes('\0');
}

/** The parser does not read text outside the parts of a mail, nor parts that have no boundary. */
function unreadParts(source: string): readonly string[] {
  const delimiters = new Set(source.match(/^--.{1,200}$/gm)?.map(line => line.trimEnd()));
  const boundaries = Array.from(source.matchAll(MULTIPART), ([field]) => {
    const [, quoted, plain] = BOUNDARY.exec(field) ?? [];
    return `--${quoted ?? plain}`;
  });
  const unread = boundaries.every(boundary => delimiters.has(boundary)) ? [] : ['an email without its parts'];
  const body = source.search(/\r?\n\r?\n/);
  const [outer] = boundaries;
  const first = source.indexOf(`\n${outer}`, body);
  if (outer !== undefined && first >= 0 && source.slice(0, body).includes(outer.slice(2))) {
    const last = source.lastIndexOf(`\n${outer}--`);
    const outside = [source.slice(body, first), last < 0 ? '' : source.slice(last)];
    if (outside.some(text => /[^\s@]@[^\s@]/.test(text))) unread.push('text outside the parts of an email');
  }
  return unread;
}

/** Whether a mail names an encoding that the parser does not have, or two: it would read the text as if it had another. */
export function hasUnknownEncoding(source: string): boolean {
  return UNKNOWN_ENCODING.test(source) || REPEATED_FIELD.test(source);
}

/** Whether a text has a file in it that is not decoded. */
export function hasEncodedFile(text: string): boolean {
  return ENCODED_FILE.test(text);
}

/** A copy: a slice would keep the whole mail in memory. */
function nameOf(filename: string | null | undefined, otherwise: string): string {
  return Buffer.from((filename ?? otherwise).slice(0, NAME_LENGTH)).toString();
}

function addressesOf(address: Address | undefined): string[] {
  if (!address) return [];
  return address.group ? address.group.map(member => member.address) : [address.address];
}
