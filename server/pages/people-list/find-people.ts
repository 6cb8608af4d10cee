import { createNearMatches } from '../../leavers/near-matches';
import { inTurns } from '../../lists/turns';
import type { Person } from '../../people/person';
import { emailKey } from '../../text/email-address';
import type { LoadedPeople } from './load';

/** An address that nobody has, and a person with a similar one. */
interface Missing {
  readonly email: string;
  readonly near: Person | undefined;
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
