import { type AddressMatch, findAddresses, hasUnreadAddress } from './addresses';
import type { Doubt } from './answer';
import { combinationsOf, isNameOf, isPartOf, lettersOf, mailboxOf, wordsIn } from './names';
import { isNoName } from './other-words';
import {
  announces,
  asksForMail,
  CONNECTING_WORDS,
  hasMeaning,
  hasMeaningfulMark,
  isGreeting,
  isKnownWord,
  isOnlyGreeting,
  isTitle,
  type Meaning,
} from './words';

/** The addresses in a text, and its lines that look like a person without one, or have one that cannot be read. */
export interface Found {
  readonly addresses: FoundAddress[];
  readonly unaddressed: string[];
  /** The place of what follows. */
  readonly end: Place;
}

interface FoundAddress {
  readonly email: string;
  doubt: Doubt | undefined;
}

/** Longer lines begin no other part of a mail. */
const MARKER_LENGTH = 1000;

/** The place of a part of a text. The lines above it decide what it is. */
export interface Place {
  readonly region: Region;
  /** Whether a list may have begun above it. */
  readonly hasContent: boolean;
  readonly hasAddress: boolean;
  /** Whether the last heading or prose may say something else about the people below it than that they are listed. */
  readonly isBelowOther: boolean;
}

export const START: Place = {
  region: 'content',
  hasContent: false,
  hasAddress: false,
  isBelowOther: false,
};

type Region = 'content' | 'header' | 'signature' | 'quoted';

/** Fields of the header of a pasted mail, as mail programs write them in several languages. */
const HEADER_FIELD =
  /^\s*(?:from|to|cc|bcc|reply-to|sender|sent|date|subject|von|an|kopie|gesendet|datum|betreff|de|à|envoyé|objet|para|asunto|enviado|van|aan|verzonden|onderwerp|da|inviato|oggetto) ?:/i;

const REPLY =
  /^\s*(?:on .{4,200} wrote:|am .{4,200} schrieb.{0,100}:|le .{4,200} a écrit ?:|.{0,200}\bwrote:|-+ ?(?:original message|ursprüngliche nachricht|message d'origine) ?-+|_{10,})\s*$/i;

/** An introduction of a quotation in any language has a date or a time, … */
const DATED =
  /^\s*(?:(?:on|am|le|den|el|il|op|em|dnia)\b.{0,40}\d|.{0,40}\b(?:19|20)\d\d\b|.{0,60}\b\d{1,2}:\d\d\b)/i;

/** … and ends with a verb, or the address of its author. */
const ATTRIBUTION =
  /(?:\bwrote|\bschrieb.{0,100}|\ba écrit|\bskrev.{0,100}|\bescribió|\bescreveu|\bha scritto|\bschreef.{0,100}|<[^<>@]{1,100}@[^<>@]{1,255}>\)?[^@:]{0,30})\s?:$/i;

/** Mail programs wrap it. */
const ATTRIBUTION_LINES = 3;

const FORWARDED =
  /^\s*(?:-+ ?(?:forwarded message|weitergeleitete nachricht|message transféré) ?-+|begin forwarded message:)\s*$/i;

const CLOSING =
  /^\s*(?:-- ?|(?:all the )?best|[bk]r|mvh|rgds|(?:med )?(?:vänliga )?hälsningar|atentamente|(?:(?:kind|best|warm|warmest|many) )?(?:regards|wishes)|(?:many )?thanks(?: and .{0,30})?|thank you|cheers|sincerely|yours .{0,20}|(?:mit freundlichen|viele|beste|liebe|herzliche) gr.{0,10}|cordialement|bien à vous|(?:un )?saludos?|met vriendelijke groet(?:en)?|cordiali saluti|sent from my .{0,30})\s*[,.!]?\s*$/i;

const BULLET = /^\s*(?:[-*•–]|\d{1,4}[.)])\s+/;

/** A short line of words with a comma, such as “So long,”. */
const SHORT_CLOSING = /^\s*\p{L}[\p{L}\p{M}'’]*(?: [\p{L}\p{M}'’]+){0,3},\s*$/u;

/** Between two addresses of a plain list, there are only these marks, and the name of the second person. */
const MARKS_BETWEEN = /^[\s,;|/&<>()[\]"'“”.]*$/;

/** The beginning of a remark about the address before it. */
const REMARK = /^["'”\s]*<|[([][^)\]]*$/;

/** A line with an address and more unknown words is prose, not a person of a list with a remark. */
const REMARK_WORDS = 5;

/** A mark that makes a line a comment, or that says that it was added. */
const COMMENT_MARK = /^\s*(?:#(?!\d)|\/\/|[;%+]\s)/;

/** Words of a sentence that announces what follows it. */
const POINTER =
  /\b(?:these|those|following|below|folgende[nr]?|diese[nr]?|suivantes?|siguientes|estas|ces)\b/i;

/** The end of a line that announces what follows it. */
const COLON = /[:：][*_\s"'<(]*$/;

/** The marks of a quotation. */
const QUOTATION = /^\s*>[\s>]*/;

/** Longer texts next to an address are running text. */
const WORDS_LENGTH = 400;

/** Finds the addresses and people in the lines of a text that lists people with this meaning. */
export function readLines(lines: readonly string[], place: Place, meaning: Meaning): Found {
  const found: Pick<Found, 'addresses' | 'unaddressed'> = { addresses: [], unaddressed: [] };
  let { region, hasContent, hasAddress, isBelowOther } = place;
  let previous = '';
  let previousMatches: readonly AddressMatch[] = [];
  /** The addresses that a line directly below may be a remark about, and how far their line is indented. */
  let above: readonly FoundAddress[] = [];
  let indentation = 0;
  /** The bullet of the last line of a list, with the space before it; '*' directly below what announces a list. */
  let bullet = '';
  const names: Name[] = [];
  let recent: Name[] = [];
  const matchesOf = lines.map(findAddresses);
  /** A list of nothing but addresses has no person without one. */
  const hasNames = lines.some((line, index) => isNamedIn(line, matchesOf[index]?.[0]));
  const nextOf = nextLines(lines);
  const fields = fieldsIn(lines);
  const paragraphs = paragraphsOf(lines);
  const contents: Paragraph[] = [];
  const entries: Entry[] = [];

  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === '';
    const regionAbove = region;
    region = nextRegion();
    if (isBlank) {
      if (!previous.endsWith('=')) previous = line;
      above = [];
      continue;
    }
    const matches = matchesOf[index] ?? [];
    const isQuoted = /^\s*>/.test(line);
    const isContent = region === 'content' && !isQuoted;
    const paragraph = paragraphs[index];
    const ownDoubt = doubtOfLine(line, matches, meaning);
    const wasBelowOther = isBelowOther;
    if (region === 'content' && matches.length === 0) readText(line.replace(QUOTATION, ''));
    else if (isContent) readAround();
    if (isContent && paragraph) {
      const isBelowHeading = paragraph.lines === 0 && isBelowOther && (wasBelowOther || !isName(line));
      paragraph.isList ||= isBelowHeading || bullet === '*' || BULLET.test(line);
    }
    const doubtOfAll = ownDoubt ?? (isBelowOther ? 'heading' : undefined);
    const addresses = matches.map((match, position) => ({
      email: match.email,
      doubt: doubtOf(match, position),
    }));
    for (const address of addresses) {
      found.addresses.push(address);
      if (region === 'content') paragraph?.addresses.push(address);
      for (const { near } of recent) near.add(mailboxOf(address.email));
    }
    if (isContent) {
      hasContent = true;
      if (paragraph && paragraph.lines++ === 0) contents.push(paragraph);
      if (matches.length > 0) {
        entries.push({
          addresses,
          bullet: bulletOf(line),
          isNamed: isNamedIn(line, matches[0]) || isNamedAbove(matches[0]),
          isAnnounced: bullet === '*' || hasMeaning(line, meaning),
          isContinued: BULLET.test(previous) && previousMatches.length === 0,
          isApart: previous.trim() === '' || previousMatches.length === 0,
        });
        hasAddress = true;
        above = addresses;
        indentation = indentationOf(line);
        bullet = bulletOf(line);
      }
    }
    const isOther = region !== 'header' && region === regionAbove && !fields[index]?.isField;
    if (region === 'content' || isOther) {
      const isUnread = hasUnreadAddress(line, matches);
      if (isUnread && (isContent || /[\p{L}\p{N}]@[\p{L}\p{N}]/u.test(line)))
        found.unaddressed.push(line.trim());
      else if (!isUnread && matches.length === 0 && looksLikePerson(line, index)) {
        const name = {
          line: line.replace(QUOTATION, '').replace(BULLET, '').trim(),
          near: new Set(previousMatches.map(({ email }) => mailboxOf(email))),
          signature: region === 'signature' ? paragraph : undefined,
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
      if (beginsQuotation(lines, index)) return 'quoted';
      // Two fields begin the header of a mail: the pasted one, or below its text an earlier one.
      if (fields[index]?.begins) return hasContent ? 'quoted' : 'header';
      if (hasContent && CLOSING.test(line)) return 'signature';
      return hasAddress && previous.trim() === '' && SHORT_CLOSING.test(line) && !isGreeting(line)
        ? 'signature'
        : region;
    }

    function doubtOf(match: AddressMatch, position: number): Doubt | undefined {
      if (isQuoted) return 'quoted';
      if (region !== 'content') return region;
      if (fields[index]?.isField) return 'header';
      const isFirst = position === 0;
      if (!match.isWhole || (isFirst && continuesAddress(previous, line.slice(0, match.start))))
        return 'broken';
      const isLast = position === matches.length - 1;
      return isLast && isCutOff(line, match, lines[nextOf[index] ?? -1] ?? '') ? 'broken' : doubtOfAll;
    }

    /** Reads what a line with addresses says about those below. */
    function readAround(): void {
      const [before, after] = [line.slice(0, matches[0]?.start), line.slice(matches.at(-1)?.end)];
      const heading = [after, before].find(text => COLON.test(text)) ?? '';
      if (announces(heading, meaning)) isBelowOther = false;
      else if (ownDoubt) {
        const isUnknown = /\p{L}/u.test(heading) && !isNameOrKnown(heading, matches[0]?.email ?? '', meaning);
        if (isUnknown || isProse(line, matches, meaning)) isBelowOther = true;
      }
    }

    /** Reads what a line without an address says about those next to it, and about those below. */
    function readText(text: string): void {
      if (!/\p{L}/u.test(text) && !hasMeaningfulMark(text)) return;
      const [next] = matchesOf[nextOf[index] ?? -1] ?? [];
      const last = previousMatches.at(-1);
      const isHeading = COLON.test(text);
      const isItemHeading = BULLET.test(text) && isName(text.replace(BULLET, ''));
      const isRemark = above.length > 0 && !isHeading && !isItemHeading;
      if (announces(text, meaning)) {
        // A remark about a person announces nobody else, nor does a sentence about something else below a heading.
        if (isRemark || (isBelowOther && /[.!]\s*$/.test(text) && !POINTER.test(text))) return;
        isBelowOther = false;
        bullet = '*';
      } else if (isItem()) bullet = bulletOf(line);
      else if (
        !isOnlyGreeting(text) &&
        !isTitle(text) &&
        !(next && hasName(text, next.email, meaning)) &&
        !(last && last.email !== next?.email && hasName(text, last.email, meaning)) &&
        !(isRemark && isNameOrKnown(text, last?.email ?? '', meaning))
      ) {
        if (isRemark) for (const address of above) address.doubt ??= 'remark';
        if (isRemark && indentationOf(line) > indentation) return;
        isBelowOther = true;
        bullet = '';
      }
      if (isHeading) above = [];
    }

    function isNamedAbove(match: AddressMatch | undefined): boolean {
      return match !== undefined && previousMatches.length === 0 && hasName(previous, match.email, meaning);
    }

    /** Whether a line of a list has a person without an address, or the beginning of an address. */
    function isItem(): boolean {
      const own = bulletOf(line);
      const next = lines[nextOf[index] ?? -1] ?? '';
      const isAboveItems = BULLET.test(next) && indentationOf(next) > indentationOf(line);
      return (
        !isAboveItems &&
        own.trim() !== '' &&
        (bullet === '*' || bullet === own) &&
        ((hasNames && isPerson(line.replace(BULLET, ''))) || continuesAddress(line, ''))
      );
    }
  }
  const signer = signerOf(contents, place.hasAddress) ?? senderOf(entries);
  if (signer && (!signer.doubt || signer.doubt === 'heading' || signer.doubt === 'remark'))
    signer.doubt = 'signature';
  const mailboxes = new Set(found.addresses.map(({ email }) => mailboxOf(email)));
  // The other lines of a signature with a name and an address are about that person.
  const signed = new Set<Paragraph | undefined>();
  const unnamed: Name[] = [];
  for (const name of names) {
    if (isNamed(name.line, name.near, mailboxes)) signed.add(name.signature);
    else unnamed.push(name);
  }
  for (const { line, signature } of unnamed) {
    if (!signature || !signed.has(signature)) found.unaddressed.push(line);
  }
  return { ...found, end: { region, hasContent, hasAddress, isBelowOther } };

  function isNamedIn(line: string, match: AddressMatch | undefined): boolean {
    const rest = match ? line.slice(0, match.start) + line.slice(match.end) : '';
    return (
      match !== undefined && rest.length <= WORDS_LENGTH && withoutKnown(rest, match.email, meaning) !== ''
    );
  }

  function looksLikePerson(quoted: string, index: number): boolean {
    const line = quoted.replace(QUOTATION, '');
    if (line.length > 200 || COLON.test(line) || isGreeting(line) || CLOSING.test(line)) return false;
    const text = line.replace(BULLET, '');
    const words = text.split(/\s+/).filter(word => /\p{L}/u.test(word));
    if (words.length === 0) return false;
    if (text !== line && words.length <= 8) return true;
    if (
      paragraphs[index]?.hasAddress &&
      words.length <= 3 &&
      !/[.!?]\s*$/.test(text) &&
      !words.every(word => isKnownWord(word, meaning))
    )
      return true;
    const isListed = [matchesOf[index - 1], matchesOf[index + 1]].every(
      matches => matches && matches.length > 0,
    );
    return (isListed && words.length <= 5) || isName(text);
  }
}

/** A line that looks like a person. */
interface Name {
  readonly line: string;
  /** The mailboxes of addresses nearby. */
  readonly near: Set<string>;
  /** The paragraph of a signature. */
  readonly signature: Paragraph | undefined;
}

/** The index of the next line with a text after each line. */
function nextLines(lines: readonly string[]): readonly number[] {
  const next: number[] = [];
  for (let index = lines.length - 1; index > 0; index--) {
    next[index - 1] = lines[index]?.trim() === '' ? (next[index] ?? -1) : index;
  }
  return next;
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The bullet of a line, with the space before it; '' without one. */
function bulletOf(line: string): string {
  return (BULLET.exec(line)?.[0] ?? '').replace(/\d+/, '1').trimEnd();
}

/** Whether a quotation begins on a line, perhaps with an introduction of several lines. */
function beginsQuotation(lines: readonly string[], first: number): boolean {
  const [line = ''] = lines.slice(first, first + 1);
  if (REPLY.test(line)) return true;
  if (!DATED.test(line)) return false;
  let text = '';
  for (const next of lines.slice(first, first + ATTRIBUTION_LINES)) {
    if (next.trim() === '' || next.length > MARKER_LENGTH) return false;
    text += `${next} `;
    if (ATTRIBUTION.test(text.trimEnd())) return true;
  }
  return false;
}

interface Field {
  /** Whether the line is a field of a header, or continues one. */
  readonly isField: boolean;
  /** Whether a header begins with it: another field follows. */
  readonly begins: boolean;
}

/** Finds the fields of headers. A field continues on lines after a separator, or with a space before them. */
function fieldsIn(lines: readonly string[]): readonly Field[] {
  const isName = lines.map(line => line.length <= MARKER_LENGTH && HEADER_FIELD.test(line));
  const continues = lines.map(
    (line, index) =>
      line.trim() !== '' &&
      !isName[index] &&
      (/^[ \t]/.test(line) || /[,;]$/.test((lines[index - 1] ?? '').trimEnd())),
  );
  const isFollowed: boolean[] = [];
  for (let index = lines.length - 1; index >= 0; index--) {
    isFollowed[index] =
      isName[index + 1] === true || (continues[index + 1] === true && isFollowed[index + 1] === true);
  }
  let isField = false;
  return lines.map((_line, index) => {
    isField = isName[index] === true || (isField && continues[index] === true);
    return { isField, begins: isName[index] === true && isFollowed[index] === true };
  });
}

interface Paragraph {
  hasAddress: boolean;
  /** How many of its lines are not a header, signature or quotation. */
  lines: number;
  /** Whether it is a list, or below a heading: it is no signature. */
  isList: boolean;
  readonly addresses: FoundAddress[];
}

/** The only address of a last paragraph that looks like a signature without a closing, unlike the one before it. */
function signerOf(paragraphs: readonly Paragraph[], isBelowAddresses: boolean): FoundAddress | undefined {
  const last = paragraphs.at(-1);
  const before = paragraphs.findLast(
    ({ addresses }) => addresses !== last?.addresses && addresses.length > 0,
  );
  if (last?.addresses.length !== 1 || last.lines === 1 || last.isList) return undefined;
  if (!before) return isBelowAddresses ? last.addresses[0] : undefined;
  return before.addresses.length === 1 && before.lines === last.lines ? undefined : last.addresses[0];
}

/** A line with addresses. */
interface Entry {
  readonly addresses: readonly FoundAddress[];
  readonly bullet: string;
  readonly isNamed: boolean;
  /** Whether the line, or the one above it, says that its people are listed. */
  readonly isAnnounced: boolean;
  /** Whether it continues an item of a list. */
  readonly isContinued: boolean;
  /** Whether the line above it has no address. */
  readonly isApart: boolean;
}

/** The address of a last line that has another form than the list above it: without its bullets, or with a name. */
function senderOf(entries: readonly Entry[]): FoundAddress | undefined {
  const [before, last] = entries.slice(-2);
  if (!before || last?.addresses.length !== 1 || last.bullet !== '' || last.isAnnounced || last.isContinued)
    return undefined;
  const isBelowNames = entries.slice(0, -1).some(({ isNamed }) => isNamed);
  return before.bullet !== '' || (!before.isApart && last.isApart && last.isNamed && !isBelowNames)
    ? last.addresses[0]
    : undefined;
}

/** The paragraph of each line. */
function paragraphsOf(lines: readonly string[]): readonly Paragraph[] {
  const begin = (): Paragraph => ({ hasAddress: false, lines: 0, isList: false, addresses: [] });
  let paragraph = begin();
  return lines.map(line => {
    if (line.trim() === '') paragraph = begin();
    else if (line.includes('@')) paragraph.hasAddress = true;
    return paragraph;
  });
}

export function isComment(line: string): boolean {
  return COMMENT_MARK.test(line);
}

/** Why the addresses of a line or a table cell are in doubt. */
export function doubtOfLine(
  line: string,
  matches: readonly AddressMatch[],
  meaning: Meaning,
): Doubt | undefined {
  if (matches.length === 0) return undefined;
  if (isComment(line) || asksForMail(line.slice(0, MARKER_LENGTH))) return 'sentence';
  const label = /^\s*(?:[-*•]\s+)?([^:@]{1,40}):\s*["'<(]*$/.exec(line.slice(0, matches[0]?.start));
  if (label && !wordsIn(label[1] ?? '').every(word => isKnownWord(word, meaning))) return 'label';
  let from = 0;
  let before: AddressMatch | undefined;
  for (const match of matches) {
    const text = line.slice(from, match.start);
    if (before && !isBetweenListed(text, before, match, meaning)) return 'several';
    if (!isNameOrKnown(text, match.email, meaning)) return 'sentence';
    from = match.end;
    before = match;
  }
  const rest = line.slice(from);
  // Yes or no as a number.
  if (/^[\s,;|]{1,9}[01]\s*$/.test(rest)) return 'sentence';
  return isNameOrKnown(rest, before?.email ?? '', meaning) ? undefined : 'sentence';
}

/** Whether the text between two addresses shows that both are in a plain list. */
function isBetweenListed(text: string, before: AddressMatch, match: AddressMatch, meaning: Meaning): boolean {
  if (before.email === match.email) return true;
  if (text.length > WORDS_LENGTH) return false;
  const marks = text.replace(/\p{L}[\p{L}\p{M}\p{N}'’.-]*/gu, '');
  return MARKS_BETWEEN.test(marks) && !REMARK.test(text) && isNameOrKnown(text, match.email, meaning);
}

/** Whether the words next to an address are a name that may belong to it, or known ones. */
function isNameOrKnown(text: string, email: string, meaning: Meaning): boolean {
  if (text.length > WORDS_LENGTH) return !/\p{L}/u.test(text);
  return !hasMeaningfulMark(text) && isNameOf(withoutKnown(text, email, meaning), email);
}

/** Whether a text has a name that may belong to an address, and otherwise only known words. */
function hasName(text: string, email: string, meaning: Meaning): boolean {
  if (text.length > WORDS_LENGTH || hasMeaningfulMark(text)) return false;
  const name = withoutKnown(text, email, meaning);
  return name !== '' && isNameOf(name, email);
}

function withoutKnown(text: string, email: string, meaning: Meaning): string {
  return text
    .replace(WORD, word => (isKnownWord(word, meaning) && !isPartOf(word, email) ? '' : word))
    .replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '');
}

const WORD = /\p{L}[\p{L}\p{M}\p{N}'’-]*/gu;

/** Whether a line with addresses is more than a person of a list with a remark. */
function isProse(line: string, matches: readonly AddressMatch[], meaning: Meaning): boolean {
  if (BULLET.test(line)) return false;
  const texts = matches.map(({ start }, index) => line.slice(matches[index - 1]?.end ?? 0, start));
  const words = wordsIn([...texts, line.slice(matches.at(-1)?.end)].join(' '));
  return words.filter(word => !isKnownWord(word, meaning)).length > REMARK_WORDS;
}

/** Whether an address at the end of a line may continue on the next one. */
function isCutOff(line: string, { start, end }: AddressMatch, next: string): boolean {
  const rest = line.slice(end).trim();
  if (rest !== '' && rest !== '.') return false;
  const isOpen = line.lastIndexOf('<', start) > line.lastIndexOf('>', start);
  return (
    isOpen || /^[\s>]*\.[\p{L}\p{N}]/u.test(next) || (rest === '.' && /^\s*\p{Ll}[^\s@]*(?:\s|$)/u.test(next))
  );
}

/** Whether an address after `before` may be the end of one that began on the previous line. */
function continuesAddress(previous: string, before: string): boolean {
  if (before.trim() !== '') return false;
  const text = previous.slice(-MARKER_LENGTH).trimEnd();
  if (/[\p{L}\p{N}][_+-]$|[\p{L}\p{N}._+-]=$/u.test(text) || /^\s*[^\s@]+\.$/.test(text)) return true;
  // A sentence ends with a dot, too.
  const lower = text.split(/\s+/).filter(word => /^\p{Ll}{2,}\.?$/u.test(word));
  return /(?:^|\s)\p{Ll}[\p{L}\p{N}]*\.$/u.test(text) && lower.length < 2;
}

/** Whether a text consists of two to five words of a name, perhaps with a note behind it. */
export function isName(text: string): boolean {
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

/** Whether a text is the name of a person, and not a heading such as “New Starters”. */
export function isPerson(text: string): boolean {
  return isName(text) && !wordsIn(text).some(isNoName);
}

/** Whether one of the addresses belongs to this name: one nearby that is a part of it, or any that combines its parts. */
function isNamed(line: string, near: ReadonlySet<string>, mailboxes: ReadonlySet<string>): boolean {
  const words = wordsIn(line);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return (
    near.has(lettersOf(first)) ||
    near.has(lettersOf(last)) ||
    (words.length > 1 && combinationsOf(first, last).some(name => mailboxes.has(name)))
  );
}
