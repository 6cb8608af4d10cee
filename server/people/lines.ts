import { limitMarks } from '../normalize';
import { type AddressMatch, findAddresses, hasUnreadAddress } from './addresses';
import type { Doubt } from './answer';

/** The addresses in a text, and its lines that look like a person without one, or have one that cannot be read. */
export interface Found {
  readonly addresses: { readonly email: string; readonly doubt: Doubt | undefined }[];
  readonly unaddressed: string[];
}

/** Longer lines begin no other part of a mail. */
const MARKER_LENGTH = 1000;

type Region = 'content' | 'header' | 'signature' | 'quoted';

/** Fields of the header of a pasted mail, as mail programs write them in several languages. */
const HEADER_FIELD =
  /^\s*(?:from|to|cc|bcc|reply-to|sender|sent|date|subject|von|an|kopie|gesendet|datum|betreff|de|à|envoyé|objet|para|asunto|enviado|van|aan|verzonden|onderwerp|da|inviato|oggetto) ?:/i;

const REPLY =
  /^\s*(?:on .{4,200} wrote:|am .{4,200} schrieb.{0,100}:|le .{4,200} a écrit ?:|.{0,200}\bwrote:|-+ ?(?:original message|ursprüngliche nachricht|message d'origine) ?-+|_{10,})\s*$/i;

const FORWARDED =
  /^\s*(?:-+ ?(?:forwarded message|weitergeleitete nachricht|message transféré) ?-+|begin forwarded message:)\s*$/i;

const CLOSING =
  /^\s*(?:-- ?|(?:(?:kind|best|warm|warmest|many) )?(?:regards|wishes)|(?:many )?thanks(?: and .{0,30})?|thank you|cheers|sincerely|yours .{0,20}|(?:mit freundlichen|viele|beste|liebe|herzliche) gr.{0,10}|cordialement|bien à vous|(?:un )?saludos?|met vriendelijke groet(?:en)?|cordiali saluti|sent from my .{0,30})\s*[,.!]?\s*$/i;

const BULLET = /^\s*(?:[-*•–]|\d{1,4}[.)])\s+/;

const GREETING = /^\s*(?:hi|hello|hey|dear|hallo|guten|good|bonjour|hola|ciao|liebe[rs]?|sehr)\b/i;

/** Words of labels that announce a person's own address. With any other word, it may be somebody else's. */
const OWN_LABEL_WORDS = new Set(
  'address addresses account accounts business company corporate e email emails employee employees id leaver leavers login mail mailto member members name of office people person primary staff upn user username users work'.split(
    ' ',
  ),
);

/** Lowercase words that stand between names or addresses. */
const CONNECTING_WORDS = new Set(
  'al and bin da de del der di e email et la mail mailto oder of or ten und van von y'.split(' '),
);

/** A second lowercase word is the sign of a sentence. */
const SENTENCE_WORDS = 2;

/** Between two addresses of a plain list: separators, and the name of the second person before its angle bracket. */
const BETWEEN_LISTED =
  /^[>)\]"'\s]{0,9}(?:[,;|/&]|and|und|et|y)?\s{0,9}(?:["'“]?[^@<>,;:]{0,80}["'”]?\s?<|["'(<[]{0,3})$/i;

/** Finds the addresses and people in the lines of a text. */
export function readLines(lines: readonly string[]): Found {
  const found: Found = { addresses: [], unaddressed: [] };
  let region: Region = 'content';
  let hasContent = false;
  let previous = '';
  let previousMatches: readonly AddressMatch[] = [];
  const names: { readonly line: string; readonly near: Set<string> }[] = [];
  let recent: { readonly near: Set<string> }[] = [];

  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === '';
    region = nextRegion();
    if (isBlank) {
      previous = line;
      continue;
    }
    const matches = findAddresses(line);
    const isQuoted = /^\s*>/.test(line);
    const doubtOfAll = doubtOfLine(line, matches);
    for (const [position, match] of matches.entries()) {
      const doubt = doubtOf(match, position);
      found.addresses.push({ email: match.email, doubt });
      for (const { near } of recent) near.add(mailboxOf(match.email));
    }
    if (region === 'content' && !isQuoted) {
      hasContent = true;
      if (hasUnreadAddress(line, matches)) found.unaddressed.push(line.trim());
      else if (matches.length === 0 && looksLikePerson(line, index)) {
        const name = {
          line: line.replace(BULLET, '').trim(),
          near: new Set(previousMatches.map(({ email }) => mailboxOf(email))),
        };
        names.push(name);
        recent = [...recent.slice(-1), name];
      } else if (matches.length > 0) recent = [];
      previousMatches = matches;
    }
    previous = line;

    function nextRegion(): Region {
      if (region === 'quoted') return 'quoted';
      if (isBlank) return region === 'header' && !FORWARDED.test(previous) ? 'content' : region;
      if (line.length > MARKER_LENGTH) return region;
      if (FORWARDED.test(line)) return 'header';
      if (region === 'header') return 'header';
      if (REPLY.test(line)) return 'quoted';
      // Two fields begin the header of a mail: the pasted one, or below its text an earlier one.
      if (HEADER_FIELD.test(line) && HEADER_FIELD.test(lines[index + 1] ?? ''))
        return hasContent ? 'quoted' : 'header';
      return hasContent && CLOSING.test(line) ? 'signature' : region;
    }

    function doubtOf(match: AddressMatch, position: number): Doubt | undefined {
      if (isQuoted) return 'quoted';
      if (region !== 'content') return region;
      if (HEADER_FIELD.test(line)) return 'header';
      if (!match.isWhole || (position === 0 && continuesAddress(previous, line.slice(0, match.start))))
        return 'broken';
      return doubtOfAll;
    }
  }
  const mailboxes = new Set(found.addresses.map(({ email }) => mailboxOf(email)));
  for (const { line, near } of names) if (!isNamed(line, near, mailboxes)) found.unaddressed.push(line);
  return found;

  function looksLikePerson(line: string, index: number): boolean {
    if (line.length > 200 || /:\s*$/.test(line) || GREETING.test(line)) return false;
    const text = line.replace(BULLET, '');
    const words = text.split(/\s+/).filter(word => /\p{L}/u.test(word));
    if (words.length === 0) return false;
    if (text !== line && words.length <= 8) return true;
    const isListed = [lines[index - 1], lines[index + 1]].every(
      other => findAddresses(other ?? '').length > 0,
    );
    return (isListed && words.length <= 5) || isName(text);
  }
}

/** Why the addresses of a line or a table cell are in doubt. */
export function doubtOfLine(line: string, matches: readonly AddressMatch[]): Doubt | undefined {
  if (matches.length === 0) return undefined;
  const label = /^\s*(?:[-*•]\s+)?([^:@]{1,40}):\s*["'<(]*$/.exec(line.slice(0, matches[0]?.start));
  if (label && !isOwnLabel(label[1] ?? '')) return 'label';
  const isList = matches.every(({ start }, position) => {
    const before = matches[position - 1];
    return !before || (start - before.end < 200 && BETWEEN_LISTED.test(line.slice(before.end, start)));
  });
  if (!isList) return 'several';
  let rest = '';
  let from = 0;
  for (const { start, end } of matches) {
    rest += `${line.slice(from, start)} `;
    from = end;
  }
  rest += line.slice(from);
  // In HTML, it was crossed out or hidden.
  if (rest.includes('~')) return 'sentence';
  const words = rest.replace(/\([^()]*\)|"[^"]*"/g, ' ').split(/[\s,;:.!?<>]+/);
  const lower = words.filter(word => /^\p{Ll}{2,}$/u.test(word) && !CONNECTING_WORDS.has(word));
  return label === null && lower.length >= SENTENCE_WORDS ? 'sentence' : undefined;
}

/** Whether a label says that what follows is a person's own address. */
export function isOwnLabel(label: string): boolean {
  const words = label.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every(word => OWN_LABEL_WORDS.has(word));
}

/** Whether an address after `before` may be the end of one that began on the previous line. */
function continuesAddress(previous: string, before: string): boolean {
  return (
    before.trim() === '' &&
    (previous.endsWith('=') || /^\s*\S+[._+-]$/.test(previous) || /[_+-]$/.test(previous))
  );
}

/** Whether a text consists of two to five words of a name, perhaps with a note behind it. */
function isName(text: string): boolean {
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

/** Whether one of the addresses belongs to this name: one nearby that is a part of it, or any that combines its parts. */
function isNamed(line: string, near: ReadonlySet<string>, mailboxes: ReadonlySet<string>): boolean {
  const words = line
    .split(/[^\p{L}\p{M}'’]+/u)
    .map(lettersOf)
    .filter(word => word !== '');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length < 2) return false;
  return (
    near.has(first) ||
    near.has(last) ||
    [
      first + last,
      last + first,
      first.slice(0, 1) + last,
      last + first.slice(0, 1),
      first + last.slice(0, 1),
    ].some(name => mailboxes.has(name))
  );
}

/** The letters of an address before the @. */
function mailboxOf(email: string): string {
  return lettersOf(email.slice(0, email.lastIndexOf('@')));
}

/** The letters of a text, without case and accents. */
function lettersOf(text: string): string {
  return limitMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}
