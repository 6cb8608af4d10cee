import { type ProductKey, productTerms } from '../../../shared/products';
import { LISTED } from '../../compare/compare-list';
import { inTurns } from '../../lists/turns';
import { openList } from '../compare/open-list';
import type { Load } from '../handler';

/** The people of a list, as the invitation to a product sees them. */
export interface Invited {
  /** All addresses, in the order of the list. */
  readonly emails: readonly string[];
  /** The addresses of people without the product. */
  readonly fresh: readonly string[];
  /** How many people already have the product; undefined if its list is not available. */
  readonly served: number | undefined;
  /** How many words have an @, but are no address. */
  readonly notAddresses: number;
}

const everyoneListed = {
  query: '',
  searchIn: [],
  ranges: [{ key: 'inList', min: LISTED, max: LISTED }],
} as const;

/** Finds out which people of the list in the URL can be invited to a product; undefined without a list, or if it has expired. */
export function findInvited(productKey: ProductKey): Load<Invited | 'expired' | undefined> {
  return async (request, dependencies) => {
    if (request.query.list === undefined) return undefined;
    const opened = await openList(request, dependencies);
    if (!opened || opened === 'expired') return 'expired';
    const { compared, unavailableProducts } = opened;
    const { count } = productTerms[productKey].peopleColumns;
    const people: { readonly email: string; readonly lineNumber: number; readonly isServed: boolean }[] = [];
    for await (const part of inTurns(await compared.people.all(everyoneListed))) {
      for (const { email, lineNumber, [count]: owned } of part)
        people.push({ email, lineNumber, isServed: owned > 0 });
    }
    for await (const part of inTurns(await compared.others.all())) {
      for (const { email, lineNumber } of part) people.push({ email, lineNumber, isServed: false });
    }
    people.sort((a, b) => a.lineNumber - b.lineNumber);
    const fresh = people.filter(({ isServed }) => !isServed).map(({ email }) => email);
    return {
      emails: people.map(({ email }) => email),
      fresh,
      served: unavailableProducts.includes(productKey) ? undefined : people.length - fresh.length,
      notAddresses: compared.notAddresses.count,
    };
  };
}
