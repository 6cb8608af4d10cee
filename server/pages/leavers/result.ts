import type { LeaversContent } from '../../../views/pages/LeaversPage';
import { emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import { selectedIn } from '../../leavers/selected';
import type { RemainingLeavers } from '../../removals/state';
import type { SignedInHandler, Step } from '../handler';
import { leaversUrl } from '../product/removal-urls';
import { ownerOf } from '../record-owner';
import { findRows, redirectToReview } from '../removals/selection';
import { type OpenedResult, openResult, removedIn, selectableIn } from './open-result';
import { describeHoldings, presentResult } from './present';

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
  const remainingLeavers = remainingLeaversIn(opening, keys);
  return redirectToReview(
    rows,
    { source: { ...query, of: 'leavers' }, remainingLeavers },
    request,
    dependencies,
  );
};

/** The people of a result who were not selected for the review. */
function remainingLeaversIn(opening: OpenedResult, selected: ReadonlySet<string>): RemainingLeavers {
  const { missing, people } = opening.matches;
  const removed = removedIn(opening);
  return {
    notFound: missing
      .filter(({ email }) => !removed.has(email))
      .map(({ email, near }) => ({ email, ...(near && { near: near.email }) })),
    notSelected: people
      .filter(({ email }) => !selected.has(emailKey(email)))
      .map(person => ({ email: person.email, holdings: describeHoldings(person) })),
  };
}
