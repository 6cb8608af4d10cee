import { REMOVAL_LIMIT } from '../../../shared/removals';
import { createNearMatches } from '../../leavers/near-matches';
import type { Found } from '../../leavers/result';
import { inTurns } from '../../lists/turns';
import type { Person } from '../../people/person';
import { domainOf, emailKey, isEmailAddress } from '../../text/email-address';
import { countItems } from './lists';
import type { LoadedPeople } from './load';

/** An address that nobody has, and a person with a similar one. */
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
  /** The people who are perhaps meant: by their name or, in a list of current staff, by a similar address. */
  readonly perhaps: readonly PerhapsMeant[];
  /** The people who were selected for a review and have nothing now (`emailKey`); none while a list is not available. */
  readonly removed: ReadonlySet<string>;
}

/** A person, and the line or address in the list that may mean them. */
interface PerhapsMeant {
  readonly person: Person;
  readonly line: string;
}

/** The people of a result, in the form of `emailKey`. */
export interface Wanted {
  readonly emails: readonly string[];
  readonly named: Found['named'];
  readonly almost: Found['almost'];
  readonly reviewed: readonly string[];
}

type People = LoadedPeople['people'];
type Source = Pick<LoadedPeople, 'people' | 'unavailableProducts'>;

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

/** How many addresses are compared in one turn of the event loop. */
const NEAR_PER_TURN = 500;

/** Finds a similar person for each address that nobody has. */
export async function withNearMatches(list: People, missing: readonly string[]): Promise<readonly Missing[]> {
  const nearMatches = createNearMatches<Person>();
  if (missing.length > 0) {
    for await (const part of inTurns(missing, NEAR_PER_TURN)) {
      for (const email of part) if (email) nearMatches.want(email);
    }
    for await (const part of inTurns(await list.all(), NEAR_PER_TURN)) part.forEach(nearMatches.consider);
  }
  return missing.map(email => ({ email, near: nearMatches.nearest(email) }));
}

/** Finds the people with these addresses, in their order. The administrator is never among them. */
export async function findLeavers(
  { people: list, unavailableProducts }: Source,
  { emails, named, reviewed }: Wanted,
  ownEmail: string,
): Promise<Matches> {
  const own = emailKey(ownEmail);
  const keys = new Set(emails.filter(key => key !== own));
  const others = named.filter(({ email }) => email !== own && !keys.has(email));
  const listed = new Set([...keys, ...others.map(({ email }) => email)]);
  const found = await findByAddress(list, listed);
  const people = [...keys].flatMap(key => found.get(key) ?? []);
  const isGone = (key: string) => unavailableProducts.length === 0 && !found.has(key);
  const removed = new Set(reviewed.filter(key => listed.has(key) && isGone(key)));
  const missing = [...keys].filter(key => isGone(key) && !removed.has(key));
  return {
    people: firstOf(people),
    count: people.length,
    items: people.reduce((sum, person) => sum + countItems(person), 0),
    addresses: keys.size,
    missing: await withNearMatches(list, missing),
    perhaps: others.flatMap(({ email, line }) => {
      const person = found.get(email);
      return person ? { person, line } : [];
    }),
    removed,
  };
}

/** The end of an address in a list of current staff. It may be the intended address. */
interface Ending {
  readonly email: string;
  readonly line: string;
}

/** The ends of “**ada@acme” with a name: “*ada@acme”, “ada@acme”, “da@acme” and “a@acme”. */
function* endingsOf(email: string): Generator<string> {
  const at = email.lastIndexOf('@');
  for (let start = 1; start < at; start++) yield email.slice(start);
}

/** The characters that names before an @ rarely have, and the text before them. */
const BEFORE_NAME = /^(?:[^@]*[^\p{L}\p{N}\p{M}@._'+-])?[^\p{L}\p{N}@]*/u;

/** Finds everybody except these people and the administrator, beginning with addresses at the administrator's domain. */
export async function findOthers(
  { people: list, unavailableProducts }: Source,
  staff: Wanted,
  ownEmail: string,
): Promise<Matches> {
  const own = emailKey(ownEmail);
  const emails = new Set(staff.emails);
  const missing = new Set([...staff.emails, ...staff.almost]);
  const gone = new Set(unavailableProducts.length === 0 ? staff.reviewed : []);
  const lines = new Map([
    ...staff.almost.map(email => [email, email] as const),
    ...staff.named.map(({ email, line }) => [email, line] as const),
  ]);
  const perhaps: PerhapsMeant[] = [];
  const [colleagues, guests]: [Person[], Person[]] = [[], []];
  let count = 0;
  let items = 0;
  for await (const part of inTurns(await list.all())) {
    for (const person of part) {
      const key = emailKey(person.email);
      missing.delete(key);
      gone.delete(key);
      // Entries such as “unknown” may be of several people.
      if (!isEmailAddress(key) || key === own || emails.has(key)) continue;
      const line = lines.get(key);
      if (line !== undefined) {
        perhaps.push({ person, line });
        continue;
      }
      count++;
      items += countItems(person);
      const group = domainOf(key) === domainOf(own) ? colleagues : guests;
      if (group.length < REMOVAL_LIMIT) group.push(person);
    }
  }
  const others = firstOf([...colleagues, ...guests]);
  const keys = new Set(others.map(({ email }) => emailKey(email)));
  const nearMatches = createNearMatches<Ending>();
  for (const key of keys) nearMatches.want(key);
  for await (const part of inTurns([...missing], NEAR_PER_TURN)) {
    for (const line of part) {
      if (line === undefined) continue;
      const similar = new Set([line, line.replace(BEFORE_NAME, '')]);
      for (const email of endingsOf(line)) if (keys.has(email)) similar.add(email);
      for (const email of similar) nearMatches.consider({ email, line });
    }
  }
  const similar = others.flatMap(person => {
    const near = nearMatches.nearest(emailKey(person.email));
    return near ? { person, line: near.line } : [];
  });
  const left = new Set(similar.map(({ person }) => person));
  return {
    people: others.filter(person => !left.has(person)),
    count: count - similar.length,
    items: similar.reduce((rest, { person }) => rest - countItems(person), items),
    addresses: emails.size,
    missing: [],
    perhaps: [...similar, ...perhaps],
    removed: gone,
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
