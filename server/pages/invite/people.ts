import { type ProductKey, productTerms } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import type { Found } from '../../leavers/result';
import type { Person } from '../../people/person';
import type { SignedInRequest } from '../handler';
import { findByAddress, withNearMatches } from '../people-list/find-people';
import { loadPeople } from '../people-list/load';
import { readPeopleIn } from '../people-list/read-people';
import { readProblem } from '../people-list/read-problem';
import { ownerOf } from '../record-owner';

/** The people of a text, as the invitation to a product sees them. */
export interface Invited extends Omit<ReadAddresses, 'emails'> {
  readonly text: string;
  /** The addresses of the text that nobody with the product has. */
  readonly fresh: readonly string[];
  /** How many people have the product already; undefined if its list is not available. */
  readonly served: number | undefined;
  /** The addresses that nobody has, but that are similar to a person's. */
  readonly similar: readonly { readonly email: string; readonly near: Person }[];
}

/** The addresses in a text, and the rest of it. */
interface ReadAddresses extends Pick<Found, 'named' | 'notRead'> {
  readonly emails: readonly string[];
  readonly noun: 'line' | 'row';
}

/** Reads the addresses of a text, as Remove leavers does; of a table, those in the column with the most addresses. */
export async function readAddresses(
  text: string,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<ReadAddresses | { readonly problem: string }> {
  const found = await readPeopleIn({ text, file: undefined }, request, dependencies);
  if ('refused' in found) return { problem: readProblem(found) };
  const { named, notRead } = found;
  if (found.kind !== 'table')
    return { named, notRead, noun: 'line', emails: found.people.map(({ email }) => email) };
  const choice = { personColumn: Number.NaN, filterColumn: undefined, filter: undefined };
  const { userId } = request.administrator.context;
  const chosen = await dependencies.workers.chooseRows({ table: found, choice }, userId);
  return {
    named,
    notRead: { ...notRead, lines: chosen.withoutAddress },
    noun: 'row',
    emails: [...chosen.people.keys()],
  };
}

/** Finds out which people of the text in the URL can be invited to a product; undefined without a text, or if it has expired. */
export async function findInvited(
  productKey: ProductKey,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<Invited | 'expired' | undefined> {
  const { query } = request;
  if (query.people === undefined) return undefined;
  const stored = await dependencies.records.invitedPeople.get(ownerOf(request), query.people);
  if (!stored) return 'expired';
  const read = await readAddresses(stored.text, request, dependencies);
  const loaded = await loadPeople(request, dependencies);
  if ('problem' in read || !loaded) return 'expired';
  const { emails, ...others } = read;
  const { people, unavailableProducts } = loaded;
  const found = await findByAddress(people, new Set(emails));
  const { count } = productTerms[productKey].peopleColumns;
  const isServed = (email: string) => (found.get(email)?.[count] ?? 0) > 0;
  const unknown = query.all === '1' ? [] : emails.filter(email => !found.has(email));
  const similar = (await withNearMatches(people, unknown)).flatMap(({ email, near }) =>
    near ? { email, near } : [],
  );
  const left = new Set(similar.map(({ email }) => email));
  return {
    text: stored.text,
    fresh: emails.filter(email => !isServed(email) && !left.has(email)),
    served: unavailableProducts.includes(productKey) ? undefined : emails.filter(isServed).length,
    similar,
    ...others,
  };
}
