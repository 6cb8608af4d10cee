import type { Review } from '../removals/state';
import { digestOf } from '../text/digest';
import { emailKey } from '../text/email-address';
import type { LeaversResult } from './result';

/** The people who are ticked: everybody with an address in the list, or these people (`emailKey`). */
export type SelectedPeople = 'all' | ReadonlySet<string>;

/** Identifies a stored selection, so that a form can say which one its page was shown with. */
export function selectionVersion(selected: LeaversResult['selected']): string {
  return selected ? digestOf(selected.toSorted()).slice(0, 12) : '';
}

/**
 * Returns the people who are selected when the page of a result is shown:
 *
 * | `select` in the URL | the result is | selected |
 * | --- | --- | --- |
 * | `all` or `none` | any | everybody with an address, or nobody |
 * | the ID of a review, after Cancel | any | the people of that review; nobody if it has expired |
 * | `last`, on another page of the result, or after a review that could not be opened | any | the people who were selected there |
 * | absent | one whose pages were turned, and that was never reviewed | the people who were selected there |
 * | absent | a list of bare addresses of leavers that was never reviewed | everybody |
 * | absent | any other: text, table, list of current staff, reviewed before | nobody |
 */
export function selectedPeopleOf(
  { isSelected, selected, reviewed }: Pick<LeaversResult, 'isSelected' | 'selected' | 'reviewed'>,
  select: unknown,
  review: Pick<Review, 'items'> | undefined,
): SelectedPeople {
  if (select === 'all') return 'all';
  if (select === 'none') return new Set();
  if (select === 'last') return new Set(selected);
  if (select !== undefined) return new Set((review?.items ?? []).map(({ email }) => emailKey(email)));
  if (Object.keys(reviewed).length > 0) return new Set();
  return selected ? new Set(selected) : isSelected ? 'all' : new Set();
}
