import { distance } from 'fastest-levenshtein';
import { domainOf, emailKey, isEmailAddress } from '../text/email-address';

/** The maximum number of addresses that get near matches. */
const NEAR_LIMIT = 50;

/** How near an address is: the same name at the same domain, at another one, or one letter apart. */
type Rank = 0 | 1 | 2;

/** Finds people with similar addresses: the same name before the @, without a +tag, or one letter apart. */
export function createNearMatches<Person extends { readonly email: string }>(missing: readonly string[]) {
  const wanted = missing
    .slice(0, NEAR_LIMIT)
    .map(email => ({ email, name: nameOf(email), domain: domainOf(email) }));
  const found = new Map<string, { readonly person: Person; readonly rank: Rank }>();

  return {
    /** Returns the person with the nearest address. */
    nearest: (email: string) => found.get(email)?.person,
    /** Compares a person of the lists with the addresses. */
    consider(person: Person): void {
      const key = emailKey(person.email);
      if (!isEmailAddress(key)) return;
      const [name, domain] = [nameOf(key), domainOf(key)];
      for (const each of wanted) {
        const rank = rankOf(each, { name, domain });
        if (rank !== undefined && rank < (found.get(each.email)?.rank ?? 3)) {
          found.set(each.email, { person, rank });
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
  const mayBeNear = a.domain === b.domain && Math.abs(a.name.length - b.name.length) <= 1;
  return mayBeNear && distance(a.name, b.name) === 1 ? 2 : undefined;
}

/** The part before the @, without a +tag. */
function nameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/s, '');
}
