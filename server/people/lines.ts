import { type AddressMatch, findAddresses, hasUnreadAddress } from './addresses';
import type { Doubt } from './answer';
import { combinationsOf, isNameOf, isPartOf, lettersOf, mailboxOf, wordsIn } from './names';

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
  /** Whether the last heading may say that the people below it stay. */
  readonly isBelowStaying: boolean;
}

export const START: Place = {
  region: 'content',
  hasContent: false,
  hasAddress: false,
  isBelowStaying: false,
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

const GREETING = /^\s*(?:hi|hello|hey|dear|hallo|guten|good|bonjour|hola|ciao|liebe[rs]?|sehr)\b/i;

/** Words of labels before a person's own address. With any other word, it may be somebody else's. */
const OWN_LABEL_WORDS = new Set(
  'address addresses account accounts business company corporate e email emails employee employees id leaver leavers login mail mailto member members name of office people person primary staff upn user username users work'.split(
    ' ',
  ),
);

/** Lowercase words that stand between names or addresses. */
const CONNECTING_WORDS = new Set(
  'al and bin da de del der di e email et la mail mailto oder of or ten und van von y'.split(' '),
);

/** A short line of words with a comma, such as “So long,”. */
const SHORT_CLOSING = /^\s*\p{L}[\p{L}\p{M}'’]*(?: [\p{L}\p{M}'’]+){0,3},\s*$/u;

/** Words for leaving. Any other word next to an address may mean the opposite. */
const LEAVING_WORDS = new Set(
  (
    'please kindly remove delete revoke deactivate left leave leaves leaving departed resigned retired quit on since as ' +
    'the these this following from last working day date end contract monday tuesday wednesday thursday friday ' +
    'saturday sunday mon tue wed thu fri sat sun january february march april may june july august september october ' +
    'november december jan feb mar apr jun jul aug sep oct nov dec bitte entfernen löschen'
  ).split(' '),
);

/** Between two addresses of a plain list, there are only these marks, and the name of the second person. */
const MARKS_BETWEEN = /^[\s,;|/&<>()[\]"'“”.]*$/;

/** The beginning of a remark about the address before it. */
const REMARK = /^["'”\s]*<|[([][^)\]]*$/;

/** Words of headings that may say that people stay, … No name may be one of them. */
const STAYING_WORD =
  /(?:^|[^\p{L}])(?:stay(?:s|ing)?|keep(?:s|ing)?|kept|remain(?:s|ing)?|not|never|no\s+longer(?=\s+(?:leav|depart|resign|retir))|withdr[ae]wn?|do(?:es)?n['’]t|except(?:ions?|ing)?|exclud(?:e|es|ed|ing)|exempt(?:ed|ions?)?|unless|without|current|still|active|retain(?:s|ed|ing)?|bleib(?:t|en)|behalten|nicht|keine?|außer|ausgenommen|weiterhin|rest(?:e|ent|er)|gard(?:er|ez)|conserver|sauf|quedan?|mantener|excepto|blijv(?:en|t)|niet|behouden)(?!\p{L})/iu;

/** … and those that end what they say. “Leave” may mean both. */
const LEAVING_WORD =
  /(?:^|[^\p{L}])(?:leav(?:es|ing|ers?)|left|remov(?:e|ed|al|ing)|delet(?:e|ed|ing)|revok(?:e|ed|ing)|deactivat(?:e|ed|ing)|departed|departing|departures?|resign(?:ed|ing)|retir(?:ed|ing)|entfernen|löschen|ausgeschieden)(?!\p{L})/iu;

/** Longer lines are no headings, and without a colon, even shorter ones. */
const HEADING_LENGTH = 120;
const HEADING_WORDS = 5;

/** Marks that may say anything: strikethrough, pictures, questions and empty boxes. */
const MEANINGFUL_MARK = /[~?\p{So}]|\[\s*\]/u;

/** Longer texts next to an address are running text. */
const WORDS_LENGTH = 400;

/** Finds the addresses and people in the lines of a text. */
export function readLines(lines: readonly string[], place: Place): Found {
  const found: Pick<Found, 'addresses' | 'unaddressed'> = { addresses: [], unaddressed: [] };
  let { region, hasContent, hasAddress, isBelowStaying } = place;
  let previous = '';
  let previousMatches: readonly AddressMatch[] = [];
  const names: { readonly line: string; readonly near: Set<string> }[] = [];
  let recent: { readonly near: Set<string> }[] = [];
  const fields = fieldsIn(lines);
  const paragraphs = paragraphsOf(lines);
  const contents: Paragraph[] = [];

  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === '';
    region = nextRegion();
    if (isBlank) {
      if (!previous.endsWith('=')) previous = line;
      continue;
    }
    const matches = findAddresses(line);
    const isQuoted = /^\s*>/.test(line);
    const heading = region === 'content' ? headingOf(line, matches) : '';
    if (STAYING_WORD.test(heading)) isBelowStaying = true;
    else if (LEAVING_WORD.test(heading)) isBelowStaying = false;
    const doubtOfAll = doubtOfLine(line, matches) ?? (isBelowStaying ? 'heading' : undefined);
    for (const [position, match] of matches.entries()) {
      const doubt = doubtOf(match, position);
      const address = { email: match.email, doubt };
      found.addresses.push(address);
      if (region === 'content') paragraphs[index]?.addresses.push(address);
      for (const { near } of recent) near.add(mailboxOf(match.email));
    }
    if (region === 'content' && !isQuoted) {
      hasContent = true;
      const paragraph = paragraphs[index];
      if (paragraph && paragraph.lines++ === 0) contents.push(paragraph);
      if (matches.length > 0) hasAddress = true;
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
      if (beginsQuotation(lines, index)) return 'quoted';
      // Two fields begin the header of a mail: the pasted one, or below its text an earlier one.
      if (fields[index]?.begins) return hasContent ? 'quoted' : 'header';
      if (hasContent && CLOSING.test(line)) return 'signature';
      return hasAddress && previous.trim() === '' && SHORT_CLOSING.test(line) && !GREETING.test(line)
        ? 'signature'
        : region;
    }

    function doubtOf(match: AddressMatch, position: number): Doubt | undefined {
      if (isQuoted) return 'quoted';
      if (region !== 'content') return region;
      if (fields[index]?.isField) return 'header';
      if (!match.isWhole || (position === 0 && continuesAddress(previous, line.slice(0, match.start))))
        return 'broken';
      return doubtOfAll;
    }
  }
  const signer = signerOf(contents, place.hasAddress);
  if (signer) signer.doubt ??= 'signature';
  const mailboxes = new Set(found.addresses.map(({ email }) => mailboxOf(email)));
  for (const { line, near } of names) if (!isNamed(line, near, mailboxes)) found.unaddressed.push(line);
  return { ...found, end: { region, hasContent, hasAddress, isBelowStaying } };

  function looksLikePerson(line: string, index: number): boolean {
    if (line.length > 200 || /:\s*$/.test(line) || GREETING.test(line)) return false;
    const text = line.replace(BULLET, '');
    const words = text.split(/\s+/).filter(word => /\p{L}/u.test(word));
    if (words.length === 0) return false;
    if (text !== line && words.length <= 8) return true;
    if (
      paragraphs[index]?.hasAddress &&
      words.length <= 3 &&
      !/[.!?]\s*$/.test(text) &&
      !words.every(isKnownWord)
    )
      return true;
    const isListed = [lines[index - 1], lines[index + 1]].every(
      other => findAddresses(other ?? '').length > 0,
    );
    return (isListed && words.length <= 5) || isName(text);
  }
}

/** The heading in a line, which announces what is behind or below it; '' if there is none. */
function headingOf(line: string, [first]: readonly AddressMatch[]): string {
  const text = line.slice(0, Math.min(first?.start ?? line.length, HEADING_LENGTH + 1)).trim();
  if (text.length > HEADING_LENGTH) return '';
  const isAnnouncement = /[:：][*_\s"'<(]*$/.test(text);
  return isAnnouncement || (!first && wordsIn(text).length <= HEADING_WORDS) ? text : '';
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
  readonly addresses: FoundAddress[];
}

/** The only address of a last paragraph that looks like a signature without a closing, unlike the one before it. */
function signerOf(paragraphs: readonly Paragraph[], isBelowAddresses: boolean): FoundAddress | undefined {
  const last = paragraphs.at(-1);
  const before = paragraphs.findLast(
    ({ addresses }) => addresses !== last?.addresses && addresses.length > 0,
  );
  if (last?.addresses.length !== 1 || last.lines === 1) return undefined;
  if (!before) return isBelowAddresses ? last.addresses[0] : undefined;
  return before.addresses.length === 1 && before.lines === last.lines ? undefined : last.addresses[0];
}

/** The paragraph of each line. */
function paragraphsOf(lines: readonly string[]): readonly Paragraph[] {
  const begin = (): Paragraph => ({ hasAddress: false, lines: 0, addresses: [] });
  let paragraph = begin();
  return lines.map(line => {
    if (line.trim() === '') paragraph = begin();
    else if (line.includes('@')) paragraph.hasAddress = true;
    return paragraph;
  });
}

/** Why the addresses of a line or a table cell are in doubt. */
export function doubtOfLine(line: string, matches: readonly AddressMatch[]): Doubt | undefined {
  if (matches.length === 0) return undefined;
  const label = /^\s*(?:[-*•]\s+)?([^:@]{1,40}):\s*["'<(]*$/.exec(line.slice(0, matches[0]?.start));
  if (label && !wordsIn(label[1] ?? '').every(isKnownWord)) return 'label';
  let from = 0;
  let before: AddressMatch | undefined;
  for (const match of matches) {
    const text = line.slice(from, match.start);
    if (before && !isBetweenListed(text, before, match)) return 'several';
    if (!isNameOrLeaving(text, match.email)) return 'sentence';
    from = match.end;
    before = match;
  }
  return isNameOrLeaving(line.slice(from), before?.email ?? '') ? undefined : 'sentence';
}

/** Whether the text between two addresses shows that both are in a plain list. */
function isBetweenListed(text: string, before: AddressMatch, match: AddressMatch): boolean {
  if (before.email === match.email) return true;
  if (text.length > WORDS_LENGTH) return false;
  const marks = text.replace(/\p{L}[\p{L}\p{M}\p{N}'’.-]*/gu, '');
  return MARKS_BETWEEN.test(marks) && !REMARK.test(text) && isNameOrLeaving(text, match.email);
}

/** Whether the words next to an address are a name that may belong to it, or words for leaving. */
function isNameOrLeaving(text: string, email: string): boolean {
  if (text.length > WORDS_LENGTH) return !/\p{L}/u.test(text);
  if (MEANINGFUL_MARK.test(text)) return false;
  const name = text.replace(WORD, word => (isKnownWord(word) && !isPartOf(word, email) ? '' : word));
  return isNameOf(name.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, ''), email);
}

const WORD = /\p{L}[\p{L}\p{M}\p{N}'’-]*/gu;

/** Whether a word connects names, says that somebody leaves, or announces an address. */
export function isKnownWord(word: string): boolean {
  const key = word.toLowerCase();
  return LEAVING_WORDS.has(key) || CONNECTING_WORDS.has(key) || OWN_LABEL_WORDS.has(key);
}

/** Whether a label says that what follows is a person's own address. */
export function isOwnLabel(label: string): boolean {
  const words = label.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every(word => OWN_LABEL_WORDS.has(word));
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
  const words = wordsIn(line);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return (
    near.has(lettersOf(first)) ||
    near.has(lettersOf(last)) ||
    (words.length > 1 && combinationsOf(first, last).some(name => mailboxes.has(name)))
  );
}
