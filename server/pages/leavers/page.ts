import { createElement } from 'react';
import { leaversFields, peopleDirections } from '../../../shared/leavers';
import { type LeaversContent, LeaversPage } from '../../../views/pages/LeaversPage';
import { redirect } from '../../http/reply';
import type { SignedInHandler } from '../handler';
import { companyOf, ownerOf } from '../removals/owner';
import { answerAddress } from '../removals/terms';
import { signedInPage } from '../signed-in-page';
import { loadAnswer, presentForm } from './answer';
import { readPeople } from './read-people';

/** GET /leavers: shows the form for a list of people. With `?answer=…`, shows what the people of a list have. */
export const leaversPage = signedInPage<LeaversContent>({
  title: 'Leavers',
  subtitle: 'Find the licenses and cards of people who have left',
  shape: 'list',
  styles: 'tools',
  load: async (request, dependencies) =>
    request.query.answer === undefined ? presentForm() : loadAnswer(request, dependencies),
  show: async (_request, content, layout) => ({ element: createElement(LeaversPage, { layout, content }) }),
});

/** POST /leavers: stores whom the list names, or why it was not read, and leads to the answer (P260 to P265, P290). */
export const checkPeople: SignedInHandler = async (request, dependencies) => {
  const found = await readPeople(request, dependencies);
  const direction = peopleDirections.find(each => each === request.form[leaversFields.direction]);
  const id = await dependencies.answers.put(ownerOf(request), {
    company: companyOf(request, await request.details()),
    direction,
    found,
  });
  return redirect(answerAddress({ answer: id }));
};
