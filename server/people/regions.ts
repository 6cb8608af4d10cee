import { isGreeting } from './greetings';
import { mayStay } from './other-words';
import { CONNECTING_WORDS } from './titles';
import { wordsIn } from './words';

/** The parts of a mail. */
export type Region = 'content' | 'header' | 'signature' | 'quoted';

/** The place of a part of a text, by the parts above it. */
export interface Above {
  readonly region: Region;
  /** Whether a list may have begun. */
  readonly hasContent: boolean;
  readonly hasAddress: boolean;
}

/** Longer lines begin no other part of a mail. */
const MARKER_LENGTH = 1000;

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

/** The closing of a mail, perhaps with the name of its author behind it. */
const CLOSING =
  /^\s*(?:-- ?|[bk]r|mvh|rgds|vg|mfg|(?:med )?(?:vänliga )?hälsningar|atentamente|(?:(?:kind|best|warm|warmest|many) )?(?:regards|wishes)|(?:all the )?best|lg|thx|danke dir|bien cordialement|mes salutations|(?:many )?thanks(?: (?:in advance|a lot|so much|again|and .{0,30}))?|thank you|cheers|sincerely|yours .{0,20}|(?:mit freundlichen|freundliche|viele|beste|liebe|herzliche) gr.{0,10}|vielen dank.{0,20}|danke|merci|gracias|cordialement|bien à vous|bonne journée|(?:un )?saludos?|met vriendelijke groet(?:en)?|cordiali saluti|sent from my .{0,30})\s*(?:$|[,.!]\s*|\s(?=\p{L}))/iu;

const AUTHOR = /^(?:\p{Lu}[\p{L}\p{M}'’.-]*\s*){0,3}$/u;

/** A short line of words with a comma, such as “So long,”. */
const SHORT_CLOSING = /^\s*\p{L}[\p{L}\p{M}'’]*(?: [\p{L}\p{M}'’]+){0,3},\s*$/u;

/** The regions of lines, and that of what follows them. */
export function regionsOf(
  lines: readonly string[],
  above: Above,
): { readonly regions: readonly Region[]; readonly below: Above } {
  const fields = fieldsIn(lines);
  let { region, hasContent, hasAddress } = above;
  let isMarked = false;
  let previous = '';
  const regions = lines.map((line, index): Region => {
    const isBlank = line.trim() === '';
    region = nextRegion(line, index);
    isMarked = region === 'quoted' && (isMarked || isQuotation(line));
    previous = line;
    if (isBlank || region !== 'content' || isQuotation(line)) return region;
    // A field within a text, such as “Cc: …”, belongs to a header, too.
    if (fields[index]?.isField && line.includes('@')) return 'header';
    hasContent = true;
    hasAddress ||= line.includes('@');
    return region;
  });
  return { regions, below: { region, hasContent, hasAddress } };

  function nextRegion(line: string, index: number): Region {
    // Below a quotation with marks, the author goes on.
    if (region === 'quoted' && isMarked && line.trim() !== '' && !isQuotation(line)) return 'content';
    if (region === 'quoted') return 'quoted';
    if (line.trim() === '') return region === 'header' && !FORWARDED.test(previous) ? 'content' : region;
    if (line.length > MARKER_LENGTH) return region;
    if (FORWARDED.test(line) || region === 'header') return 'header';
    if (beginsQuotation(lines, index)) return 'quoted';
    // Two fields begin the header of a mail: the pasted one, or below its text an earlier one.
    if (fields[index]?.begins) return hasContent ? 'quoted' : 'header';
    if (hasContent && isClosing(line)) return 'signature';
    return hasAddress && previous.trim() === '' && SHORT_CLOSING.test(line) && !isGreeting(line)
      ? 'signature'
      : region;
  }
}

/** The marks of a quotation. */
const QUOTATION = /^\s*>[\s>]*/;

/** Whether a line is marked as a quotation. */
export function isQuotation(line: string): boolean {
  return QUOTATION.test(line);
}

export function withoutQuotation(line: string): string {
  return line.replace(QUOTATION, '');
}

/** How many words a line of a signature has, at most, and how many in lower case. */
const SIGNATURE_WORDS = 8;
const SIGNATURE_LOWER_WORDS = 1;

/** Whether a line below the closing of a mail only describes its author, and says nothing about other people. */
export function isSignatureLine(line: string): boolean {
  const words = wordsIn(line);
  const lower = words.filter(word => /^\p{Ll}/u.test(word) && !CONNECTING_WORDS.has(word));
  const isShort = words.length <= SIGNATURE_WORDS && lower.length <= SIGNATURE_LOWER_WORDS;
  return isClosing(line) || line.includes('@') || (isShort && !mayStay(words) && !/^\W*[*†]/.test(line));
}

/** Whether a line closes a mail: “Best regards”, or “Thanks, Olga”. */
export function isClosing(line: string): boolean {
  const [closing] = (line.length <= MARKER_LENGTH && CLOSING.exec(line)) || [];
  return closing !== undefined && AUTHOR.test(line.slice(closing.length));
}

/** Whether a quotation begins on a line, perhaps with an introduction of several lines. */
function beginsQuotation(lines: readonly string[], first: number): boolean {
  const line = lines[first] ?? '';
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
  const startsField = lines.map(line => line.length <= MARKER_LENGTH && HEADER_FIELD.test(line));
  const continues = lines.map(
    (line, index) =>
      line.trim() !== '' &&
      !startsField[index] &&
      (/^[ \t]/.test(line) || /[,;]$/.test((lines[index - 1] ?? '').trimEnd())),
  );
  const isFollowed: boolean[] = [];
  for (let index = lines.length - 1; index >= 0; index--) {
    isFollowed[index] =
      startsField[index + 1] === true || (continues[index + 1] === true && isFollowed[index + 1] === true);
  }
  let isField = false;
  return lines.map((_line, index) => {
    isField = startsField[index] === true || (isField && continues[index] === true);
    return { isField, begins: startsField[index] === true && isFollowed[index] === true };
  });
}
