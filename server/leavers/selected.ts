import type { Query } from '../../shared/list-state';
import type { LeaversResult } from './result';

/**
 * Returns whether a person's checkbox is ticked when the page of a result is shown:
 *
 * | the URL has | the result is | selected |
 * | --- | --- | --- |
 * | `select=all` or `select=none` | any | everybody, or nobody |
 * | `select=last`, after Cancel or without a review | any | who was selected for the last review |
 * | neither | a plain list of leavers that was never reviewed | everybody |
 * | neither | any other: text, table, list of current staff, reviewed before | nobody |
 */
export function selectedIn(
  { listOf, found, selected, reviewed }: LeaversResult,
  { select }: Query,
): (email: string) => boolean {
  if (select === 'all' || select === 'none') return () => select === 'all';
  if (select === 'last') {
    const last = new Set(selected);
    return email => last.has(email);
  }
  return () => listOf === 'left' && found.kind === 'list' && reviewed.length === 0;
}
