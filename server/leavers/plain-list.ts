import { emailKey } from '../email-address';
import { findEmailAddresses } from './addresses';

const BULLET = /^(?:[-*•·▪●○‣–—]\s{0,9}|\(?\d{1,5}[.)]?\s{1,9})/;

const WORDS =
  "[\\p{Lu}\\p{Lt}\\p{Lo}][\\p{L}\\p{M}.'’&-]*(?: [\\p{Lu}\\p{Lt}\\p{Lo}][\\p{L}\\p{M}.'’&-]*){0,4}";

/**
 * Words that begin with a capital letter, in which a comma may follow the last name and brackets the whole name: “Byron, Ada
 * (Finance)”. The words of a sentence, such as “Please keep Ada”, are not a name.
 */
const NAME = new RegExp(`^${WORDS}(?:, ${WORDS})?(?: \\(${WORDS}\\))?$`, 'u');

/** The maximum length of an entry: a bullet, a name and an address. */
const ENTRY_LIMIT = 500;

/**
 * Whether a clean text has nothing but addresses, alone or as `Name <address>`, in lines or separated by commas or
 * semicolons, with optional bullets or numbers. Only such a text says clearly which people it means.
 */
export function isPlainList(text: string): boolean {
  const lines = text.split(/[\r\n;]/).filter(line => line.trim() !== '');
  return lines.length > 0 && lines.every(isRowOfEntries);
}

/** A comma separates two entries, or stands in a name, as in “Byron, Ada <ada@acme.example>”. */
function isRowOfEntries(line: string): boolean {
  let lastName = '';
  for (const part of line.split(',')) {
    const entry = lastName === '' ? part : `${lastName},${part}`;
    if (isEntry(entry)) lastName = '';
    else if (lastName !== '' || part.includes('@')) return false;
    else lastName = part.trim();
  }
  return lastName === '';
}

/** Whether a text is exactly one address, alone or behind a name. */
function isEntry(text: string): boolean {
  if (text.length > ENTRY_LIMIT) return false;
  const entry = text.trim().replace(BULLET, '');
  const addresses = findEmailAddresses(entry);
  const last = addresses.at(-1);
  // Some programs write an address as its name: “ada@acme.example <ada@acme.example>”.
  if (!last || addresses.some(({ email }) => email !== last.email)) return false;
  const [before, after] = [entry.slice(0, last.start), entry.slice(last.end)];
  if (before === '' && after === '') return true;
  if (after !== '>' || !before.endsWith('<')) return false;
  const name = before
    .slice(0, -1)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/\s+/g, ' ');
  return name === '' || NAME.test(name) || emailKey(name) === last.email;
}
