import type { AddressMatch } from './addresses';
import type { Doubt } from './answer';
import { isNameOf, isPartOf } from './names';
import { isNoName } from './other-words';
import { hasMeaningfulMark, isRequest, type Reading, withoutRemarks } from './phrases';
import { CONNECTING_WORDS, isLabelWord, isOwnLabel } from './titles';
import { UNDERSTOOD_LENGTH, WORD, wordSet, wordsIn } from './words';

export const BULLET = /^\s*(?:[-*•–◦▪→]|\d{1,4}[.)]|[a-z][.)])\s+/;

/** Between two addresses of a plain list, there are only these marks, and the name of the second person. */
const MARKS_BETWEEN = /^>?[\s,;|/&()[\]"'“”.]*<?$/;

/** Words between two addresses of a plain list. */
const AND = wordSet('and e et und y');

/** Around the name and the address of a person, there are only these marks. */
const MARKS_AROUND = /^[\s,;|&<>()[\]"'“”„‘’«.:*_•–-]*$/;

/** The beginning of a note about the address before it. */
const NOTE = /^["'”\s]*<|[([][^)\]]*$/;

/** A mark that makes a line a comment, or that says that it was added. */
const COMMENT_MARK = /^\s*(?:#(?!\d)|\/[/*]|[;%+—»]\s)/;

/** How much of the line above an address may be its beginning. */
const LOOK_BACK = 1000;

export function isComment(line: string): boolean {
  return COMMENT_MARK.test(line);
}

/** The label before the first address of a line, as in “Manager: ada@acme.example”. */
function labelOf(line: string, [first]: readonly AddressMatch[]): string | undefined {
  const [, label] = /^\s*(?:[-*•]\s+)?([^:@]{1,60}):\s*["'<(]*$/.exec(line.slice(0, first?.start)) ?? [];
  return first && label;
}

/** Why the addresses of a line or a table cell are in doubt: it has more than people, with names that may be theirs. */
export function doubtOfLine(
  line: string,
  matches: readonly AddressMatch[],
  reading: Reading,
): Doubt | undefined {
  const [first] = matches;
  if (first === undefined) return undefined;
  const label = labelOf(line, matches);
  const isKnown = label === undefined || isOwnLabel(label) || isRequest(label);
  const isOthers = matches.some(({ email }) => email !== first.email);
  if (!isKnown && (isOthers || !isNameOf(label, first.email))) return 'label';
  if (isComment(line)) return 'sentence';
  let from = isKnown && label !== undefined ? first.start : 0;
  let before: AddressMatch | undefined;
  for (const match of matches) {
    const text = line.slice(from, match.start);
    if (before && !isBetweenListed(text, before, match, reading)) return 'several';
    if (!isNameOrRemark(text, match.email, reading)) return 'sentence';
    from = match.end;
    before = match;
  }
  const rest = line.slice(from);
  // Yes or no as a number.
  if (/^[\s,;|]{1,9}[01]\s*$/.test(rest)) return 'sentence';
  return isNameOrRemark(rest, before?.email ?? '', reading) ? undefined : 'sentence';
}

/** Whether the text between two addresses shows that both are in a plain list. */
function isBetweenListed(text: string, before: AddressMatch, match: AddressMatch, reading: Reading): boolean {
  if (before.email === match.email) return true;
  if (text.length > UNDERSTOOD_LENGTH) return false;
  if (
    wordsIn(text).some(word => CONNECTING_WORDS.has(word) && !AND.has(word) && !isNameOf(word, match.email))
  )
    return false;
  const marks = text.replace(/\p{L}[\p{L}\p{M}\p{N}'’.-]*/gu, '');
  return MARKS_BETWEEN.test(marks) && !NOTE.test(text) && isNameOrRemark(text, match.email, reading);
}

/** Whether the words next to an address are a name that may belong to it, or a remark that leaves no doubt. */
function isNameOrRemark(text: string, email: string, reading: Reading): boolean {
  if (text.length > UNDERSTOOD_LENGTH) return !/\p{L}/u.test(text);
  const marks = withoutRemarks(text.replace(BULLET, ''), reading).replace(WORD, '');
  return (
    MARKS_AROUND.test(marks) &&
    !hasMeaningfulMark(text, reading) &&
    isNameOf(nameIn(text, email, reading), email)
  );
}

/** Whether a text has a name that may belong to an address, and otherwise only remarks that leave no doubt. */
export function hasName(text: string, email: string, reading: Reading): boolean {
  if (text.length > UNDERSTOOD_LENGTH || hasMeaningfulMark(text, reading)) return false;
  const name = nameIn(text, email, reading);
  return name !== '' && isNameOf(name, email);
}

/** Whether there is a name next to an address, also one that belongs to somebody else. */
export function hasWords(line: string, match: AddressMatch, reading: Reading): boolean {
  const rest = line.slice(0, match.start) + line.slice(match.end);
  return rest.length <= UNDERSTOOD_LENGTH && nameIn(rest, match.email, reading) !== '';
}

function nameIn(text: string, email: string, reading: Reading): string {
  return withoutRemarks(text, reading)
    .replace(WORD, word =>
      (CONNECTING_WORDS.has(word.toLowerCase()) || isLabelWord(word)) && !isPartOf(word, email) ? '' : word,
    )
    .replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '');
}

/** Whether an address at the end of a line may continue on the next one. */
export function isCutOff(line: string, { start, end }: AddressMatch, next: string): boolean {
  const rest = line.slice(end).trim();
  if (rest !== '' && rest !== '.') return false;
  const isOpen = line.lastIndexOf('<', start) > line.lastIndexOf('>', start);
  return (
    isOpen || /^[\s>]*\.[\p{L}\p{N}]/u.test(next) || (rest === '.' && /^\s*\p{Ll}[^\s@]*(?:\s|$)/u.test(next))
  );
}

/** Whether an address after `before` may be the end of one that began on the line above. */
export function continuesAddress(above: string, before: string): boolean {
  if (before.trim() !== '') return false;
  const text = above.slice(-LOOK_BACK).trimEnd();
  if (/[\p{L}\p{N}][_+-]$|[\p{L}\p{N}._+-]=$/u.test(text) || /^\s*[^\s@]+\.$/.test(text)) return true;
  // A sentence ends with a dot, too.
  const lower = text.split(/\s+/).filter(word => /^\p{Ll}{2,}\.?$/u.test(word));
  return /(?:^|\s)\p{Ll}[\p{L}\p{N}]*\.$/u.test(text) && lower.length < 2;
}

/** Whether a text looks like a name: two to five capitalized words, perhaps with a note behind it. */
export function looksLikeName(text: string): boolean {
  const [name = ''] = text
    .trim()
    .replace(/[.,;]+$/, '')
    .split(/\s+[-–—(]|\s*\[/, 1);
  const words = name.split(/[\s,]+/).filter(word => word !== '');
  const capitalized = words.filter(word => /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'’.·-]*$/u.test(word));
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    capitalized.length >= 2 &&
    words.every(word => capitalized.includes(word) || CONNECTING_WORDS.has(word))
  );
}

/** Whether a text looks like the name of a person, and not like a heading such as “New Starters”. */
export function looksLikePerson(text: string): boolean {
  return looksLikeName(text) && !wordsIn(text).some(isNoName);
}
