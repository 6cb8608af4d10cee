import { type AddressMatch, hasUnreadAddress } from './addresses';
import { isOnlyGreeting } from './greetings';
import type { Line } from './line';
import { combinationsOf, isNameOf, lettersOf, mailboxLettersOf } from './names';
import { BULLET, looksLikeName, looksLikePerson } from './person-line';
import { type Reading, statementOf, withoutRemarks } from './phrases';
import { isClosing, withoutQuotation } from './regions';
import { isLabelWord, isOwnLabel } from './titles';
import { wordsIn } from './words';

/** Of longer lines without an address, only the beginning is shown. */
export const UNADDRESSED_LENGTH = 120;

/** Longer lines are no names. */
const LINE_LENGTH = 200;

/** Shorter lines that are no sentences may be names, also in lower case or with a number. */
const SHORT_WORDS = 4;

/** A line that looks like a person. */
interface Name {
  readonly line: string;
  /** The mailboxes of addresses nearby. */
  readonly near: Set<string>;
  /** The paragraph of a signature. */
  readonly signature: number | undefined;
}

/** Finds the lines that look like a person without an address, or have an address that cannot be read. */
export function findUnaddressed(lines: readonly Line[], reading: Reading): readonly string[] {
  /** The paragraphs with an address. */
  const withAddress = new Set(
    lines.filter(({ text }) => text.includes('@')).map(({ paragraph }) => paragraph),
  );
  const unread: string[] = [];
  const names: Name[] = [];
  let previous: readonly AddressMatch[] = [];
  let recent: Name[] = [];
  for (const [index, line] of lines.entries()) {
    const { text, matches, region, paragraph } = line;
    // The first line of a signature or a quotation introduces it.
    const isField = region === 'header' && /[:@]/.test(text);
    if (isField || (region !== 'content' && line.startsRegion)) continue;
    for (const { email } of matches) for (const { near } of recent) near.add(mailboxLettersOf(email));
    if (hasUnreadAddress(text, matches)) {
      const isContent = region === 'content' && withoutQuotation(text) === text;
      if (isContent || /[\p{L}\p{N}]@[\p{L}\p{N}]/u.test(text)) unread.push(unreadAddresses(text));
    } else if (matches.length === 0 && isPerson(line, [lines[index - 1], lines[index + 1]])) {
      const name = {
        line: withoutQuotation(text).replace(BULLET, '').trim(),
        near: new Set(previous.map(({ email }) => mailboxLettersOf(email))),
        signature: region === 'signature' ? paragraph : undefined,
      };
      names.push(name);
      recent = [...recent.slice(-1), name];
    } else if (matches.length > 0) {
      recent = [];
      if (region === 'content') names.push(...namesBeside(text, matches));
    }
    previous = matches;
  }
  const mailboxes = new Set(
    lines.flatMap(({ matches }) => matches.map(({ email }) => mailboxLettersOf(email))),
  );
  const isNamed = Map.groupBy(names, ({ line, near }) => hasAddress(line, near, mailboxes));
  // The other lines of a signature with a name and an address are about that person.
  const signed = new Set(isNamed.get(true)?.map(({ signature }) => signature));
  const unnamed = (isNamed.get(false) ?? []).filter(
    ({ signature }) => signature === undefined || !signed.has(signature),
  );
  return [...unread, ...unnamed.map(({ line }) => line)];

  function isUnread(text: string): boolean {
    return statementOf(text, reading) === 'not understood';
  }

  function isPerson(
    { text: quoted, region, paragraph }: Line,
    neighbors: readonly (Line | undefined)[],
  ): boolean {
    const line = withoutQuotation(quoted);
    if (line.length > LINE_LENGTH || /[:：]\W*$/.test(line) || isOnlyGreeting(line) || isClosing(line))
      return false;
    const [label = ''] = /^[^:]{1,30}:\s/.exec(line) ?? [];
    const item = line.replace(BULLET, '');
    const name = label !== '' && isOwnLabel(label) ? line.slice(label.length) : item;
    const text = withoutRemarks(name, reading);
    const words = text.split(/\s+/).filter(word => /\p{L}/u.test(word));
    if (words.length === 0) return false;
    if (item !== line && words.length <= 8) return true;
    const isShort = words.length <= SHORT_WORDS && !/[.!?]\s*$/.test(text) && !words.every(isLabelWord);
    if (isShort && (withAddress.has(paragraph) || (region === 'content' && isUnread(text)))) return true;
    const isListed = neighbors.every(near => near?.paragraph === paragraph && near.matches.length > 0);
    return (isListed && words.length <= 5) || looksLikeName(text);
  }
}

/** The people without an address on a line with addresses of others: “Ada <ada@acme.example>; Bob Miller”. */
function namesBeside(line: string, matches: readonly AddressMatch[]): readonly Name[] {
  if (line.length > LINE_LENGTH) return [];
  return line
    .replace(/^[^:@]{1,30}:\s/, '')
    .split(/[;,&\t|]|\b(?:and|und|et|y)\b/)
    .filter(
      text =>
        !text.includes('@') && looksLikePerson(text) && !matches.some(({ email }) => isNameOf(text, email)),
    )
    .map(text => ({
      line: text.trim(),
      near: new Set(matches.map(({ email }) => mailboxLettersOf(email))),
      signature: undefined,
    }));
}

/** Whether one of the addresses belongs to this name: one nearby that is a part of it, or any that combines its parts. */
function hasAddress(line: string, near: ReadonlySet<string>, mailboxes: ReadonlySet<string>): boolean {
  const words = wordsIn(line);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return (
    near.has(lettersOf(first)) ||
    near.has(lettersOf(last)) ||
    (words.length > 1 && combinationsOf(first, last).some(name => mailboxes.has(name)))
  );
}

/** A line with an address that cannot be read; of a long one, only the words with an @. */
function unreadAddresses(line: string): string {
  return line.length <= UNADDRESSED_LENGTH ? line.trim() : (line.match(/\S*@\S*/g) ?? []).join(' ');
}
