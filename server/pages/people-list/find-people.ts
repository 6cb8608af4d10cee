import { REMOVAL_LIMIT } from '../../../shared/removals';
import { createNearMatches } from '../../leavers/near-matches';
import { inTurns } from '../../lists/turns';
import type { Person } from '../../people/person';
import { domainOf, emailKey, isEmailAddress } from '../../text/email-address';
import { countItems } from './lists';
import type { LoadedPeople } from './load';

/** An address that nobody has, and a similar person. */
export interface Missing {
  readonly email: string;
  readonly near: Person | undefined;
}

/** The people of the company who match a result. */
export interface Matches {
  /** As many as one job can remove, in the order of the list. */
  readonly people: readonly Person[];
  readonly count: number;
  /** How many licenses and cards all of them have. */
  readonly items: number;
  /** How many different addresses the result has. */
  readonly addresses: number;
  /** The addresses that nobody has; none while a list is not available. */
  readonly missing: readonly Missing[];
  /** The people who are named without an address. They are in neither of the others. */
  readonly named: readonly Person[];
}

/** The people of a result, in the form of `emailKey`. */
interface Wanted {
  readonly emails: readonly string[];
  /** The names of people who are named without an address. */
  readonly named: readonly string[];
}

type People = LoadedPeople['people'];

/** Finds the people with these addresses (`emailKey`). */
export async function findByAddress(
  list: People,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Person>> {
  const found = new Map<string, Person>();
  // In turns, because 100,000 people must not delay other requests (T64).
  for await (const part of inTurns(await list.all())) {
    for (const person of part) {
      const key = emailKey(person.email);
      if (keys.has(key)) found.set(key, person);
    }
  }
  return found;
}

/** Finds a similar person for each address that nobody has. */
export async function withNearMatches(list: People, missing: readonly string[]): Promise<readonly Missing[]> {
  const nearMatches = createNearMatches<Person>(missing);
  if (missing.length > 0) {
    for await (const part of inTurns(await list.all())) {
      for (const person of part) nearMatches.consider(person);
    }
  }
  return missing.map(email => ({ email, near: nearMatches.nearest(email) }));
}

/** Finds the people with these addresses, in their order. The administrator is never among them. */
export async function findLeavers(
  { people: list, unavailableProducts }: Pick<LoadedPeople, 'people' | 'unavailableProducts'>,
  leavers: Wanted,
  ownEmail: string,
): Promise<Matches> {
  const own = emailKey(ownEmail);
  const keys = new Set(leavers.emails.filter(key => key !== own));
  const named = new Set(leavers.named.filter(key => key !== own && !keys.has(key)));
  const found = await findByAddress(list, new Set([...keys, ...named]));
  const people = [...keys].flatMap(key => found.get(key) ?? []);
  const missing = unavailableProducts.length > 0 ? [] : [...keys].filter(key => !found.has(key));
  return {
    people: firstOf(people),
    count: people.length,
    items: people.reduce((sum, person) => sum + countItems(person), 0),
    addresses: keys.size,
    missing: await withNearMatches(list, missing),
    named: [...named].flatMap(key => found.get(key) ?? []),
  };
}

/** Finds everybody except these people and the administrator, beginning with addresses at the administrator's domain. */
export async function findOthers(
  { people: list }: Pick<LoadedPeople, 'people'>,
  staff: Wanted,
  ownEmail: string,
): Promise<Matches> {
  const own = emailKey(ownEmail);
  const emails = new Set(staff.emails);
  const named = new Map<string, Person | undefined>(staff.named.map(key => [key, undefined]));
  const [colleagues, guests]: [Person[], Person[]] = [[], []];
  let count = 0;
  let items = 0;
  for await (const part of inTurns(await list.all())) {
    for (const person of part) {
      const key = emailKey(person.email);
      // Entries such as “unknown” may be of several people.
      if (!isEmailAddress(key) || key === own || emails.has(key)) continue;
      if (named.has(key)) {
        named.set(key, person);
        continue;
      }
      count++;
      items += countItems(person);
      const group = domainOf(key) === domainOf(own) ? colleagues : guests;
      if (group.length < REMOVAL_LIMIT) group.push(person);
    }
  }
  return {
    people: firstOf([...colleagues, ...guests]),
    count,
    items,
    addresses: emails.size,
    missing: [],
    named: [...named.values()].filter(person => person !== undefined),
  };
}

/** The first people, with as many licenses and cards as one job can remove. */
function firstOf(people: readonly Person[]): readonly Person[] {
  let items = 0;
  const end = people.findIndex(person => {
    items += countItems(person);
    return items > REMOVAL_LIMIT;
  });
  return end === -1 ? people : people.slice(0, Math.max(1, end));
}
