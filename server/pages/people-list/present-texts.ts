import { formatCount } from '../../../shared/format-count';
import type { TextsWithoutAddressProps } from '../../../views/components/TextsWithoutAddress';
import type { FirstTexts } from '../../leavers/result';
import { formatItems, listFirst } from '../format';

/** Names come from cards. */
const NAMES_NOT_READ =
  'People who are named without an address were not looked for, because the cards could not be fetched. Send the text again.';

/** “Not read as an address: ada@acme and 2 more.”; '' for none. */
export function notAddressesText({ texts, count }: FirstTexts): string {
  return count === 0 ? '' : `Not read as an address: ${listFirst(texts, texts.length, count)}.`;
}

/** Says which parts of a text were not read. */
export function notesOfReading(notAddresses: FirstTexts, areNamesRead: boolean): readonly string[] {
  return [notAddressesText(notAddresses), areNamesRead ? '' : NAMES_NOT_READ].filter(note => note !== '');
}

/** The lines or rows without an address, which are listed behind their number; undefined for none. */
export function presentTexts(
  { texts, count }: FirstTexts,
  noun: 'line' | 'row',
): TextsWithoutAddressProps | undefined {
  if (count === 0) return undefined;
  const others = count - texts.length;
  return {
    summary: `${formatItems(count, noun)} ${count === 1 ? 'has' : 'have'} no address`,
    texts,
    others: others > 0 ? `and ${formatCount(others)} more` : undefined,
  };
}
