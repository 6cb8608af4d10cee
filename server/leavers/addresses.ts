import { EMAIL_LENGTH_LIMIT, emailKey } from '../email-address';
import { normalize } from '../normalize';

/** The longest name before the @ (RFC 5321, section 4.5.3.1.1), with marks around it. */
const NAME_LIMIT = 80;

const INVISIBLE = /\p{Cf}/gu;

/** The letters of all scripts: part of an address must never pass for a whole one. */
const NAME_CHARACTER = /[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{}~-]/u;
const DOMAIN_CHARACTER = /[\p{L}\p{N}\p{M}._-]/u;

const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/** The end of a line that cuts an address behind its @ or a dot, as in “ada@” and “ada@acme.”. */
const CUT = /^[@.]\s?$/;

/** Quotes, bullets and markup before an address, which begins with a letter, a digit or an underscore. */
const LEADING_MARKS = /^[^\p{L}\p{N}_]+/u;

/** An address in a line. */
interface FoundAddress {
  /** In the form of `emailKey`. */
  readonly email: string;
  readonly start: number;
  readonly end: number;
}

/** The text without invisible characters, with full-width and other compatible forms as usual ones. */
export function cleanText(text: string): string {
  return normalize(text.replace(INVISIBLE, ''), 'NFKC');
}

/** Finds the addresses in a line of a clean text. An address is found whole or not at all. */
export function findEmailAddresses(line: string): readonly FoundAddress[] {
  const found: FoundAddress[] = [];
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
    if (line[at - 1] === '@' || line[at + 1] === '@') continue;
    const address = addressAround(line, at);
    if (address) found.push(address);
  }
  return found;
}

function addressAround(line: string, at: number): FoundAddress | undefined {
  const isName = (index: number) => NAME_CHARACTER.test(characterAt(line, index));
  const isDomain = (index: number) => DOMAIN_CHARACTER.test(characterAt(line, index));
  let start = at;
  while (start > 0 && at - start <= NAME_LIMIT && isName(start - 1)) start--;
  let end = at + 1;
  while (end < line.length && end - at <= EMAIL_LENGTH_LIMIT && isDomain(end)) end++;
  // Neither “@ada@acme.example” nor “ada@acme.example@” is one.
  if (at - start > NAME_LIMIT || line[start - 1] === '@' || line[end] === '@') return undefined;
  const [marks = ''] = LEADING_MARKS.exec(line.slice(start, at)) ?? [];
  start += marks.length;
  while (/[._-]/.test(line.charAt(end - 1))) end--;
  const labels = line.slice(at + 1, end).split('.');
  const isCutBehindAt = CUT.test(line.slice(at, at + 3));
  const isCut = isCutBehindAt || CUT.test(line.slice(end, end + 3));
  if (start === at || (labels.length < 2 && !isCut) || end - start > EMAIL_LENGTH_LIMIT) return undefined;
  if (!isCutBehindAt && !labels.every(label => DOMAIN.test(label))) return undefined;
  // A copy: a slice would keep the whole text in memory.
  return { email: Buffer.from(emailKey(line.slice(start, end))).toString(), start, end };
}

/** The whole character at an index, which may be either half of a surrogate pair. */
function characterAt(line: string, index: number): string {
  const start = /[\udc00-\udfff]/.test(line.charAt(index)) ? index - 1 : index;
  return String.fromCodePoint(line.codePointAt(Math.max(0, start)) ?? 0);
}
