import { withParameter } from '../../../shared/paths';
import { EMAIL_LENGTH_LIMIT, emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import type { Named } from '../../removals/run-state';
import type { SignedInHandler } from '../handler';
import { findPeople } from '../leavers/read-people';
import { fetchUserDetails } from '../user-details';
import { openReview } from './open-review';
import { ownerOf } from './owner';
import { reviewAddress } from './terms';

/** How many addresses and lines that had no effect are named. */
const NAMED_LIMIT = 20;

/** POST /removals/review/leave-out?review=…: leaves people out of a review, and leads back to it (P373). */
export const leaveOut: SignedInHandler = async (request, dependencies) => {
  const { form, administrator, query } = request;
  const toReview = reviewAddress(String(query.review));
  const text = withoutInvisible(form.people ?? '');
  // The administrator's own address counts like any other.
  const people = await findPeople(request, { text, file: undefined, ownEmail: '' }, dependencies);
  if ('refused' in people) {
    return redirect(`${withParameter(toReview, 'refused')(people.refused)}#leave-out`);
  }
  const details = await fetchUserDetails(request, dependencies.portalUsers);
  const { opened } = await openReview(request, details, dependencies);
  if (opened.state !== 'found') return redirect(toReview);
  const { id, review, found } = opened;
  const { addresses, unaddressed, unaddressedCount, unread } = people;
  // A part of an address may be the address of another person.
  const broken = addresses.filter(({ doubt }) => doubt === 'broken').map(({ email }) => email);
  const whole = addresses.filter(({ doubt }) => doubt !== 'broken');
  const listed = new Set(whole.filter(({ doubt }) => !doubt).map(({ email }) => email));
  const doubtful = new Set(whole.filter(({ doubt }) => doubt).map(({ email }) => email));
  const isListed = (email: string) => listed.has(personKey(email));
  const items = found.items.filter(({ email }) => !isListed(email));
  const leftOut = found.items.map(({ email }) => email).filter(isListed);
  const inDoubt = items.map(({ email }) => email).filter(email => doubtful.has(personKey(email)));
  const reviewed = new Set([
    ...(review.leftOut ?? []).map(personKey),
    ...found.items.map(({ email }) => personKey(email)),
  ]);
  const own = personKey(administrator.email);
  const notReviewed = whole.map(({ email }) => email).filter(email => email !== own && !reviewed.has(email));

  await dependencies.removals.reviews.update(ownerOf(request), id, {
    ...review,
    found: { ...found, items, count: found.count - leftOut.length },
    leftOut: [...new Set([...(review.leftOut ?? []), ...leftOut])],
    inDoubt: [...new Set(inDoubt)],
    // “Leave these out, too” is still about the text before it.
    ...(form.inDoubt !== '1' && {
      notReviewed: nameSome(notReviewed),
      notRead: nameSome([...broken, ...unread, ...unaddressed], unaddressedCount - unaddressed.length),
    }),
  });
  return redirect(`${reviewAddress(id)}#left-out`);
};

/** A copied address may have zero-width characters and soft hyphens, which nobody sees. */
function withoutInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

function personKey(email: string): string {
  return emailKey(withoutInvisible(email));
}

function nameSome(texts: readonly string[], others = 0): Named {
  return {
    texts: texts.slice(0, NAMED_LIMIT).map(text => text.slice(0, EMAIL_LENGTH_LIMIT).toWellFormed()),
    count: texts.length + others,
  };
}
