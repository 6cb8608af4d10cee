import { withParameter } from '../../../shared/paths';
import { EMAIL_LENGTH_LIMIT, emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import type { FoundPeople } from '../../people/answer';
import type { Named, Review } from '../../removals/run-state';
import type { SignedInHandler } from '../handler';
import { findPeople } from '../leavers/read-people';
import { openReview } from './open-review';
import { ownerOf } from './owner';
import { reviewAddress } from './terms';

/** How many addresses and lines that had no effect are named. */
const NAMED_LIMIT = 20;

/** POST /removals/review/leave-out?review=…: leaves people out of a review, and leads back to it (P373). */
export const leaveOut: SignedInHandler = async (request, dependencies) => {
  const { form, administrator, query } = request;
  const toReview = reviewAddress(String(query.review));
  const text = form.people ?? '';
  // The administrator's own address counts like any other.
  const input = { text, file: undefined, ownEmail: '', meaning: 'keeping' } as const;
  const people = await findPeople(request, input, dependencies);
  if ('refused' in people) {
    return redirect(`${withParameter(toReview, 'refused')(people.refused)}#leave-out`);
  }
  const { opened } = await openReview(request, dependencies);
  const tooLate = redirect(toReview, { toast: ['nobodyLeftOut'] });
  if (opened.state !== 'found') return opened.state === 'used' ? tooLate : redirect(toReview);
  const isAboutDoubts = form.inDoubt === '1';
  const updated = await dependencies.removals.reviews.update(ownerOf(request), opened.id, review =>
    review.found && review.run === undefined
      ? withoutPeople(review, review.found, people, { own: administrator.email, isAboutDoubts })
      : review,
  );
  return updated?.run === undefined ? redirect(`${toReview}#answers`) : tooLate;
};

/** A review without these people. */
function withoutPeople(
  review: Review,
  found: NonNullable<Review['found']>,
  { addresses, unaddressed, unaddressedCount, unread }: FoundPeople,
  { own, isAboutDoubts }: { readonly own: string; readonly isAboutDoubts: boolean },
): Review {
  // A part of an address may be the address of another person.
  const broken = addresses.filter(({ doubt }) => doubt === 'broken').map(({ email }) => email);
  const whole = addresses.filter(({ doubt }) => doubt !== 'broken');
  const listed = new Set(whole.filter(({ doubt }) => !doubt).map(({ email }) => email));
  const doubtful = new Set(whole.filter(({ doubt }) => doubt).map(({ email }) => email));
  const isListed = (email: string) => listed.has(emailKey(email));
  const items = found.items.filter(({ email }) => !isListed(email));
  const leftOut = found.items.map(({ email }) => email).filter(isListed);
  const inDoubt = items.map(({ email }) => email).filter(email => doubtful.has(emailKey(email)));
  const reviewed = new Set([
    ...(review.leftOut ?? []).map(emailKey),
    ...found.items.map(({ email }) => emailKey(email)),
  ]);
  const ownKey = emailKey(own);
  const notReviewed = whole
    .map(({ email }) => email)
    .filter(email => email !== ownKey && !reviewed.has(email));
  return {
    ...review,
    found: { ...found, items, count: found.count - leftOut.length },
    leftOut: [...new Set([...(review.leftOut ?? []), ...leftOut])],
    inDoubt: [...new Set(inDoubt)],
    // “Leave these out as well” is still about the text before it.
    ...(!isAboutDoubts && {
      notReviewed: limited(notReviewed),
      notRead: limited([...broken, ...unread, ...unaddressed], unaddressedCount - unaddressed.length),
    }),
  };
}

function limited(texts: readonly string[], others = 0): Named {
  return {
    texts: texts.slice(0, NAMED_LIMIT).map(text => text.slice(0, EMAIL_LENGTH_LIMIT).toWellFormed()),
    count: texts.length + others,
  };
}
