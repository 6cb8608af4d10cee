import { EMAIL_LENGTH_LIMIT, emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import type { Recognition } from '../../people/recognize';
import type { Named } from '../../removals/run-state';
import { formatCount } from '../figures';
import type { SignedInHandler } from '../handler';
import { fetchUserDetails } from '../user-details';
import { openReview } from './open-review';
import { ownerOf } from './owner';
import { reviewPageWith } from './review';
import { reviewAddress } from './terms';

/** How many addresses and lines that had no effect are named. */
const NAMED_LIMIT = 20;

/** POST /removals/review/leave-out?review=…: leaves people out of a review, and leads back to it (P373). */
export const leaveOut: SignedInHandler = async (request, dependencies) => {
  const { form, administrator } = request;
  const people = form.people ?? '';
  const answerWith = (problem: string) => reviewPageWith({ problem, people })(request, dependencies);
  if (people.trim() === '') return answerWith('Paste the email addresses of the people who answered.');
  const recognition = await dependencies.workers.recognizePeople(
    { text: withoutInvisible(people), file: undefined, ownEmail: administrator.email },
    administrator.context.userId,
  );
  if (recognition.refused !== undefined) return answerWith(reasonFor(recognition));
  if (recognition.addresses.length === 0) return answerWith('There is no email address in this text.');

  const details = await fetchUserDetails(request, dependencies.portalUsers);
  const { opened } = await openReview(request, details, dependencies);
  if (opened.state !== 'found') return redirect(reviewAddress(String(request.query.review)));
  const { id, review, found } = opened;
  const { addresses, unaddressed, unaddressedCount, unread } = recognition;
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
  const notReviewed = whole
    .filter(({ email, doubt }) => doubt !== 'own' && !reviewed.has(email))
    .map(({ email }) => email);

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

function reasonFor(recognition: Extract<Recognition, { refused: string }>): string {
  return 'count' in recognition
    ? `This text is too long: it has ${formatCount(recognition.count)} ${recognition.refused === 'too many' ? 'email addresses' : 'lines'}.`
    : 'This is not a text.';
}
