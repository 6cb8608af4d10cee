import { EMAIL_LENGTH_LIMIT } from '../email-address';

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

/** A character that quoted-printable has encoded, for instance in “andr=E9@”. */
const ENCODED_CHARACTER = /=[\da-f]{2}/i;

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

/** Finds the addresses in a line in normal form (NFKC). */
export function findAddresses(line: string): readonly AddressMatch[] {
  if (!line.includes('@')) return [];
  return [...line.matchAll(ADDRESS)].flatMap(({ 0: match, index }) => {
    const [marks = ''] = LEADING_MARKS.exec(match) ?? [];
    const address = match.slice(marks.length);
    if (address.length > EMAIL_LENGTH_LIMIT || address.startsWith('@')) return [];
    const end = index + match.length;
    const isWhole =
      PLAIN_MARKS.test(marks) &&
      !ENCODED_CHARACTER.test(address) &&
      DELIMITER_BEFORE.test(line.slice(Math.max(0, index - 1), index)) &&
      DELIMITER_AFTER.test(line.slice(end, end + 1));
    // A copy: a slice would keep the whole text in memory.
    const email = Buffer.from(address.toLowerCase()).toString();
    return { email, start: index, end, isWhole };
  });
}
