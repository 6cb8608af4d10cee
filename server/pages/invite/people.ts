import { formatCount } from '../../../shared/format-count';
import { type ProductKey, productTerms } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import { createNearMatches } from '../../leavers/near-matches';
import { ADDRESS_LIMIT } from '../../leavers/read-people';
import type { Found } from '../../leavers/result';
import { inTurns } from '../../lists/turns';
import type { Person } from '../../people/person';
import { emailKey } from '../../text/email-address';
import type { SignedInRequest } from '../handler';
import { loadPeople } from '../people-list/load';
import { notAddressesText } from '../people-list/present-texts';
import { readPeopleIn } from '../people-list/read-people';
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
interface ReadAddresses extends Pick<Found, 'named' | 'notAddresses' | 'withoutAddress'> {
  readonly emails: readonly string[];
  readonly areNamesRead: boolean;
  readonly noun: 'line' | 'row';
}

const problems = {
  'no address': 'There is no email address in this text.',
  'too many': `This text has more than ${formatCount(ADDRESS_LIMIT)} email addresses.`,
  'large table': 'This table is too large. Paste only the columns that matter.',
  unreadable: 'This text could not be read.',
} as const;

/** Reads the addresses of a text, as Remove leavers does; of a table, those in the column with the most addresses. */
export async function readAddresses(
  text: string,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<ReadAddresses | { readonly problem: string }> {
  const { found, areNamesRead } = await readPeopleIn({ text, file: undefined }, request, dependencies);
  if ('refused' in found) {
    const unread = found.refused === 'no address' ? notAddressesText(found.notAddresses) : '';
    return { problem: `${problems[found.refused]} ${unread}`.trim() };
  }
  const { named, notAddresses, withoutAddress } = found;
  const read = { named, notAddresses, withoutAddress, areNamesRead, noun: 'line' } as const;
  if (found.kind !== 'table') return { ...read, emails: found.people.map(({ email }) => email) };
  const choice = { personColumn: Number.NaN, filterColumn: undefined, filter: undefined };
  const { userId } = request.administrator.context;
  const chosen = await dependencies.workers.chooseRows({ table: found, choice }, userId);
  return {
    ...read,
    noun: 'row',
    emails: [...chosen.people.keys()],
    withoutAddress: chosen.withoutAddress,
  };
}

/** Finds out which people of the text in the URL can be invited to a product; undefined without a text, or if it has expired. */
export async function findInvited(
  product: ProductKey,
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
  const wanted = new Set(emails);
  const known = new Set<string>();
  const served = new Set<string>();
  for await (const part of inTurns(await people.all())) {
    for (const person of part) {
      const key = emailKey(person.email);
      if (!wanted.has(key)) continue;
      known.add(key);
      if (person[productTerms[product].peopleColumns.count] > 0) served.add(key);
    }
  }
  const unknown = emails.filter(email => !known.has(email));
  const nearMatches = createNearMatches<Person>(unknown);
  for await (const part of inTurns(await people.all())) {
    for (const person of part) nearMatches.consider(person);
  }
  const similar = unknown.flatMap(email => {
    const near = nearMatches.nearest(email);
    return near ? { email, near } : [];
  });
  const left = new Set(query.all === '1' ? [] : similar.map(({ email }) => email));
  return {
    text: stored.text,
    fresh: emails.filter(email => !served.has(email) && !left.has(email)),
    served: unavailableProducts.includes(product) ? undefined : served.size,
    similar: query.all === '1' ? [] : similar,
    ...others,
  };
}
