import { REMOVAL_LIMIT, type RemovableKind, removableKinds } from '../../../shared/removals';
import { domainOf, emailKey } from '../../email-address';
import type { Doubt, FoundPeople } from '../../people/answer';
import type { RemovalItem } from '../../removals/items';
import type { RemovableItems } from '../removals/lists';

/** A person, with what was found. */
export interface PersonInAnswer {
  readonly email: string;
  /** Why it is not clear that the list is about this person. */
  readonly doubt: Doubt | undefined;
  /** For somebody who is not on a list of staff: whether the address has one of its domains. */
  readonly isColleague: boolean;
  /** How many licenses and cards this person has. */
  readonly counts: Record<RemovableKind, number>;
  /** The first of these, as many as a run can remove. */
  readonly items: RemovalItem[];
}

/** The people whose licenses and cards an answer shows. */
interface PeopleToFind {
  /** The person with an address, in the form of `emailKey`; undefined for somebody else. */
  readonly find: (key: string) => PersonInAnswer | undefined;
  /** All people, in the order of the list or else as they were found. */
  readonly all: () => readonly PersonInAnswer[];
}

/** The people in a list of leavers. */
export function listedPeople({ addresses }: FoundPeople): PeopleToFind {
  const listed = new Map(
    addresses.map(({ email, doubt }) => [email, person({ email, doubt, isColleague: false })]),
  );
  return { find: key => listed.get(key), all: () => [...listed.values()] };
}

/** All people but those in a list of staff, and the administrator. */
export function everybodyElse(list: FoundPeople, ownEmail: string): PeopleToFind {
  const staff = new Set([...list.addresses.map(({ email }) => email), emailKey(ownEmail)]);
  const domains = new Set(staffDomains(list));
  const others = new Map<string, PersonInAnswer>();
  return {
    find(key) {
      if (key === '' || staff.has(key)) return undefined;
      const known = others.get(key);
      if (known) return known;
      const other = person({ email: key, doubt: undefined, isColleague: domains.has(domainOf(key)) });
      others.set(key, other);
      return other;
    },
    all: () => [...others.values()],
  };
}

/** Doubts about whether people on the list leave. */
const LIST_DOUBTS: ReadonlySet<Doubt> = new Set(['status', 'heading', 'not understood']);

/** Whether an address is certainly that of a person on the list, who may stay nevertheless. */
export function isOnList({ doubt }: Pick<PersonInAnswer, 'doubt'>): boolean {
  return doubt === undefined || LIST_DOUBTS.has(doubt);
}

/** Doubts about who leaves, not about who is named. */
const STAFF_DOUBTS: ReadonlySet<Doubt> = new Set(['own', 'column', ...LIST_DOUBTS]);

/** The domains of a list of staff, those of most people first. Addresses in doubt may be those of others. */
export function staffDomains({ addresses }: Pick<FoundPeople, 'addresses'>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { email, doubt } of addresses) {
    if (doubt && !STAFF_DOUBTS.has(doubt)) continue;
    const domain = domainOf(email);
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([domain]) => domain);
}

function person(properties: Pick<PersonInAnswer, 'email' | 'doubt' | 'isColleague'>): PersonInAnswer {
  return { ...properties, counts: { license: 0, card: 0 }, items: [] };
}

/** How many items of all kinds a person has. */
export function countItems({ counts }: Pick<PersonInAnswer, 'counts'>): number {
  return removableKinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Assigns the items of a list to their people. */
export async function assignItems({ kind, filter }: RemovableItems, { find }: PeopleToFind): Promise<void> {
  const kept = new Map<string, number>();
  // Called with pauses: 100,000 items must not delay other requests (T64). Only as many are kept as can be shown.
  const items = await filter(({ email }) => {
    const found = find(emailKey(email));
    if (!found) return false;
    found.counts[kind]++;
    const group = `${found.isColleague} ${found.doubt === undefined}`;
    const count = (kept.get(group) ?? 0) + 1;
    kept.set(group, count);
    return count <= REMOVAL_LIMIT;
  });
  for (const item of items) find(emailKey(item.email))?.items.push(item);
}
