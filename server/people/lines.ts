import { type AddressMatch, findAddresses } from './addresses';
import type { Doubt } from './answer';
import { isOnlyGreeting } from './greetings';
import {
  BULLET,
  continuesAddress,
  countWords,
  doubtOfLine,
  hasName,
  hasWords,
  isCutOff,
  labelOf,
  looksLikePerson,
} from './person-line';
import { announces, isRequest, type Meaning, statementOf } from './phrases';
import { type Above, isQuotation, regionsOf, withoutQuotation } from './regions';
import { isTitle } from './titles';
import { findUnaddressed } from './unaddressed';

/** The people in the lines of a text. */
export interface Found {
  readonly addresses: readonly FoundAddress[];
  /** The lines that look like a person without an address, or have an address that cannot be read. */
  readonly unaddressed: readonly string[];
  /** Whether each line was understood. Otherwise, one may say of anybody in the text that this person stays. */
  readonly isUnderstood: boolean;
  /** Lines that may say that a person stays whom they name: those of signatures, and headings that were not understood. */
  readonly mentions: readonly string[];
  /** The place of what follows. */
  readonly below: Place;
}

interface FoundAddress {
  readonly email: string;
  doubt: Doubt | undefined;
}

/** The place of a part of a text: what is above it. */
export interface Place extends Above {
  /** Whether the last heading may say something else about the people below it than that they are listed. */
  readonly isBelowUnread: boolean;
}

export const START: Place = {
  region: 'content',
  hasContent: false,
  hasAddress: false,
  isBelowUnread: false,
};

/** Lines between the parts of a list. */
const SEPARATOR = /^[\s\-=_*.#•|–—]*$/;

/** The beginning of a heading in Markdown, and of those that were HTML. */
const HEADING_MARK = /^\s*#{1,6}\s/;

/** An address that cannot be read. */
const UNREAD_ADDRESS = /^\s*(?:[-*•–]\s+)?\S*@\S*$/;

const CROSSED_OUT = /~[^~]*~/g;

/** The end of a line that announces what follows it. */
const COLON = /[:：][*_\s"'<(]*$/;

/** A line with an address and more other words is prose, not a person of a list with a remark. */
const REMARK_WORDS = 5;

/**
 * Reads the lines of a text that lists people with this meaning. A line is understood if it is a person, a greeting, or a
 * sentence of a known shape. People below a heading that is not understood are in doubt; any other such line leaves a
 * doubt about everybody.
 */
export function readLines(lines: readonly string[], place: Place, meaning: Meaning): Found {
  const { regions, below } = regionsOf(lines, place);
  const matchesOf = lines.map(findAddresses);
  const next = nextLines(lines);
  /** A list of nothing but addresses has no person without one. */
  const hasNames = lines.some((line, index) => isNamed(line, matchesOf[index] ?? []));
  const addresses: FoundAddress[] = [];
  const mentions: string[] = [];
  const entries: Entry[] = [];
  let { isBelowUnread } = place;
  let isUnderstood = true;
  /** The bullet of the list, with the space before it; '*' directly below what announces one. */
  let bullet = '';
  /** The last line that is not blank. */
  let last: Line = { text: '', matches: [], isApart: true };

  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const line = { text, matches: matchesOf[index] ?? [], isApart: (lines[index - 1] ?? '').trim() === '' };
    const region = regions[index] ?? 'content';
    if (region === 'signature') mentions.push(text);
    if (region === 'content' && line.matches.length === 0) readText(line, index);
    else if (region === 'content' && !isQuotation(text)) readPeople(line, index);
    else {
      const doubt = region === 'content' ? 'quoted' : region;
      for (const { email } of line.matches) addresses.push({ email, doubt });
    }
    last = line;
  }
  const sender = senderOf(entries);
  if (sender) sender.doubt ??= 'signature';
  const unaddressed = findUnaddressed({ lines, regions, matches: matchesOf });
  return { addresses, unaddressed, isUnderstood, mentions, below: { ...below, isBelowUnread } };

  function isNamed(line: string, [match]: readonly AddressMatch[]): boolean {
    return match !== undefined && hasWords(line, match, meaning);
  }

  /** Reads a line with addresses. */
  function readPeople({ text, matches, isApart }: Line, index: number): void {
    const doubt = doubtOfLine(text, matches, meaning);
    if (announces(labelOf(text, matches) ?? '', meaning)) isBelowUnread = false;
    const doubtOfAll = doubt ?? (isBelowUnread ? 'heading' : undefined);
    const found = matches.map((match, position) => ({
      email: match.email,
      doubt: isPartAt(position) ? ('broken' as const) : doubtOfAll,
    }));
    for (const address of found) addresses.push(address);
    const isContinued = last.matches.length === 0 && BULLET.test(last.text);
    const [first] = matches;
    const isBelowName =
      first !== undefined && last.matches.length === 0 && hasName(last.text, first.email, meaning);
    entries.push({
      addresses: found,
      bullet: bulletOf(isContinued ? last.text : text),
      isNamed: isNamed(text, matches) || isBelowName,
      isApart: isBelowName ? last.isApart : isApart,
      isAnnounced: bullet === '*' || isRequest(text),
    });
    bullet = bulletOf(text);
    if (doubt) readAround(text, matches, doubt);

    /** Whether an address may be a part of another one, which continues on the line above or below. */
    function isPartAt(position: number): boolean {
      const match = matches[position];
      if (!match?.isWhole) return true;
      const isFirst = position === 0;
      const isLast = position === matches.length - 1;
      return (
        (isFirst && continuesAddress(last.text, text.slice(0, match.start))) ||
        (isLast && isCutOff(text, match, lines[next[index] ?? -1] ?? ''))
      );
    }
  }

  /** Reads what a line with addresses that are in doubt says about other people. */
  function readAround(text: string, matches: readonly AddressMatch[], doubt: Doubt): void {
    if (statementOf(withPronouns(text, matches), meaning) === 'nothing') return;
    const after = text.slice(matches.at(-1)?.end);
    if (COLON.test(after)) isBelowUnread = !announces(after, meaning);
    else if (doubt === 'label') isBelowUnread = true;
    else if (!BULLET.test(text) && countWords(text, matches) > REMARK_WORDS) {
      isUnderstood = false;
      isBelowUnread = true;
    }
  }

  /** Reads a line without an address. What is crossed out says nothing. */
  function readText(line: Line, index: number): void {
    const { isApart } = line;
    const text = withoutQuotation(line.text).replace(CROSSED_OUT, '');
    const [nextPerson] = matchesOf[next[index] ?? -1] ?? [];
    const lastPerson = last.matches.at(-1);
    const people = [nextPerson, lastPerson].filter(match => match !== undefined);
    if (
      SEPARATOR.test(text) ||
      UNREAD_ADDRESS.test(text) ||
      isOnlyGreeting(text) ||
      isTitle(text) ||
      people.some(({ email }) => hasName(text, email, meaning))
    )
      return;
    const isHeading =
      COLON.test(text) ||
      HEADING_MARK.test(text) ||
      (isApart && next[index] === index + 1 && nextPerson !== undefined);
    // Nothing else can make a doubt about everybody greater.
    if (!isUnderstood && !isHeading) return;
    const statement = statementOf(text, meaning);
    if (statement === 'announcement') {
      // A remark about the person above announces nobody else.
      if (!isApart && lastPerson && !isHeading) return;
      isBelowUnread = false;
      bullet = '*';
    } else if (statement === 'unread' && !isItem(text, index)) {
      if (isHeading) mentions.push(text);
      // A name says nothing about those above it.
      else if (!looksLikePerson(text)) isUnderstood = false;
      isBelowUnread = true;
      bullet = '';
    }
  }

  /** Whether a line of a list has a person without an address, or the beginning of an address. */
  function isItem(text: string, index: number): boolean {
    const own = bulletOf(text);
    const below = lines[next[index] ?? -1] ?? '';
    const isAboveItems = BULLET.test(below) && indentationOf(below) > indentationOf(text);
    return (
      !isAboveItems &&
      own.trim() !== '' &&
      (bullet === '*' || bullet === own) &&
      ((hasNames && looksLikePerson(text.replace(BULLET, ''))) || continuesAddress(text, ''))
    );
  }
}

/** A line that is not blank. */
interface Line {
  readonly text: string;
  readonly matches: readonly AddressMatch[];
  /** Whether the line above it is blank. */
  readonly isApart: boolean;
}

/** A line of a list. */
interface Entry {
  readonly addresses: readonly FoundAddress[];
  readonly bullet: string;
  /** Whether it has a name, or is below one. */
  readonly isNamed: boolean;
  readonly isApart: boolean;
  /** Whether the line, or the one above it, says that its people are listed. */
  readonly isAnnounced: boolean;
}

/**
 * The address of a mail's sender, if it has no closing: the last one, if it has no bullet below a list with bullets, or if
 * it is apart and has a name below addresses without names, or is the only one that is apart.
 */
function senderOf(entries: readonly Entry[]): FoundAddress | undefined {
  const last = entries.at(-1);
  const others = entries.slice(0, -1).filter(({ addresses }) => addresses.every(({ doubt }) => !doubt));
  const [sender, ...more] = last?.addresses ?? [];
  if (!last || others.length === 0 || more.length > 0 || last.isAnnounced) return undefined;
  const isWithoutBullet = last.bullet === '' && others.every(({ bullet }) => bullet !== '');
  const isOnlyNamed = last.isNamed && !others.at(-1)?.isApart && !others.some(({ isNamed }) => isNamed);
  const isOnlyApart = others.length > 1 && !others.slice(1).some(({ isApart }) => isApart);
  return isWithoutBullet || (last.isApart && (isOnlyNamed || isOnlyApart)) ? sender : undefined;
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

/** A line with “me” in place of its addresses, as in “please ask me”. */
function withPronouns(line: string, matches: readonly AddressMatch[]): string {
  const texts = matches.map(({ start }, index) => line.slice(matches[index - 1]?.end ?? 0, start));
  return [...texts, line.slice(matches.at(-1)?.end)].join('me');
}
