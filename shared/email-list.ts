import { EMAIL_LENGTH_LIMIT } from './email-address';
import { normalize } from './normalize';

/** The maximum number of addresses that are read from one text. */
export const EMAIL_LIST_LIMIT = 10_000;

/** A character of a mailbox name: those of RFC 5322 atoms, and letters of all scripts. */
const LOCAL_CHARACTER = String.raw`[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_\x60{|}~-]`;
const DOMAIN_LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;

// A mailbox name of at most 64 characters, and a domain with a dot. The lookbehind lets a match begin only at the start of
// a run of characters: without it, a long text without any @ would take quadratic time.
const ADDRESS = new RegExp(
  `(?<!${LOCAL_CHARACTER})${LOCAL_CHARACTER}{1,64}@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+`,
  'gu',
);

/** Quotes, bullets and table borders before an address. */
const LEADING_MARKS = /^['.*|/=~\x60{-]+/;

/**
 * Returns all email addresses in a text, in the form of `emailKey`, in their order and without duplicates.
 */
export function findEmails(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [match] of emailKey(text).matchAll(ADDRESS)) {
    const address = match.replace(LEADING_MARKS, '');
    if (address.length <= EMAIL_LENGTH_LIMIT && !address.startsWith('@')) found.add(address);
  }
  return [...found];
}

/** Normalizes an address: case and composition of accents are ignored. */
export function emailKey(email: string): string {
  return normalize(email, 'NFKC').toLowerCase();
}

/** Returns the domain of an address. */
export function domainOf(email: string): string {
  const key = emailKey(email);
  return key.slice(key.lastIndexOf('@') + 1);
}
