import type { Dependencies } from '../../dependencies';
import type { PeopleInput, ReadProblem } from '../../leavers/read-people';
import type { Found } from '../../leavers/result';
import type { SignedInRequest } from '../handler';
import { loadPeople } from './load';

/**
 * Reads a text and a file: their addresses, the people of the lists who are named in them without an address, and the
 * rest.
 */
export async function readPeopleIn(
  input: Omit<PeopleInput, 'listed' | 'areNamesRead'>,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<Found | ReadProblem> {
  const loaded = await loadPeople(request, dependencies);
  const { email: emails, name: names } = loaded?.people.table.texts ?? {};
  const listed = emails && names && { emails, names };
  // Names come from cards.
  const areNamesRead = loaded !== undefined && !loaded.unavailableProducts.includes('card');
  return dependencies.workers.readPeople(
    { ...input, listed, areNamesRead },
    request.administrator.context.userId,
  );
}
