import type { LeaversContent } from '../../../views/pages/LeaversPage';
import { emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import { selectedIn } from '../../leavers/selected';
import type { OpenLeavers } from '../../removals/state';
import type { SignedInHandler, Step } from '../handler';
import { leaversUrl } from '../product/removal-urls';
import { ownerOf } from '../record-owner';
import { findRows, redirectToReview } from '../removals/selection';
import { type OpenedResult, openResult, removedIn, selectableIn } from './open-result';
import { presentResult } from './present';

/** GET /leavers?answer=…: what the people of a list have, or what everybody else has. */
export const loadResult: Step<LeaversContent> = async (request, dependencies) => {
  const opening = await openResult(request, dependencies);
  if (typeof opening === 'string') return { state: opening };
  const { query } = request;
  const review = await dependencies.removals.reviews.get(ownerOf(request), query.select);
  const selected = selectedIn(opening.result, query.select, review);
  return presentResult(opening, query, selected, dependencies.config.removalLimitPerHour);
};

/** POST /leavers/review?answer=…: reviews the removal of the people who were selected. */
export const reviewLeavers: SignedInHandler = async (request, dependencies) => {
  const { query } = request;
  const opening = await openResult(request, dependencies);
  if (typeof opening === 'string') return redirect(leaversUrl(query));
  const emails = request.values('person');
  // A form could name anybody: only people who can be selected are stored.
  const selectable = selectableIn(opening);
  const keys = new Set(emails.map(emailKey).filter(key => selectable.has(key)));
  const people = emails.map(id => ({ kind: 'person', id }) as const);
  const rows = await findRows(people, request, dependencies);
  await dependencies.records.leavers.update(ownerOf(request), query.answer, result => ({
    ...result,
    selected: [...keys],
    reviewed: [...new Set([...result.reviewed, ...keys])],
  }));
  const options = { source: { ...query, of: 'leavers' }, openLeavers: openLeaversIn(opening, keys) };
  return redirectToReview(rows, options, request, dependencies);
};

/** How many people of a list of leavers are not part of the review; undefined for a list of current staff. */
function openLeaversIn(opening: OpenedResult, selected: ReadonlySet<string>): OpenLeavers | undefined {
  if (opening.result.listOf !== 'left') return undefined;
  const { missing, people } = opening.matches;
  return {
    notFound: missing.length - removedIn(opening).size,
    notSelected: people.filter(({ email }) => !selected.has(emailKey(email))).length,
  };
}
