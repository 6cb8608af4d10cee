import { randomUUID } from 'node:crypto';
import type { LeaversContent } from '../../../views/pages/LeaversPage';
import { emailKey } from '../../email-address';
import { redirect } from '../../http/reply';
import type { SignedInHandler, Step } from '../handler';
import { ownerOf } from '../removals/owner';
import { answerAddress, reviewAddress } from '../removals/terms';
import { openAnswer } from './open-answer';
import { presentAnswer } from './present';

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
  await dependencies.answers.compareAndSet(owner, query.answer, answer => ({
    ...answer,
    selected: [...new Set([...answer.selected, ...keys])],
  }));
  const id = await dependencies.removals.reviews.put(owner, {
    company: opening.answer.company,
    back: answerAddress(query),
    selection: { of: 'rows', rows: emails.map(id => ({ kind: 'person', id })) },
    once: randomUUID(),
  });
  return redirect(reviewAddress(id));
};
