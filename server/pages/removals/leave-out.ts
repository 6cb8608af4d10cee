import { toContent, withParameter } from '../../../shared/paths';
import { EMAIL_LENGTH_LIMIT, emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import { cleanText } from '../../leavers/addresses';
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
  const unread = wordsWithoutAddress(cleanText(form.people ?? ''));
  const { opened } = await openReview(request, dependencies);
  const tooLate = redirect(toContent(toReview), { toast: ['nobodyLeftOut'] });
  if (opened.state === 'used') return tooLate;
  // A review may be empty because everybody was left out.
  if (opened.state !== 'open' && opened.state !== 'empty') return redirect(toContent(toReview));
  const updated = await dependencies.removals.reviews.update(ownerOf(request), query.review, review =>
    review.job === undefined ? (isBack ? putBack(review) : withoutPeople(review, named, unread)) : review,
  );
  if (updated?.job !== undefined) return tooLate;
  return redirect(isBack ? toContent(toReview) : `${toReview}#left-out`);
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

const SEPARATORS = ' \t\r\n,;<>()"';
const WHOLE_ADDRESS = /[^@]@[^@.]+\.[^@.]/;

/** The first words that have an @, but are not an address, such as “ada@acme”. In one pass, on the event loop (T56). */
function wordsWithoutAddress(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let end = 0;
  for (let at = text.indexOf('@'); at >= 0 && found.size < NAMED_LIMIT; at = text.indexOf('@', end)) {
    let start = at;
    while (start > end && !SEPARATORS.includes(text.charAt(start - 1))) start--;
    end = at + 1;
    while (end < text.length && !SEPARATORS.includes(text.charAt(end))) end++;
    const word = text.slice(start, end);
    if (!WHOLE_ADDRESS.test(word)) found.add(word.slice(0, EMAIL_LENGTH_LIMIT));
  }
  return found;
}

function withoutPeople(review: Review, named: ReadonlySet<string>, unread: ReadonlySet<string>): Review {
  const { items: reviewed, count, leftOut = [] } = review;
  const isNamed = ({ email }: { readonly email: string }) => named.has(emailKey(email));
  const items = reviewed.filter(item => !isNamed(item));
  const known = new Set([...reviewed, ...leftOut].map(({ email }) => emailKey(email)));
  const others = [...named, ...unread].filter(text => !known.has(text));
  const nearMatches = createNearMatches<RemovalItem>(others.slice(0, NAMED_LIMIT));
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
    notReviewed: {
      texts: others.slice(0, NAMED_LIMIT).map(describe),
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
