import { emailKey } from '../email-address';
import type { Review } from '../removals/state';
import type { LeaversResult } from './result';

/**
 * Returns whether a person's checkbox is ticked when the page of a result is shown:
 *
 * | `select` in the URL | the result is | selected |
 * | --- | --- | --- |
 * | `all` or `none` | any | everybody, or nobody |
 * | the ID of a review, after Cancel | any | the people of that review; nobody if it has expired |
 * | `last`, after a review that could not be opened | any | who was selected for it |
 * | absent | a plain list of leavers that was never reviewed | everybody |
 * | absent | any other: text, table, list of current staff, reviewed before | nobody |
 */
export function selectedIn(
  { listOf, found, selected, reviewed }: LeaversResult,
  select: unknown,
  review: Pick<Review, 'items'> | undefined,
): (email: string) => boolean {
  if (select === 'all' || select === 'none') return () => select === 'all';
  if (select !== undefined) {
    const chosen = select === 'last' ? selected : (review?.items ?? []).map(({ email }) => emailKey(email));
    const keys = new Set(chosen);
    return email => keys.has(email);
  }
  return () => listOf === 'left' && found.kind === 'list' && reviewed.length === 0;
}
