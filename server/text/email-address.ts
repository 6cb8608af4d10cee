import { domainToASCII } from 'node:url';
import { decodeHTMLStrict } from 'entities';
import { plainForms, plainText } from './normalize';

/** RFC 5321, section 4.5.3.1.3: a path has at most 256 characters, two of which are angle brackets. */
export const EMAIL_LENGTH_LIMIT = 254;

/** Longer input is rejected before it is normalized, because normalizing can make a text longer. */
const INPUT_LENGTH_LIMIT = 1024;

/** The pattern of `input type=email` (HTML Standard, section 4.10.5.1.5). */
const EMAIL_PATTERN =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/**
 * The email address that was entered, without surrounding spaces, invisible characters and a trailing comma or
 * semicolon, and with its domain in ASCII; undefined if it is invalid. Does not check whether the mailbox exists.
 */
export function readEmail(input: string): string | undefined {
  if (input.length > INPUT_LENGTH_LIMIT) return undefined;
  const email = withAsciiDomain(
    plainText(input)
      .trim()
      .replace(/[\s,;]+$/, ''),
  );
  return email.length <= EMAIL_LENGTH_LIMIT && EMAIL_PATTERN.test(email) ? email : undefined;
}

/** The one address of what was pasted, such as `Ada Byron <ada@acme.example>`, `mailto:ada@acme.example`, or one in quotes. */
export function readPastedEmail(input: string): string | undefined {
  if (input.length > INPUT_LENGTH_LIMIT) return undefined;
  const text = plainText(input).trim();
  const [, name = '', inBrackets = text] = /^([^<>]*)<([^<>]*)>[\s,;]*$/.exec(text) ?? [];
  const [, inQuotes = inBrackets] = /^["'“”„](.*)["'“”]$/.exec(inBrackets) ?? [];
  const email = readEmail(inQuotes.replace(/^mailto:([^?]*).*/i, '$1'));
  return name.includes('@') && readEmail(name) !== email ? undefined : email;
}

/** Whether the part before the @ has letters such as ü, which most mail servers do not accept. */
export function hasForeignName(input: string): boolean {
  const [name = '', domain = ''] = input.slice(0, INPUT_LENGTH_LIMIT).trim().split('@');
  return /\p{L}/u.test(name) && /[^\0-\x7f]/.test(name) && readEmail(`name@${domain}`) !== undefined;
}

/** Characters that are not seen, or that a form or a spreadsheet changes. */
const IGNORED = /[\p{Cf}\p{Cc}\s]/gu;

/** Addresses whose key is their lower case. */
export const PLAIN_ADDRESSES = /^[!-"$%'-~]*$/;

const GUEST =
  /(?<![\w.!#$%&'*+/=?^`~-])([\w.!#$%&'*+/=?^`~-]{1,80})_([\p{L}\p{N}\p{M}.-]{1,253})#ext#@[\p{L}\p{N}\p{M}.-]{1,253}(?![\w@-])/giu;

/** A text with the addresses that guests have outside of Entra ID: “eve@partner.example” for `eve_partner.example#EXT#@acme…`. */
export function decodeGuests(text: string): string {
  return /#ext#@/i.test(text) ? text.replace(GUEST, '$1@$2') : text;
}

/**
 * The same text for all spellings of an address: case, spaces, invisible characters, full-width forms and composition of
 * accents are ignored, typographic apostrophes and hyphens are plain, entities (“&amp;”) are undone, and the domain is in
 * ASCII. A guest of Entra ID has the address outside of it. Two addresses are the same if their keys are.
 */
export function emailKey(email: string): string {
  // Most addresses are plain, and all of a list are compared.
  if (PLAIN_ADDRESSES.test(email)) return email.toLowerCase();
  // A form sends U+FFFD instead of NUL and of unpaired surrogates.
  const sendable = decodeHTMLStrict(email).toWellFormed().replaceAll('\0', '\uFFFD');
  const key = withAsciiDomain(decodeGuests(plainForms(sendable.replace(IGNORED, '')).toLowerCase()));
  // Undoing an entity may make another one: “&amp;amp;” becomes “&amp;”.
  return key.includes('&') && key !== email && key.length <= INPUT_LENGTH_LIMIT ? emailKey(key) : key;
}

function withAsciiDomain(address: string): string {
  if (!isEmailAddress(address)) return address;
  const domain = domainAfterAt(address);
  return address.slice(0, address.length - domain.length) + asciiDomain(domain);
}

/** “xn--mller-kva.example” for “müller.example”; other texts stay as they are. */
function asciiDomain(domain: string): string {
  // The function takes numbers for IP addresses.
  if (domain.length > EMAIL_LENGTH_LIMIT || /^[\0-\x7f]*$/.test(domain)) return domain;
  return domainToASCII(domain) || domain;
}

function domainAfterAt(key: string): string {
  return key.slice(key.lastIndexOf('@') + 1);
}

/** Whether an entry in the form of `emailKey` is an address. Others, such as “unknown”, may belong to several people (P321). */
export function isEmailAddress(key: string): boolean {
  return key.includes('@');
}

export function domainOf(email: string): string {
  return domainAfterAt(emailKey(email));
}
