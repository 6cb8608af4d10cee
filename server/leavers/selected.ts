import type { Query } from '../../shared/list-state';
import type { Answer } from './found';

/**
 * Returns whether a person's checkbox is ticked when the page of an answer is shown:
 *
 * | the URL has | the answer is | selected |
 * | --- | --- | --- |
 * | `select=all` or `select=none` | any | everybody, or nobody |
 * | `review=…`, after Cancel or without a review | any | who was selected for the last review |
 * | neither | a plain list of leavers that was never reviewed | everybody |
 * | neither | any other: text, table, list of current staff, reviewed before | nobody |
 */
export function selectedIn(
  { direction, found, selected, reviewed }: Answer,
  { select, review }: Query,
): (email: string) => boolean {
  if (select === 'all' || select === 'none') return () => select === 'all';
  if (review !== undefined) {
    const last = new Set(selected);
    return email => last.has(email);
  }
  return () => direction === 'left' && found.kind === 'list' && reviewed.length === 0;
}
