import type { Dependencies } from '../../dependencies';
import type { PeopleInput, ReadProblem } from '../../leavers/read-people';
import type { Found } from '../../leavers/result';
import type { SignedInRequest } from '../handler';
import { loadPeople } from './load';

interface ReadPeople {
  readonly found: Found | ReadProblem;
  /** Whether people were looked for who are named without an address: names come from cards. */
  readonly areNamesRead: boolean;
}

/**
 * Reads what an administrator has sent: the addresses in it, the people of the lists who are named in it without an
 * address, and what is neither. With `isText`, the text is never taken for a table.
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
