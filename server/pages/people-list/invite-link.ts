import type { Query } from '../../../shared/list-state';
import { fromPeople, paths, withParameter } from '../../../shared/paths';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import { peopleLists } from './lists';
import type { LoadedPeople } from './load';

/** The filter of People that shows who can be invited to a product. */
const filterOf = { license: 'card-only', card: 'license-only' } as const satisfies Record<ProductKey, string>;

const { url, readState } = peopleLists(productKeys);

/** The product that the people in this filter of People do not have; undefined if they are not filtered by it. */
export function missingProduct({ has }: Query): ProductKey | undefined {
  return productKeys.find(product => filterOf[product] === has);
}

/** The URL of a page with the search and the filter of People. */
export function narrowedUrl(path: string, { q, has }: Query): string {
  return url(path, readState({ q, has }));
}

/** The link from People to an invitation, of people with one product to the other one (P335). */
export function presentInviteLink({ products, unavailableProducts }: LoadedPeople, query: Query) {
  const product = missingProduct(query);
  if (product === undefined || products.length < 2 || unavailableProducts.length > 0)
    return { label: 'Invite people', href: fromPeople(paths.invite) };
  return {
    label: `Invite to ${productTerms[product].title}`,
    href: fromPeople(withParameter(narrowedUrl(paths.invite, query), 'for')(`${product}s`)),
  };
}
