/** Addresses that are read of one text at most. */
export const EMAIL_LIST_LIMIT = 10_000;

/** A mailbox name (RFC 5322 atoms, and letters of all scripts), of 64 characters at most, and a domain with a dot. */
const LOCAL = String.raw`[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_\x60{|}~-]`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;

// The lookbehind lets a match begin only where a run of characters begins: without it, a long text without any @ would
// take time that grows with the square of its length.
const ADDRESS = new RegExp(`(?<!${LOCAL})${LOCAL}{1,64}@${LABEL}(?:\\.${LABEL})+`, 'gu');

/** No longer address can receive mail (RFC 5321, section 4.5.3.1). */
const MAX_ADDRESS_LENGTH = 254;

/** Quotes, bullets and frames that people write before an address. */
const LEADING_MARKS = /^['.*|/=~\x60{-]+/;

/**
 * Returns every email address in a text, whatever is around it, each once, as `emailKey` writes it and in the order of the
 * text. Stops after `EMAIL_LIST_LIMIT` different addresses.
 */
export function findEmails(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [match] of emailKey(text).matchAll(ADDRESS)) {
    const address = match.replace(LEADING_MARKS, '');
    if (address.length <= MAX_ADDRESS_LENGTH && !address.startsWith('@')) found.add(address);
    if (found.size === EMAIL_LIST_LIMIT) break;
  }
  return [...found];
}

/** Returns one form for all spellings of an address: case and composition of accents do not count. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}

/** Returns what follows the @ of an address. */
export function domainOf(email: string): string {
  return emailKey(email).slice(email.lastIndexOf('@') + 1);
}
