import { distance } from 'fastest-levenshtein';
import { domainOf, emailKey, isEmailAddress } from '../text/email-address';

/** How near an address is: the same name at the same domain or at another one, or nearly the same name. */
type Rank = 0 | 1 | 2;

/** Finds people with similar addresses: the same name before the @, without a +tag, or nearly the same name. */
export function createNearMatches<Person extends { readonly email: string }>(emails: readonly string[]) {
  const wanted = Map.groupBy(
    emails.map(email => ({ email, name: nameOf(email), domain: domainOf(email) })),
    ({ name }) => name.length,
  );
  const found = new Map<string, { readonly person: Person; readonly rank: Rank }>();

  return {
    /** Returns the person with the nearest address. */
    nearest: (email: string) => found.get(email)?.person,
    /** Compares a person of the lists with the addresses. */
    consider(person: Person): void {
      const key = emailKey(person.email);
      if (!isEmailAddress(key)) return;
      const [name, domain] = [nameOf(key), domainOf(key)];
      for (const length of [name.length - 1, name.length, name.length + 1]) {
        for (const each of wanted.get(length) ?? []) {
          const rank = rankOf(each, { name, domain });
          if (rank !== undefined && rank < (found.get(each.email)?.rank ?? 3)) {
            found.set(each.email, { person, rank });
          }
        }
      }
    },
  };
}

interface NameAndDomain {
  readonly name: string;
  readonly domain: string;
}

function rankOf(a: NameAndDomain, b: NameAndDomain): Rank | undefined {
  if (a.name === b.name) return a.domain === b.domain ? 0 : 1;
  return a.domain === b.domain && areNear(a.name, b.name) ? 2 : undefined;
}

/** Whether two texts differ in one letter, or in the order of two neighbors. */
export function areNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const letters = distance(a, b);
  if (letters !== 2) return letters === 1;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b;
}

/** The part before the @, without a +tag. */
function nameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/s, '');
}
