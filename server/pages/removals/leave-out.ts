import { emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import type { Recognition } from '../../people/recognize';
import { formatCount } from '../figures';
import type { SignedInHandler } from '../handler';
import { fetchUserDetails } from '../user-details';
import { openReview } from './open-review';
import { ownerOf } from './owner';
import { reviewPageWith } from './review';
import { reviewAddress } from './terms';

/** POST /removals/review/leave-out?review=…: leaves people out of a review, and leads back to it (P373). */
export const leaveOut: SignedInHandler = async (request, dependencies) => {
  const { form, administrator } = request;
  const people = form.people ?? '';
  const answerWith = (problem: string) => reviewPageWith({ problem, people })(request, dependencies);
  if (people.trim() === '') return answerWith('Paste the email addresses of the people who answered.');
  const recognition = await dependencies.workers.recognizePeople(
    { text: people, file: undefined, ownEmail: administrator.email },
    administrator.context.userId,
  );
  if (recognition.refused !== undefined) return answerWith(reasonFor(recognition));
  if (recognition.addresses.length === 0) return answerWith('There is no email address in this text.');

  const details = await fetchUserDetails(request, dependencies.portalUsers);
  const { opened } = await openReview(request, details, dependencies);
  if (opened.state !== 'found') return redirect(reviewAddress(String(request.query.review)));
  const { id, review, found } = opened;
  const listed = new Set(recognition.addresses.filter(({ doubt }) => !doubt).map(({ email }) => email));
  const doubtful = new Set(recognition.addresses.filter(({ doubt }) => doubt).map(({ email }) => email));
  const isListed = (email: string) => listed.has(emailKey(email));
  const items = found.items.filter(({ email }) => !isListed(email));
  const leftOut = found.items.map(({ email }) => email).filter(isListed);
  const inDoubt = items.map(({ email }) => email).filter(email => doubtful.has(emailKey(email)));
  await dependencies.removals.reviews.update(ownerOf(request), id, {
    ...review,
    found: { ...found, items, count: found.count - leftOut.length },
    leftOut: [...new Set([...(review.leftOut ?? []), ...leftOut])],
    inDoubt: [...new Set(inDoubt)],
  });
  return redirect(`${reviewAddress(id)}#left-out`);
};

function reasonFor(recognition: Extract<Recognition, { refused: string }>): string {
  return 'count' in recognition
    ? `This text is too long: it has ${formatCount(recognition.count)} ${recognition.refused === 'too many' ? 'email addresses' : 'lines'}.`
    : 'This is not a text.';
}
