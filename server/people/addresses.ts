import { EMAIL_LENGTH_LIMIT } from '../email-address';
import { normalize } from '../normalize';
import { isNameOf } from './names';

/** A character of a mailbox name: those of RFC 5322 atoms, and letters of all scripts. */
const LOCAL_CHARACTER = String.raw`[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_\x60{|}~-]`;
const DOMAIN_LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;

// A mailbox name of at most 64 characters, and a domain with a dot. The lookbehind lets a match begin only at the start of
// a run of characters: without it, a long text without any @ would take quadratic time.
const ADDRESS = new RegExp(
  `(?<!${LOCAL_CHARACTER})${LOCAL_CHARACTER}{1,64}@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+`,
  'gu',
);

/** Quotes, bullets and table borders before an address, which are characters of a mailbox name, too. */
const LEADING_MARKS = /^['.*|/=~\x60{-]+/;

/** Those that are no part of the address. With others, such as a dot, it may be the end of a longer one. */
const PLAIN_MARKS = /^['*|\x60-]*$/;

const DELIMITER_BEFORE = /^$|[\s<>()[\]{}"“”„‘’‚«»‹›,;:、。…•·–—]$/u;
const DELIMITER_AFTER = /^$|^[\s<>()[\]{}"“”„‘’‚«»‹›,;:、。…•·–—.'!?*|/\x60]/u;

/** A word that a mark joins with the address behind it, as in “anna,smith@”. Angle brackets are no part of an address. */
const JOINED_WORD = /([\p{L}\p{N}\p{M}]+)[^\s<>\p{L}\p{N}\p{M}]{1,20}$/u;

/** A part of an address that a space separates from the rest, as in “anna. smith@”. Numbers of a list are none. */
const SEPARATED_PART = /[\p{L}\p{M}][\p{N}]*[._+-]\s{1,9}$/u;

/** Words that a colon may join with an address. */
const PREFIX = /^(?:e?mail|mailto|smtp|address)$/i;

/** Marks after which a word joins the address before it. */
const JOINED_AFTER = /^[’‘'·…–—][\p{L}\p{N}]/u;

/** How far before an address its beginning is searched for. */
const LOOK_BACK = 200;

/** A character that quoted-printable has encoded, for instance in “andr=E9@”, or a mark that crosses out a letter. */
const CHANGED_CHARACTER = /=[\da-f]{2}|[\u0335-\u0338]/i;

/** An address in a line. */
export interface AddressMatch {
  readonly email: string;
  readonly start: number;
  readonly end: number;
  /** Whether it certainly is a whole address, not a part of another one. */
  readonly isWhole: boolean;
}

/** Whether a line has an @ that belongs to none of its addresses. */
export function hasUnreadAddress(line: string, matches: readonly AddressMatch[]): boolean {
  return line.split('@').length - 1 > matches.length;
}

/**
 * Finds the addresses in a line with canonical characters (NFC). Other compatible ones, such as “²”, may be a mistake or
 * a part of another address.
 */
export function findAddresses(line: string): readonly AddressMatch[] {
  if (!line.includes('@')) return [];
  let previousEnd = 0;
  return [...line.matchAll(ADDRESS)].flatMap(({ 0: match, index }) => {
    const [marks = ''] = LEADING_MARKS.exec(match) ?? [];
    const address = match.slice(marks.length);
    if (address.length > EMAIL_LENGTH_LIMIT || address.startsWith('@')) return [];
    const end = index + match.length;
    const email = normalize(address, 'NFKC').toLowerCase();
    const before = line.slice(Math.max(previousEnd, index - LOOK_BACK), index);
    previousEnd = end;
    const isWhole =
      email === address.toLowerCase() &&
      !isJoined(before, email) &&
      !JOINED_AFTER.test(line.slice(end, end + 3)) &&
      PLAIN_MARKS.test(marks) &&
      !CHANGED_CHARACTER.test(address) &&
      DELIMITER_BEFORE.test(line.slice(Math.max(0, index - 1), index)) &&
      DELIMITER_AFTER.test(line.slice(end, end + 1));
    // A copy: a slice would keep the whole text in memory.
    return { email: Buffer.from(email).toString(), start: index, end, isWhole };
  });
}

/** Whether an address may begin in the text before it. */
function isJoined(before: string, email: string): boolean {
  if (SEPARATED_PART.test(before)) return true;
  const joined = JOINED_WORD.exec(before);
  if (!joined) return false;
  const [, word = ''] = joined;
  const name =
    before
      .slice(0, joined.index + word.length)
      .split(/[;|:<>()[\]{}\t]/)
      .at(-1) ?? '';
  return !PREFIX.test(word) && !isNameOf(name, email);
}
