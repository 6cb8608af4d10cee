import { decodeHTMLStrict } from 'entities';
import { decodeGuests, EMAIL_LENGTH_LIMIT, emailKey } from '../text/email-address';
import { collectTexts, type FirstTexts, NO_TEXTS } from '../text/first-texts';
import { plainText } from '../text/normalize';

/** The longest name before the @ (RFC 5321, section 4.5.3.1.1), with quotes around it. */
const NAME_LIMIT = 80;

/** How much of a word that is not an address is named, in characters. */
const WORD_LENGTH = 80;

/** RFC 5322, section 3.2.3, with the letters of all scripts. Braces and bars surround addresses and are not part of them. */
const NAME_CHARACTER = /[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`~-]/u;
const DOMAIN_CHARACTER = /[\p{L}\p{N}\p{M}._-]/u;

const isNameCharacter = characterTest(NAME_CHARACTER);
const isDomainCharacter = characterTest(DOMAIN_CHARACTER);

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/** Characters that separate an address from the text before it. */
const SEPARATOR = /[\s()[\]{}<>:,;|、。]/;
/** In a word, a quotation mark may be a letter of another encoding: “m„rz” is “märz” of a DOS program. */
const QUOTATION_MARK = /["'`“”„‟«»‹›]/;
const BULLETS = '•·▪■●○◦‣⁃∙';

/** An unknown entity, such as “&x;”. Its semicolon does not separate. */
const ENTITY = /&#?\w{1,31};$/;
const ENTITY_LENGTH = 34;

/** Characters that make a domain part of a longer word. */
const CONTINUES = /[@+=#$%^~/]/;

/** An @, or “(at)”, which people write so that no program reads their address. */
const AT = /@| ?[([{] ?at ?[)\]}] ?/gi;

/** Every match of AT has one of these, which are found in a fraction of the time. */
const MAY_HAVE_AT = /[@([{]/;

const WORD_END = /[\s,;<>|、。]/;

/** An address in a line. */
export interface FoundAddress {
  /** In the form of `emailKey`. */
  readonly email: string;
  readonly start: number;
  readonly end: number;
}

/** A line, its addresses, and the words with an @ or “(at)” that are not an address. */
export interface ReadLine {
  readonly text: string;
  readonly addresses: readonly FoundAddress[];
  readonly words: FirstTexts;
}

/** The plain text, in which HTML entities are undone once, and guests have their own addresses. */
export function cleanText(text: string): string {
  return decodeGuests(plainText(text.includes('&') ? decodeHTMLStrict(text) : text));
}

/** Shared by most lines without an address. */
const NOTHING = { addresses: [], words: NO_TEXTS };

/** Finds the addresses in a line of a clean text. An address is found whole or not at all. */
export function readLine(text: string): ReadLine {
  if (!MAY_HAVE_AT.test(text)) return { text, ...NOTHING };
  const addresses: FoundAddress[] = [];
  let words: ReturnType<typeof collectTexts> | undefined;
  let end = 0;
  for (const { index: at, 0: sign } of text.matchAll(AT)) {
    if (at < end) continue;
    const address = addressAround(text, at);
    if (address) addresses.push(address);
    const from = end;
    end = address?.end ?? wordEnd(text, at + sign.length);
    const word = address ? '' : wordBetween(text, at, from, end);
    if (word.length <= 1) continue;
    words ??= collectTexts();
    words.add(word);
  }
  // A copy: an array that has grown has room for 16 more.
  return { text, addresses: addresses.slice(), words: words?.texts() ?? NO_TEXTS };
}

function addressAround(line: string, at: number): FoundAddress | undefined {
  let start = at;
  while (start > 0 && at - start <= NAME_LIMIT && isNameCharacter(line, start - 1)) start--;
  let end = at + 1;
  while (end < line.length && end - at <= EMAIL_LENGTH_LIMIT && isDomainCharacter(line, end)) end++;
  if (at - start > NAME_LIMIT || end - at > EMAIL_LENGTH_LIMIT) return undefined;
  if (!isSeparated(line, start) || CONTINUES.test(line.charAt(end))) return undefined;
  // The end of a sentence.
  while (line.charAt(end - 1) === '.') end--;
  const [quotes = ''] = /^['`]*/.exec(line.slice(start, at)) ?? [];
  const [closing = ''] = /^['`]*/.exec(line.slice(end, end + quotes.length)) ?? [];
  // Quotes are pairs: the apostrophe of “'t.hart@acme.example” belongs to the name.
  if (closing.length === quotes.length) start += quotes.length;
  const labels = line.slice(at + 1, end).split('.');
  if (!/[\p{L}\p{N}_]/u.test(line.slice(start, at)) || labels.length < 2) return undefined;
  if (end - start > EMAIL_LENGTH_LIMIT || !labels.every(label => LABEL.test(label))) return undefined;
  return { email: emailKey(line.slice(start, end)), start, end };
}

/** Whether an address can begin here: at the start of the line, or after white space, a separator or a bullet. */
function isSeparated(line: string, start: number): boolean {
  let opening = start;
  while (QUOTATION_MARK.test(line.charAt(opening - 1))) opening--;
  const before = line.charAt(opening - 1);
  if (before === ';') return !ENTITY.test(line.slice(Math.max(0, opening - ENTITY_LENGTH), opening));
  if (before && BULLETS.includes(before)) return /^\s?$/.test(line.charAt(opening - 2));
  return before === '' || SEPARATOR.test(before) || (before === '=' && opening < start);
}

function wordEnd(line: string, at: number): number {
  let end = at;
  while (end < line.length && !WORD_END.test(line.charAt(end))) end++;
  return end;
}

function wordBetween(line: string, at: number, from: number, end: number): string {
  let start = at;
  while (start > from && !WORD_END.test(line.charAt(start - 1))) start--;
  return line.slice(start, Math.min(end, start + WORD_LENGTH));
}

/** Tests the character of a line at an index. Most are ASCII, which are tested once each. */
function characterTest(pattern: RegExp): (line: string, index: number) => boolean {
  const ascii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (line, index) => ascii[line.charCodeAt(index)] ?? pattern.test(characterAt(line, index));
}

/** The whole character at an index, which may be either half of a surrogate pair. */
function characterAt(line: string, index: number): string {
  const code = line.charCodeAt(index);
  if (code < 0xd800 || code > 0xdfff) return line.charAt(index);
  const start = code >= 0xdc00 ? index - 1 : index;
  return String.fromCodePoint(line.codePointAt(Math.max(0, start)) ?? 0);
}
