import { toContent, withParameter } from '../../../shared/paths';
import { redirect } from '../../http/reply';
import { createNearMatches } from '../../leavers/near-matches';
import type { Found } from '../../leavers/result';
import { type RemovalItem, sortItems } from '../../removals/items';
import type { Review } from '../../removals/state';
import { EMAIL_LENGTH_LIMIT, emailKey } from '../../text/email-address';
import { type FirstTexts, NAMED_LIMIT, type NotRead } from '../../text/first-texts';
import { type Load, requiring } from '../handler';
import { quoteLine } from '../people-list/present-not-read';
import { readPeopleIn } from '../people-list/read-people';
import { reviewUrl } from '../product/removal-urls';
import { ownerOf } from '../record-owner';
import { openReview } from './open-review';

/** POST /removals/review/leave-out?review=…: leaves people out of a review or puts them back, and redirects to it (P373). */
export const leaveOut = requiring('role', async (request, dependencies) => {
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
});

interface ReadText {
  /** Everybody in the text, with an address or named without one. */
  readonly people: ReadonlySet<string>;
  readonly named: Found['named'];
  readonly notRead: NotRead;
}

/** Reads the people of the text, or says why there are none. A wrong match is harmless: it only leaves somebody out. */
const readText: Load<ReadText | string> = async (request, dependencies) => {
  const input = { text: request.form.people ?? '', file: undefined, purpose: 'leave out' } as const;
  const found = await readPeopleIn(input, request, dependencies);
  if ('refused' in found) {
    return found.refused === 'no address' && found.notRead.words.count > 0
      ? { people: new Set(), named: [], notRead: found.notRead }
      : found.refused;
  }
  const { notRead, named } = found;
  const people = [...('people' in found ? found.people : []), ...named].map(({ email }) => email);
  return { people: new Set(people), named, notRead };
};

function withoutPeople(review: Review, { people, named, notRead }: ReadText): Review {
  const { items: reviewed, count, leftOut = [], lastText } = review;
  const isNamed = ({ email }: { readonly email: string }) => people.has(emailKey(email));
  const items = reviewed.filter(item => !isNamed(item));
  const known = new Set([...reviewed, ...leftOut].map(({ email }) => emailKey(email)));
  const others = [...people].filter(text => !known.has(text));
  const byName = named.filter(({ email }) => known.has(email));
  const texts = others.slice(0, NAMED_LIMIT);
  const nearMatches = createNearMatches<RemovalItem>();
  for (const text of [...texts, ...notRead.words.texts]) nearMatches.want(text);
  for (const item of items) nearMatches.consider(item);
  const describe = (email: string) => {
    const near = nearMatches.nearest(email);
    return email.slice(0, EMAIL_LENGTH_LIMIT) + (near === undefined ? '' : perhaps(near));
  };
  const notReviewed = { texts: texts.map(describe), count: others.length };
  const words = { texts: notRead.words.texts.map(describe), count: notRead.words.count };
  return {
    ...review,
    items,
    count: count - (reviewed.length - items.length),
    leftOut: [...leftOut, ...reviewed.filter(isNamed)],
    lastText: {
      notReviewed: withEarlier(notReviewed, lastText?.notReviewed, items),
      named: { texts: byName.slice(0, NAMED_LIMIT).map(quoteLine), count: byName.length },
      notRead: { ...notRead, words: withEarlier(words, lastText?.notRead.words, items) },
    },
  };
}

const perhaps = ({ email }: RemovalItem) => ` (perhaps ${email.slice(0, EMAIL_LENGTH_LIMIT)})`;

/** Adds the texts that are still open from before: those that may mean somebody who is in the review. */
function withEarlier(
  latest: FirstTexts,
  earlier: FirstTexts | undefined,
  items: readonly RemovalItem[],
): FirstTexts {
  const open = (earlier?.texts ?? []).filter(
    text => !latest.texts.includes(text) && items.some(item => text.endsWith(perhaps(item))),
  );
  return {
    texts: [...latest.texts, ...open].slice(0, NAMED_LIMIT),
    count: latest.count + open.length,
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
