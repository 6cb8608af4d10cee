import { toContent, withParameter } from '../../../shared/paths';
import { redirect } from '../../http/reply';
import { NAMED_LIMIT } from '../../leavers/first-texts';
import { createNearMatches } from '../../leavers/near-matches';
import type { FoundText } from '../../leavers/result';
import { type RemovalItem, sortItems } from '../../removals/items';
import type { Review } from '../../removals/state';
import { EMAIL_LENGTH_LIMIT, emailKey } from '../../text/email-address';
import type { Load, SignedInHandler } from '../handler';
import { readPeopleIn } from '../people-list/read-people';
import { reviewUrl } from '../product/removal-urls';
import { ownerOf } from '../record-owner';
import { openReview } from './open-review';

/** POST /removals/review/leave-out?review=…: leaves people out of a review or puts them back, and redirects to it (P373). */
export const leaveOut: SignedInHandler = async (request, dependencies) => {
  const { form, query } = request;
  const toReview = reviewUrl(String(query.review));
  const isBack = form.back === '1';
  const read = isBack ? undefined : await readText(request, dependencies);
  if (typeof read === 'string') return redirect(`${withParameter(toReview, 'refused', read)}#leave-out`);
  const { opened } = await openReview(request, dependencies);
  const tooLate = redirect(toContent(toReview), { toast: ['nobodyLeftOut'] });
  if (opened.state === 'used') return tooLate;
  // A review may be empty because everybody was left out.
  if (opened.state !== 'open' && opened.state !== 'empty') return redirect(toContent(toReview));
  const updated = await dependencies.removals.reviews.update(ownerOf(request), query.review, review =>
    review.job === undefined ? (read ? withoutPeople(review, read) : putBack(review)) : review,
  );
  if (updated?.job !== undefined) return tooLate;
  return redirect(isBack ? toContent(toReview) : `${toReview}#left-out`);
};

interface ReadText extends Pick<FoundText, 'notAddresses' | 'withoutAddress'> {
  /** Everybody in the text, with an address or named without one. */
  readonly people: ReadonlySet<string>;
  readonly areNamesRead: boolean;
}

/** Reads the people of the text, or says why there are none. A wrong match is harmless: it only leaves somebody out. */
const readText: Load<ReadText | string> = async (request, dependencies) => {
  const input = { text: request.form.people ?? '', file: undefined, isText: true };
  const { found, areNamesRead } = await readPeopleIn(input, request, dependencies);
  if ('refused' in found) {
    if (found.refused !== 'no address' || found.notAddresses.count === 0) return found.refused;
    const { notAddresses } = found;
    return { people: new Set(), areNamesRead, notAddresses, withoutAddress: { texts: [], count: 0 } };
  }
  const { notAddresses, withoutAddress, named } = found;
  const people = new Set([...('people' in found ? found.people : []), ...named].map(({ email }) => email));
  return { people, areNamesRead, notAddresses, withoutAddress };
};

function withoutPeople(
  review: Review,
  { people, areNamesRead, notAddresses, withoutAddress }: ReadText,
): Review {
  const { items: reviewed, count, leftOut = [] } = review;
  const isNamed = ({ email }: { readonly email: string }) => people.has(emailKey(email));
  const items = reviewed.filter(item => !isNamed(item));
  const known = new Set([...reviewed, ...leftOut].map(({ email }) => emailKey(email)));
  const others = [...people].filter(text => !known.has(text));
  const texts = others.slice(0, NAMED_LIMIT);
  const nearMatches = createNearMatches<RemovalItem>([...texts, ...notAddresses.texts]);
  for (const item of items) nearMatches.consider(item);
  const describe = (email: string) => {
    const near = nearMatches.nearest(email)?.email.slice(0, EMAIL_LENGTH_LIMIT);
    return email.slice(0, EMAIL_LENGTH_LIMIT) + (near === undefined ? '' : ` (perhaps ${near})`);
  };
  return {
    ...review,
    items,
    count: count - (reviewed.length - items.length),
    leftOut: [...leftOut, ...reviewed.filter(isNamed)],
    lastText: {
      notReviewed: { texts: texts.map(describe), count: others.length },
      notAddresses: { ...notAddresses, texts: notAddresses.texts.map(describe) },
      withoutAddress,
      areNamesRead,
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
    lastText: undefined,
  };
}
