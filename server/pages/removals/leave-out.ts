import { withParameter } from '../../../shared/paths';
import { EMAIL_LENGTH_LIMIT, emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import { createNearMatches } from '../../leavers/near-matches';
import { type RemovalItem, sortItems } from '../../removals/items';
import type { Review } from '../../removals/state';
import type { SignedInHandler, Step } from '../handler';
import { reviewUrl } from '../product/removal-urls';
import { ownerOf } from '../record-owner';
import { openReview } from './open-review';

/** How many addresses that are not in a review are named. */
const NAMED_LIMIT = 20;

/** POST /removals/review/leave-out?review=…: leaves people out of a review or puts them back, and redirects to it (P373). */
export const leaveOut: SignedInHandler = async (request, dependencies) => {
  const { form, query } = request;
  const toReview = reviewUrl(String(query.review));
  const isBack = form.back === '1';
  const named = isBack ? new Set<string>() : await addressesIn(request, dependencies);
  if (typeof named === 'string') return redirect(`${withParameter(toReview, 'refused')(named)}#leave-out`);
  const { opened } = await openReview(request, dependencies);
  const tooLate = redirect(toReview, { toast: ['nobodyLeftOut'] });
  if (opened.state === 'used') return tooLate;
  // A review may be empty because everybody was left out.
  if (opened.state !== 'open' && opened.state !== 'empty') return redirect(toReview);
  const updated = await dependencies.removals.reviews.update(ownerOf(request), query.review, review =>
    review.job === undefined ? (isBack ? putBack(review) : withoutPeople(review, named)) : review,
  );
  return updated?.job === undefined ? redirect(`${toReview}#left-out`) : tooLate;
};

/** Every address in the text, or why there is none. A wrong match is harmless: it only leaves somebody out. */
const addressesIn: Step<ReadonlySet<string> | string> = async ({ form, administrator }, { workers }) => {
  const input = { text: form.people ?? '', file: undefined };
  const { userId } = administrator.context;
  const found = await workers.readPeople(input, userId);
  if ('refused' in found) return found.refused;
  if (found.kind !== 'table') return new Set(found.people.map(({ email }) => email));
  const choice = { personColumn: 0, filterColumn: undefined, filterValue: undefined };
  return (await workers.chooseRows({ table: found, choice }, userId)).everybody;
};

function withoutPeople(review: Review, named: ReadonlySet<string>): Review {
  const { items: reviewed, count, leftOut = [] } = review;
  const isNamed = ({ email }: { readonly email: string }) => named.has(emailKey(email));
  const items = reviewed.filter(item => !isNamed(item));
  const known = new Set([...reviewed, ...leftOut].map(({ email }) => emailKey(email)));
  const others = [...named].filter(email => !known.has(email));
  const nearMatches = createNearMatches<RemovalItem>(others.slice(0, NAMED_LIMIT));
  for (const item of items) nearMatches.consider(item);
  const nameOf = (email: string) => {
    const near = nearMatches.nearest(email);
    return email.slice(0, EMAIL_LENGTH_LIMIT) + (near ? ` (perhaps ${near.email})` : '');
  };
  return {
    ...review,
    items,
    count: count - (reviewed.length - items.length),
    leftOut: [...leftOut, ...reviewed.filter(isNamed)],
    notReviewed: {
      texts: others.slice(0, NAMED_LIMIT).map(nameOf),
      count: others.length,
    },
  };
}

function putBack(review: Review): Review {
  const { items, count, leftOut = [] } = review;
  return {
    ...review,
    items: sortItems([...items, ...leftOut]),
    count: count + leftOut.length,
    leftOut: [],
    notReviewed: undefined,
  };
}
