import { paths } from '../../../shared/paths';
import { removableKinds } from '../../../shared/removals';
import { BackendError } from '../../errors';
import { redirect } from '../../http/reply';
import { entityFor } from '../../roles';
import { withDownloadLine } from '../audit-line';
import type { SignedInHandler } from '../handler';
import { removableLists } from '../removals/lists';
import { fetchUserDetails } from '../user-details';
import { PEOPLE_EXPORT, peopleLists } from './lists';
import { loadPeople } from './load';
import { presentFailures, unknownPossession } from './present';

/** GET /people/people.csv: the people who match, in the order of the list (P327). */
export const peopleDownload: SignedInHandler = async (request, dependencies) => {
  const details = await fetchUserDetails(request, dependencies);
  const products = removableKinds
    .map(kind => removableLists[kind].product)
    .filter(({ role }) => entityFor(details, role) !== undefined);
  // The page explains what is missing.
  if (products.length === 0) return redirect(paths.people, { status: 302 });

  return withDownloadLine(request, dependencies, { products, item: PEOPLE_EXPORT }, async () => {
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
  });
};
