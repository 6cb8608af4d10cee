import type { Dependencies } from '../../dependencies';
import type { PeopleInput, ReadProblem } from '../../leavers/read-people';
import type { Found } from '../../leavers/result';
import type { SignedInRequest } from '../handler';
import { loadPeople } from './load';

interface ReadPeople {
  readonly found: Found | ReadProblem;
  /** Whether names, which come from cards, were searched to find people without an address. */
  readonly areNamesRead: boolean;
}

/**
 * Reads a text and a file: their addresses, the people of the lists who are named in them without an address, and the
 * rest. With `isText`, the text is never read as a table.
 */
export async function readPeopleIn(
  input: Omit<PeopleInput, 'listed'>,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<ReadPeople> {
  const loaded = await loadPeople(request, dependencies);
  const { email: emails, name: names } = loaded?.people.table.texts ?? {};
  const listed = emails && names && { emails, names };
  const found = await dependencies.workers.readPeople(
    { ...input, listed },
    request.administrator.context.userId,
  );
  return { found, areNamesRead: loaded !== undefined && !loaded.unavailableProducts.includes('card') };
}
