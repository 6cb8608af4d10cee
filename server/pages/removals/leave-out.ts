import { toContent, withParameter } from '../../../shared/paths';
import { redirect } from '../../http/reply';
import { createNearMatches } from '../../leavers/near-matches';
import type { Found } from '../../leavers/result';
import { itemKey, type RemovalItem, unescapeId } from '../../removals/items';
import { divideReview, personKey } from '../../removals/people';
import type { Review } from '../../removals/state';
import { EMAIL_LENGTH_LIMIT, emailKey } from '../../text/email-address';
import { type FirstTexts, NAMED_LIMIT, type NotRead } from '../../text/first-texts';
import { type Load, requiring } from '../handler';
import { quoteLine } from '../people-list/present-not-read';
import { readPeopleIn } from '../people-list/read-people';
import { ownerOf } from '../record-owner';
import { openReview } from './open-review';
import { reviewGroups, reviewPageUrl } from './present-review';

/**
 * POST /removals/review/leave-out?review=…: leaves out one person of a review, or everyone who is in a text, or puts them
 * back, and redirects to the review (P373).
 */
export const leaveOut = requiring('role', async (request, dependencies) => {
  const { form, query } = request;
  const { person } = form;
  const toReview = reviewPageUrl(query);
  const isBack = form.back === '1';
  const read = isBack || person !== undefined ? undefined : await readText(request, dependencies);
  if (typeof read === 'string') return redirect(`${withParameter(toReview, 'refused', read)}#leave-out`);
  const { opened } = await openReview(request, dependencies);
  const tooLate = redirect(toContent(toReview), { toast: ['nobodyLeftOut'] });
  if (opened.state === 'used') return tooLate;
  if (opened.state !== 'open') return redirect(toContent(toReview));
  const change = (review: Review) =>
    read ? withoutPeople(review, read) : movePerson(review, person, isBack);
  const updated = await dependencies.removals.reviews.update(ownerOf(request), query.review, review =>
    review.job === undefined ? change(review) : review,
  );
  if (updated?.job !== undefined) return tooLate;
  const group = reviewGroups.find(each => each === form.group);
  return redirect(read ? `${toReview}#left-out` : group ? `${toReview}#${group}` : toContent(toReview));
});

/** Leaves out the person who has this item, or puts them back; without an item, everyone. */
function movePerson(review: Review, sentKey: string | undefined, isBack: boolean): Review {
  if (sentKey === undefined) return { ...review, leftOut: [], lastText: undefined };
  const named = review.items.find(item => itemKey(item) === unescapeId(sentKey));
  const isNamed = (item: RemovalItem) => named !== undefined && personKey(item) === personKey(named);
  return withLeftOut(review, (item, wasOut) => (isNamed(item) ? !isBack : wasOut));
}

function withLeftOut(review: Review, isOut: (item: RemovalItem, wasOut: boolean) => boolean): Review {
  const before = new Set(review.leftOut);
  const leftOut = review.items.map(item => ({ item, key: itemKey(item) }));
  return {
    ...review,
    leftOut: leftOut.flatMap(({ item, key }) => (isOut(item, before.has(key)) ? key : [])),
  };
}

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
  const isNamed = ({ email }: { readonly email: string }) => people.has(emailKey(email));
  const left = withLeftOut(review, (item, wasOut) => wasOut || isNamed(item));
  const items = divideReview(left).kept;
  const { lastText } = review;
  const known = new Set(review.items.map(({ email }) => emailKey(email)));
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
    ...left,
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
