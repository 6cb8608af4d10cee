import { createElement } from 'react';
import { messages } from '../../../shared/messages';
import { type LeaversContent, LeaversPage } from '../../../views/pages/LeaversPage';
import type { Dependencies } from '../../dependencies';
import { redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { EMAIL_LIST_LIMIT } from '../../people/recognize';
import { formatCount } from '../figures';
import type { SignedInHandler } from '../handler';
import { companyOf, ownerOf } from '../removals/owner';
import { answerAddress } from '../removals/terms';
import { type SignedInPage, signedInPage } from '../signed-in-page';
import { fetchUserDetails } from '../user-details';
import { loadAnswer } from './answer';
import { readPeople, type SentPeople } from './read-people';

/** GET /leavers: shows the form for a list of people. With `?answer=…`, shows what the people of a list have. */
export const leaversPage = pageWith(async (request, details, dependencies) =>
  request.query.answer === undefined
    ? presentForm({ people: '', direction: undefined, problem: undefined })
    : loadAnswer(request, details, dependencies),
);

/** POST /leavers: stores whom the list names, and leads to the answer (P260 to P265). */
export const checkPeople: SignedInHandler = async (request, dependencies) => {
  const sent = await readPeople(request, dependencies);
  if (sent.direction === undefined || !sent.found) return showForm(request, sent, dependencies);
  const details = await fetchUserDetails(request, dependencies.portalUsers);
  // Without roles, the answer would be empty.
  if (!details) {
    return showForm(request, { ...sent, problem: messages.access.userDetailsMissing }, dependencies);
  }
  const id = await dependencies.removals.answers.create(ownerOf(request), {
    company: companyOf(request, details),
    direction: sent.direction,
    people: sent.found,
  });
  return redirect(answerAddress({ answer: id }));
};

/** Shows a rejected form again, with its input. */
function showForm(request: SignedInRequest, sent: SentPeople, dependencies: Dependencies) {
  return pageWith(async () => presentForm(sent))(request, dependencies);
}

function presentForm({
  people,
  direction,
  problem,
}: Pick<SentPeople, 'people' | 'direction' | 'problem'>): LeaversContent {
  return { state: 'form', people, direction, problem, limit: formatCount(EMAIL_LIST_LIMIT) };
}

function pageWith(load: SignedInPage<LeaversContent>['load']): SignedInHandler {
  return signedInPage({
    title: 'Leavers',
    subtitle: 'Find the licenses and cards of people who have left',
    shape: 'list',
    styles: 'tools',
    load,
    async show(_request, content, layout) {
      // The form shows its own message: the layout's link would lose the input.
      const isExplained = content.state === 'form' && content.problem !== undefined;
      const outage = isExplained ? undefined : layout.outage;
      return { element: createElement(LeaversPage, { layout: { ...layout, outage }, content }) };
    },
  });
}
