import { type ProductKey, productTerms } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import { createNearTexts } from '../../leavers/near-matches';
import type { Found } from '../../leavers/result';
import { inTurns } from '../../lists/turns';
import { domainOf, isEmailAddress } from '../../text/email-address';
import type { SignedInRequest } from '../handler';
import { findByAddress, withNearMatches } from '../people-list/find-people';
import { type LoadedPeople, loadPeople } from '../people-list/load';
import { readPeopleIn } from '../people-list/read-people';
import { textProblem } from '../people-list/read-problem';
import { ownerOf } from '../record-owner';

/** The people of a text, as the invitation to a product sees them. */
export interface Invited extends Omit<ReadAddresses, 'emails'> {
  readonly text: string;
  /** The addresses of people without the product. */
  readonly fresh: readonly string[];
  /** The addresses of people who already have the product; undefined if its list is not available. */
  readonly served: readonly string[] | undefined;
  /** Addresses that nobody has, but that are similar to a person's, or at a domain similar to one of the company's. */
  readonly similar: readonly { readonly email: string; readonly near: string }[];
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
  const found = await readPeopleIn({ text, file: undefined, purpose: 'invite' }, request, dependencies);
  if ('refused' in found)
    return { problem: textProblem(found.refused, 'notRead' in found ? found.notRead : undefined) };
  const { named, notRead } = found;
  if (found.kind !== 'table')
    return { named, notRead, noun: 'line', emails: found.people.map(({ email }) => email) };
  const choice = { personColumn: Number.NaN, only: undefined };
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
  const correctedDomains = await correctDomains(unknown, people, request.administrator.email);
  const similar = (await withNearMatches(people, unknown)).flatMap(({ email, near }) => {
    const domain = correctedDomains.get(domainOf(email));
    if (near) return { email, near: near.email };
    return domain ? { email, near: email.replace(/[^@]*$/, domain) } : [];
  });
  const left = new Set(similar.map(({ email }) => email));
  return {
    text: stored.text,
    fresh: emails.filter(email => !isServed(email) && !left.has(email)),
    served: unavailableProducts.includes(productKey) ? undefined : emails.filter(isServed),
    similar,
    ...others,
  };
}

/** The maximum number of domains to compare. */
const DOMAIN_LIMIT = 1000;

/** Domains that are similar to one of the company's people or the administrator's, each with that domain. */
async function correctDomains(
  emails: readonly string[],
  people: LoadedPeople['people'],
  ownEmail: string,
): Promise<ReadonlyMap<string, string>> {
  const domains = createNearTexts<string>(domain => domain);
  for (const domain of [...new Set(emails.map(domainOf))].slice(0, DOMAIN_LIMIT)) domains.add(domain);
  const known = new Set<string>();
  const corrected = new Map<string, string>();
  const consider = (email: string) => {
    const domain = domainOf(email);
    if (known.has(domain) || !isEmailAddress(email)) return;
    known.add(domain);
    for (const other of domains.near(domain, each => !corrected.has(each))) corrected.set(other, domain);
  };
  if (emails.length === 0) return corrected;
  consider(ownEmail);
  for await (const part of inTurns(await people.all())) {
    for (const { email } of part) consider(email);
  }
  for (const domain of known) corrected.delete(domain);
  return corrected;
}
