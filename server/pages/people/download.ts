import { paths } from '../../../shared/paths';
import { removableKinds } from '../../../shared/removals';
import { BackendError } from '../../errors';
import { type Reply, redirect } from '../../http/reply';
import { entityFor } from '../../roles';
import { withAuditLine } from '../audit-line';
import type { SignedInHandler } from '../handler';
import { removableLists } from '../removals/lists';
import { fetchUserDetails } from '../user-details';
import { PEOPLE_EXPORT, peopleLists } from './lists';
import { loadPeople } from './load';
import { presentFailures, unknownPossession } from './present';

/** GET /people/people.csv: the people who match, in the order of the list (P327). */
export const peopleDownload: SignedInHandler = async (request, dependencies) => {
  const details = await fetchUserDetails(request, dependencies.portalUsers);
  const products = removableKinds
    .map(kind => removableLists[kind].product)
    .filter(({ role }) => entityFor(details, role) !== undefined);
  // The page explains what is missing.
  if (products.length === 0) return redirect(paths.people, { status: 302 });

  async function download(): Promise<Reply> {
    const people = await loadPeople(request, Promise.resolve(details), dependencies);
    if (!people) return redirect(paths.people, { status: 302 });
    const { kinds, unavailable } = people;
    const problem =
      kinds.length === unavailable.length
        ? presentFailures(people).join(' ')
        : unknownPossession(people, request.query);
    // An error page is better than a file that looks complete.
    if (problem !== undefined) throw new BackendError(problem, 'content');
    return peopleLists(kinds).lists.people.csv(request, people, dependencies);
  }

  // One line for each product, because an audit may be about one of them.
  const audited = products.reduce<() => Promise<Reply>>(
    (work, product) => () =>
      withAuditLine(request, dependencies, { event: 'download', product }, async () => ({
        reply: await work(),
        outcome: 'ok',
        item: PEOPLE_EXPORT,
      })),
    download,
  );
  return audited();
};
