import { type AddressMatch, findAddresses } from './addresses';
import type { Doubt } from './answer';
import { isOnlyGreeting } from './greetings';
import { wordsIn } from './names';
import { mayStay } from './other-words';
import {
  BULLET,
  continuesAddress,
  doubtOfLine,
  hasName,
  hasWords,
  isCutOff,
  looksLikePerson,
} from './person-line';
import { isRequest, type Meaning, statementOf } from './phrases';
import { type Above, isQuotation, isSignatureLine, regionsOf, withoutQuotation } from './regions';
import { isTitle } from './titles';
import { findUnaddressed } from './unaddressed';

/** The people in the lines of a text. */
export interface Found {
  /** Addresses that are not listed. */
  readonly others: readonly FoundAddress[];
  readonly lists: readonly FoundList[];
  /** The lines that look like a person without an address, or have an address that cannot be read. */
  readonly unaddressed: readonly string[];
  /** Whether each line was understood. Otherwise, one may say of anybody in the text that this person stays. */
  readonly isUnderstood: boolean;
  /** The place of what follows. */
  readonly below: Place;
}

export interface FoundAddress {
  readonly email: string;
  doubt: Doubt | undefined;
  /** The title of its column in a table, if one must be chosen. */
  readonly title?: string;
}

/** People in lines without a blank one or a sentence between them, or in a table. */
export interface FoundList {
  readonly addresses: FoundAddress[];
  readonly announced: Announced;
}

/** The sentence with a list, or above it: one that says that its people are listed, or another; undefined without one. */
type Announced = 'heading' | 'request' | 'other' | undefined;

/** The place of a part of a text: what is above it. */
export interface Place extends Above {
  readonly announced: Announced;
}

export const START: Place = {
  region: 'content',
  hasContent: false,
  hasAddress: false,
  announced: undefined,
};

/** Lines between the parts of a list. */
const SEPARATOR = /^[\s\-=_*.#•|–—]*$/;

/** An address that cannot be read. */
const UNREAD_ADDRESS = /^\s*(?:[-*•–]\s+)?\S*@\S*$/;

const CROSSED_OUT = /~+[^~]*~+/g;

const SUBJECT = /^\s*(?:subject|betreff|objet|asunto|onderwerp|oggetto)\s?:/i;

/**
 * Reads the lines of a text that lists people with this meaning. A line is understood if it is a person, a greeting, a
 * sentence of a known shape, or a part of a header, a signature or a quotation.
 */
export function readLines(lines: readonly string[], place: Place, meaning: Meaning): Found {
  const { regions, below } = regionsOf(lines, place);
  const matchesOf = lines.map(findAddresses);
  const next = nextLines(lines);
  /** A list of nothing but addresses has no person without one. */
  const hasNames = lines.some((line, index) => isNamed(line, matchesOf[index] ?? []));
  const others: FoundAddress[] = [];
  const lists: FoundList[] = [];
  const entries: Entry[] = [];
  let { announced } = place;
  let isUnderstood = true;
  let list: FoundList | undefined;
  /** The bullet of the last person, with the space before it. */
  let bullet = '';
  /** Whether no person follows the sentence that announces a list yet. */
  let isFirst = false;
  /** The last line that is not blank. */
  let last: Line = { text: '', matches: [], isApart: true };

  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') {
      endList();
      continue;
    }
    const line = { text, matches: matchesOf[index] ?? [], isApart: (lines[index - 1] ?? '').trim() === '' };
    const region = regions[index] ?? 'content';
    if (region === 'content' && line.matches.length === 0) readText(line, index);
    else if (region === 'content' && !isQuotation(text)) readPeople(line, index);
    else {
      const doubt = region === 'content' ? 'quoted' : region;
      for (const { email } of line.matches) others.push({ email, doubt });
      if (region === 'signature') isUnderstood &&= isSignatureLine(text);
      if (region === 'header' && SUBJECT.test(text)) isUnderstood &&= !mayStay(wordsIn(text));
    }
    last = line;
  }
  const sender = senderOf(entries);
  if (sender) sender.doubt ??= 'apart';
  const unaddressed = findUnaddressed({ lines, regions, matches: matchesOf }, meaning);
  return { others, lists, unaddressed, isUnderstood, below: { ...below, announced } };

  function isNamed(line: string, [match]: readonly AddressMatch[]): boolean {
    return match !== undefined && hasWords(line, match, meaning);
  }

  function endList(): void {
    // The sentence above a list is not about the next one.
    if (list) announced = undefined;
    list = undefined;
  }

  /** Reads a line with addresses. */
  function readPeople({ text, matches, isApart }: Line, index: number): void {
    const isCrossedOut = text.replace(CROSSED_OUT, '').trim() === '';
    const doubt = isCrossedOut ? 'unseen' : doubtOfLine(text, matches, meaning);
    const isContact = doubt !== undefined && statementOf(withPronouns(text, matches), meaning) === 'nothing';
    const isBroken = matches.some((_match, position) => isPartAt(position));
    if (doubt && !isContact && !isCrossedOut && !isBroken) isUnderstood = false;
    const found = matches.map(({ email }, position) => ({
      email,
      doubt: isPartAt(position) && !isCrossedOut ? ('broken' as const) : doubt,
    }));
    if (isContact || isCrossedOut) {
      endList();
      for (const address of found) others.push(address);
      return;
    }
    if (isRequest(text)) {
      endList();
      announced = 'request';
    }
    if (!list) {
      list = { addresses: [], announced };
      lists.push(list);
    }
    for (const address of found) list.addresses.push(address);
    const isContinued = last.matches.length === 0 && BULLET.test(last.text);
    const isBelowName = last.matches.length === 0 && hasName(last.text, found[0]?.email ?? '', meaning);
    entries.push({
      addresses: found,
      bullet: bulletOf(isContinued ? last.text : text),
      isNamed: isNamed(text, matches) || isBelowName,
      isAnnounced: isFirst || isRequest(text),
      isApart: isBelowName ? last.isApart : isApart,
    });
    bullet = bulletOf(text);
    isFirst = false;

    /** Whether an address may be a part of another one, which continues on the line above or below. */
    function isPartAt(position: number): boolean {
      const match = matches[position];
      if (!match?.isWhole) return true;
      const isLast = position === matches.length - 1;
      return (
        (position === 0 && continuesAddress(last.text, text.slice(0, match.start))) ||
        (isLast && isCutOff(text, match, lines[next[index] ?? -1] ?? ''))
      );
    }
  }

  /** Reads a line without an address. What is crossed out says nothing. */
  function readText(line: Line, index: number): void {
    const text = withoutQuotation(line.text).replace(CROSSED_OUT, '');
    const [nextPerson] = matchesOf[next[index] ?? -1] ?? [];
    const people = [nextPerson, last.matches.at(-1)].filter(match => match !== undefined);
    if (
      SEPARATOR.test(text) ||
      UNREAD_ADDRESS.test(text) ||
      isOnlyGreeting(text) ||
      isTitle(text) ||
      people.some(({ email }) => hasName(text, email, meaning)) ||
      isItem(text, index)
    )
      return;
    // The whole text is in doubt already.
    if (!isUnderstood) return;
    const statement = statementOf(text, meaning);
    if (statement === 'unread') isUnderstood = false;
    // Directly below a person, “left” is a remark.
    else if (statement === 'nothing' || line.isApart || last.matches.length === 0 || /:\s*$/.test(text)) {
      endList();
      announced = statement === 'announcement' ? 'heading' : 'other';
      bullet = '';
      isFirst = announced === 'heading';
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
      (isFirst || bullet === own) &&
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
  /** Whether the line, or the one above it, says that its people are listed. */
  readonly isAnnounced: boolean;
  readonly isApart: boolean;
}

/** The address of a mail's sender, if it has no closing: the last one, if it has another form than all above it. */
function senderOf(entries: readonly Entry[]): FoundAddress | undefined {
  const last = entries.at(-1);
  const others = entries.slice(0, -1).filter(({ addresses }) => addresses.every(({ doubt }) => !doubt));
  const [sender, ...more] = last?.addresses ?? [];
  if (!last || others.length === 0 || more.length > 0 || last.isAnnounced) return undefined;
  const hasOther = (form: (entry: Entry) => boolean) => others.some(entry => form(entry) === form(last));
  // In a list with a blank line below each person, some may have no name.
  const isSpread = last.isApart && others.every(({ isApart }) => isApart);
  const isLike =
    hasOther(({ bullet }) => bullet !== '') &&
    (!last.isNamed || isSpread || hasOther(({ isNamed }) => isNamed));
  return isLike ? undefined : sender;
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
