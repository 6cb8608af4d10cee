import { formatCount } from '../../../shared/format-count';
import type { TextGroup } from '../../../views/components/FoldedTexts';
import type { Found } from '../../leavers/result';
import type { FirstTexts, NotRead } from '../../text/first-texts';
import { formatItems, listFirst } from '../format';

const NAMES_NOT_READ =
  'Names were not searched, because the cards could not be fetched. Send the text again.';

/** Names are on cards. */
export const LICENSES_HAVE_NO_NAMES =
  '. Licenses have no names: people who have only a license can be found by their address alone.';

/** “Not read as an address: ada@acme and 2 more.”; '' for none. */
export function wordsNotRead({ words: { texts, count } }: Pick<NotRead, 'words'>): string {
  return count === 0 ? '' : `Not read as an address: ${listFirst(texts, texts.length, count)}.`;
}

/** “ada@acme.example (“Ada Byron leaves”)”: a person who is named without an address, with the line. */
export function quoteLine({ email, line }: Found['named'][number]): string {
  return `${email} (“${line}”)`;
}

/** Says which parts of a text were not read. */
export function notesOfReading(notRead: Pick<NotRead, 'words' | 'areNamesRead'>): readonly string[] {
  return [wordsNotRead(notRead), notRead.areNamesRead ? '' : NAMES_NOT_READ].filter(note => note !== '');
}

/** The unread texts, listed when their number is opened. In a table, a line is called a row. */
export function presentNotRead(
  { lines, beside }: NotRead,
  noun: 'line' | 'row' = 'line',
  advice = '',
): readonly TextGroup[] {
  return [
    ...foldTexts(`${haveNoAddress(lines, noun)}${advice}`, lines),
    ...foldTexts(
      `${formatItems(beside.count, 'line')} ${beside.count === 1 ? 'says' : 'say'} more than an address`,
      beside,
    ),
  ];
}

/** “4 lines have no address”. */
export function haveNoAddress({ count }: FirstTexts, noun: 'line' | 'row'): string {
  return `${formatItems(count, noun)} ${count === 1 ? 'has' : 'have'} no address`;
}

/** A group of texts; none without texts. */
export function foldTexts(summary: string, { texts, count }: FirstTexts): readonly TextGroup[] {
  const others = count > texts.length ? `and ${formatCount(count - texts.length)} more` : undefined;
  return count > 0 ? [{ summary, texts, others }] : [];
}
