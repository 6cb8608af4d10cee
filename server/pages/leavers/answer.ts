import type { LeaversContent } from '../../../views/pages/LeaversPage';
import { emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import type { LeftOpen } from '../../removals/state';
import type { SignedInHandler, Step } from '../handler';
import { answerAddress } from '../product/removal-addresses';
import { ownerOf } from '../record-owner';
import { findRows, leadToReview } from '../removals/selection';
import { type OpenedAnswer, openAnswer, removedIn } from './open-answer';
import { hasText, presentAnswer } from './present';

/** GET /leavers?answer=…: what the people of a list have, or what everybody else has. */
export const loadAnswer: Step<LeaversContent> = async (request, dependencies) => {
  const opening = await openAnswer(request, dependencies);
  if (typeof opening === 'string') return { state: opening };
  return presentAnswer(opening, request.query, dependencies.config.removalLimitPerHour);
};

/** POST /leavers/review?answer=…: reviews the removal of the people who were selected. */
export const reviewLeavers: SignedInHandler = async (request, dependencies) => {
  const { query } = request;
  const opening = await openAnswer(request, dependencies);
  if (typeof opening === 'string') return redirect(answerAddress(query));
  const emails = request.values('person');
  const keys = new Set(emails.map(emailKey));
  const owner = ownerOf(request);
  await dependencies.records.answers.update(owner, query.answer, answer => ({
    ...answer,
    selected: [...keys],
    reviewed: [...new Set([...answer.reviewed, ...keys])],
  }));
  const people = emails.map(id => ({ kind: 'person', id }) as const);
  const rows = await findRows(people, request, dependencies);
  const leftOpen = leftOpenIn(opening, keys);
  return leadToReview(rows, { back: answerAddress(query), leftOpen }, request, dependencies);
};

/** The people of an answer who were not selected for the review. */
function leftOpenIn(opening: OpenedAnswer, selected: ReadonlySet<string>): LeftOpen {
  const { missing, people } = opening.matches;
  const removed = removedIn(opening);
  return {
    notFound: missing
      .filter(({ email }) => !removed.has(email))
      .map(({ email, near }) => ({ email, ...(near && { near: near.email }) })),
    notSelected: people
      .filter(({ email }) => !selected.has(emailKey(email)))
      .map(person => ({ email: person.email, has: hasText(person) })),
  };
}
