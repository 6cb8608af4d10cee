import { findAddresses } from './addresses';
import {
  type Content,
  type FoundAddress,
  isNamed,
  type Line,
  NO_LINE,
  type PeopleLine,
  readLine,
} from './line';
import { type Reading, statementOf } from './phrases';
import { type Above, regionsOf } from './regions';
import { findUnaddressed } from './unaddressed';

/** The people in the lines of a text. */
interface Found {
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

/** People in lines without a blank one or a sentence between them, or in a table. */
export interface FoundList {
  readonly addresses: FoundAddress[];
  readonly announced: Announced;
}

/** The sentence with a list, or above it: one that says that its people are listed, or another; undefined without one. */
type Announced = 'heading' | 'request' | 'other' | undefined;

/** The place of a part of a text: what is above it. */
interface Place extends Above {
  readonly announced: Announced;
}

export const START: Place = {
  region: 'content',
  hasContent: false,
  hasAddress: false,
  announced: undefined,
};

/**
 * Reads the lines of a text that lists people with this meaning. A line is understood if it is a person, a greeting, a
 * sentence of a known shape, or a part of a header, a signature or a quotation.
 */
export function readLines(lines: readonly string[], place: Place, reading: Reading): Found {
  const { regions, below } = regionsOf(lines, place);
  const written: Line[] = [];
  let paragraph = 0;
  for (const [index, text] of lines.entries()) {
    const region = regions[index] ?? 'content';
    if (isBlank(text)) paragraph++;
    else
      written.push({
        ...{ text, matches: findAddresses(text), region, startsRegion: region !== regions[index - 1] },
        ...{ isApart: isBlank(lines[index - 1]), paragraph },
      });
  }
  // A list of nothing but addresses has no person without one.
  const hasNames = written.some(line => isNamed(line, reading));
  const contents = written.map((line, index) => ({
    isBelowBlank: line.isApart,
    content: readLine(
      { line, above: written[index - 1] ?? NO_LINE, below: written[index + 1] ?? NO_LINE },
      { reading, hasNames },
    ),
  }));
  // A blank line at the end ends the last list.
  contents.push({ isBelowBlank: isBlank(lines.at(-1)), content: { is: 'silent' } });
  const { announced, ...found } = findLists(contents, place.announced, reading);
  return { ...found, unaddressed: findUnaddressed(written, reading), below: { ...below, announced } };
}

/** Puts the people of lines into lists, which blank lines and sentences separate. */
function findLists(
  lines: readonly { readonly content: Content; readonly isBelowBlank: boolean }[],
  above: Announced,
  reading: Reading,
) {
  const others: FoundAddress[] = [];
  const lists: FoundList[] = [];
  const people: ListedLine[] = [];
  let announced = above;
  let isUnderstood = true;
  let list: FoundList | undefined;
  /** The bullet of the last person. */
  let bullet = '';
  /** Whether no person follows the sentence that announces a list yet. */
  let isFirst = false;

  for (const { content, isBelowBlank } of lines) {
    if (isBelowBlank) endList();
    switch (content.is) {
      case 'silent':
        break;
      case 'others':
        if (content.endsList) endList();
        isUnderstood &&= content.isUnderstood;
        for (const address of content.addresses) others.push(address);
        break;
      case 'people': {
        const { addresses, isRequest } = content;
        isUnderstood &&= content.isUnderstood;
        if (isRequest) {
          endList();
          announced = 'request';
        }
        if (!list) {
          list = { addresses: [], announced };
          lists.push(list);
        }
        for (const address of addresses) list.addresses.push(address);
        people.push({ ...content, isAnnounced: isFirst || isRequest });
        bullet = content.bullet;
        isFirst = false;
        break;
      }
      case 'text': {
        const isItem = content.itemBullet !== undefined && (isFirst || content.itemBullet === bullet);
        // Below a line that was not understood, the whole text is in doubt already.
        if (isItem || !isUnderstood) break;
        const statement = statementOf(content.text, reading);
        if (statement === 'not understood') isUnderstood = false;
        else if (statement === 'nothing' || !content.isBelowPerson) {
          endList();
          announced = statement === 'announcement' ? 'heading' : 'other';
          bullet = '';
          isFirst = announced === 'heading';
        }
      }
    }
  }
  const sender = senderOf(people);
  if (sender) sender.doubt ??= 'apart';
  return { others, lists, isUnderstood, announced };

  function endList(): void {
    // The sentence above a list is not about the next one.
    if (list) announced = undefined;
    list = undefined;
  }
}

interface ListedLine extends PeopleLine {
  /** Whether the line, or the one above it, says that its people are listed. */
  readonly isAnnounced: boolean;
}

/** The address of a mail's sender, if it has no closing: the last one, if it has another form than all above it. */
function senderOf(lines: readonly ListedLine[]): FoundAddress | undefined {
  const last = lines.at(-1);
  const others = lines.slice(0, -1).filter(({ addresses }) => addresses.every(({ doubt }) => !doubt));
  const [sender, ...more] = last?.addresses ?? [];
  if (!last || others.length === 0 || more.length > 0 || last.isAnnounced) return undefined;
  const hasOther = (form: (line: PeopleLine) => boolean) => others.some(line => form(line) === form(last));
  // In a list with a blank line below each person, some may have no name.
  const isSpread = last.isApart && others.every(({ isApart }) => isApart);
  const isLike =
    hasOther(({ bulletOfPerson }) => bulletOfPerson !== '') &&
    (!last.isNamed || isSpread || hasOther(({ isNamed }) => isNamed));
  return isLike ? undefined : sender;
}

function isBlank(line = ''): boolean {
  return line.trim() === '';
}
