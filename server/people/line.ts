import type { AddressMatch } from './addresses';
import type { Doubt } from './answer';
import { isOnlyGreeting } from './greetings';
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
import { isRequest, type Reading, statementOf } from './phrases';
import { isQuotation, isSignatureLine, type Region, withoutQuotation } from './regions';
import { isTitle } from './titles';
import { wordsIn } from './words';

/** A line that is not blank. */
export interface Line {
  readonly text: string;
  readonly matches: readonly AddressMatch[];
  readonly region: Region;
  /** Whether it is the first line of its region. */
  readonly startsRegion: boolean;
  /** Whether the line above it is blank. */
  readonly isApart: boolean;
  /** The number of its paragraph. */
  readonly paragraph: number;
}

/** A line with those above and below it that are not blank. */
interface Neighbors {
  readonly line: Line;
  readonly above: Line;
  readonly below: Line;
}

/** In place of a neighbor above the first line, or below the last one. */
export const NO_LINE: Line = {
  ...{ text: '', matches: [], region: 'content' },
  ...{ startsRegion: false, isApart: true, paragraph: -1 },
};

export interface FoundAddress {
  readonly email: string;
  doubt: Doubt | undefined;
  /** The title of its column in a table, if one must be chosen. */
  readonly title?: string;
}

/** The content of a line, as far as it does not depend on the list that it is in. */
export type Content = { readonly is: 'silent' } | OthersLine | PeopleLine | TextLine;

/** A line with addresses that are not listed. */
interface OthersLine {
  readonly is: 'others';
  readonly addresses: readonly FoundAddress[];
  readonly isUnderstood: boolean;
  readonly endsList: boolean;
}

/** A line of a list. */
export interface PeopleLine {
  readonly is: 'people';
  readonly addresses: readonly FoundAddress[];
  readonly isUnderstood: boolean;
  /** Whether it asks to remove its people. */
  readonly isRequest: boolean;
  readonly bullet: string;
  /** The bullet of its person, who may be named on the line above. */
  readonly bulletOfPerson: string;
  /** Whether it has a name, or is below one. */
  readonly isNamed: boolean;
  /** Whether the line above its person is blank. */
  readonly isApart: boolean;
}

/** A line without an address that may be a sentence. */
interface TextLine {
  readonly is: 'text';
  readonly text: string;
  /** Its bullet, if it may be a person without an address, or the beginning of an address. */
  readonly itemBullet: string | undefined;
  /** Whether it is directly below a person, so that “left” is a remark about this person. */
  readonly isBelowPerson: boolean;
}

/** Lines between the parts of a list. */
const SEPARATOR = /^[\s\-=_*.#•|–—]*$/;

/** An address that cannot be read. */
const UNREAD_ADDRESS = /^\s*(?:[-*•–]\s+)?\S*@\S*$/;

const CROSSED_OUT = /~+[^~]*~+/g;

const SUBJECT_FIELD = /^\s*(?:subject|betreff|objet|asunto|onderwerp|oggetto)\s?:/i;

/** Reads a line. It is understood if it is a person or a part of a header, a signature or a quotation. */
export function readLine(
  neighbors: Neighbors,
  { reading, hasNames }: { readonly reading: Reading; readonly hasNames: boolean },
): Content {
  const { text, matches, region } = neighbors.line;
  if (region === 'content' && matches.length === 0) return readText(neighbors, reading, hasNames);
  if (region === 'content' && !isQuotation(text)) return readPeople(neighbors, reading);
  const doubt = region === 'content' ? 'quoted' : region;
  return {
    is: 'others',
    addresses: matches.map(({ email }) => ({ email, doubt })),
    isUnderstood:
      region === 'signature'
        ? isSignatureLine(text)
        : region !== 'header' || !SUBJECT_FIELD.test(text) || !mayStay(wordsIn(text)),
    endsList: false,
  };
}

/** Reads a line with addresses. */
function readPeople({ line, above, below }: Neighbors, reading: Reading): OthersLine | PeopleLine {
  const { text, matches } = line;
  if (withoutCrossedOut(text).trim() === '') {
    const addresses = matches.map(({ email }) => ({ email, doubt: 'unseen' as const }));
    return { is: 'others', addresses, isUnderstood: true, endsList: true };
  }
  const doubt = doubtOfLine(text, matches, reading);
  const parts = matches.map((match, position) => {
    const isFirst = position === 0;
    const isLast = position === matches.length - 1;
    return (
      !match.isWhole ||
      (isFirst && continuesAddress(above.text, text.slice(0, match.start))) ||
      (isLast && isCutOff(text, match, below.text))
    );
  });
  const addresses = matches.map(({ email }, position) => ({
    email,
    doubt: parts[position] ? ('broken' as const) : doubt,
  }));
  // A sentence such as “If you have questions, ask olga@acme.example”.
  if (doubt && statementOf(withPronouns(text, matches), reading) === 'nothing')
    return { is: 'others', addresses, isUnderstood: true, endsList: true };
  const isBelowBullet = above.matches.length === 0 && BULLET.test(above.text);
  const isBelowName = above.matches.length === 0 && hasName(above.text, matches[0]?.email ?? '', reading);
  return {
    is: 'people',
    addresses,
    isUnderstood: !doubt || parts.includes(true),
    isRequest: isRequest(text),
    bullet: bulletOf(text),
    bulletOfPerson: bulletOf(isBelowBullet ? above.text : text),
    isNamed: isNamed(line, reading) || isBelowName,
    isApart: isBelowName ? above.isApart : line.isApart,
  };
}

/** Whether there are words next to the address of a line. */
export function isNamed(
  { text, matches: [match] }: Pick<Line, 'text' | 'matches'>,
  reading: Reading,
): boolean {
  return match !== undefined && hasWords(text, match, reading);
}

/** Reads a line without an address. What is crossed out says nothing. */
function readText({ line, above, below }: Neighbors, reading: Reading, hasNames: boolean): Content {
  const text = withoutCrossedOut(withoutQuotation(line.text));
  const people = [below.matches[0], above.matches.at(-1)].filter(match => match !== undefined);
  const isSilent =
    SEPARATOR.test(text) ||
    UNREAD_ADDRESS.test(text) ||
    isOnlyGreeting(text) ||
    isTitle(text) ||
    people.some(({ email }) => hasName(text, email, reading));
  if (isSilent) return { is: 'silent' };
  const bullet = bulletOf(text);
  const isAboveItems = BULLET.test(below.text) && indentationOf(below.text) > indentationOf(text);
  const mayBeItem =
    bullet.trim() !== '' &&
    !isAboveItems &&
    ((hasNames && looksLikePerson(text.replace(BULLET, ''))) || continuesAddress(text, ''));
  return {
    is: 'text',
    text,
    itemBullet: mayBeItem ? bullet : undefined,
    isBelowPerson: !line.isApart && above.matches.length > 0 && !/:\s*$/.test(text),
  };
}

function withoutCrossedOut(text: string): string {
  return text.replace(CROSSED_OUT, '');
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
