import type { Query } from '../../../shared/list-state';
import { type ProductKey, productKeys, productTerms } from '../../../shared/products';
import { joinTexts } from '../format';
import type { Load } from '../handler';
import { chosenOption } from '../lists/define-list';
import { loadStats } from '../product/load-stats';
import { HAS, hasFilter, type PeopleSource, several, WHO } from './lists';

/** The people of the administrator's company, and the administrator's products. */
export interface LoadedPeople extends PeopleSource {
  readonly products: readonly ProductKey[];
  /** Those that people can be invited to: nothing invites to a product without purchased licenses (P360). */
  readonly invitable: readonly ProductKey[];
}

/** The administrator's products, and those of them whose list could not be fetched. */
export type Availability = Pick<LoadedPeople, 'products' | 'unavailableProducts'>;

/** Fetches the people of the administrator's company. Resolves with undefined if the administrator's roles are not known. */
export const loadPeople: Load<LoadedPeople | undefined> = async (request, dependencies) => {
  const loaded = await Promise.all(
    productKeys.map(async key => [key, await loadStats(request, key, dependencies)] as const),
  );
  if (!(await request.details())) return undefined;
  const accessible = loaded.filter(([, stats]) => stats !== 'no access');
  const products = accessible.map(([key]) => key);
  const items = accessible.flatMap(([key, stats]) => {
    const claimed = typeof stats === 'string' ? undefined : stats.items?.claimed;
    return !claimed || claimed.completeness === 'missing' ? [] : [[key, claimed] as const];
  });
  return {
    products,
    invitable: accessible.flatMap(([key, stats]) =>
      typeof stats === 'object' && stats.licensesPurchased === 0 ? [] : key,
    ),
    unavailableProducts: products.filter(key => !items.some(([available]) => available === key)),
    now: dependencies.now(),
    people: await dependencies.companyPeople(Object.fromEntries(items), request.administrator),
  };
};

/** Says why the filter in the URL cannot be applied: it needs a product that is not available (P328). */
export function filterProblem(
  { products, unavailableProducts }: Availability,
  query: Query,
): string | undefined {
  const has =
    products.length > 1 ? chosenOption(hasFilter(products), { [HAS]: String(query[HAS]) }) : undefined;
  const filter = has?.value ? has : query[WHO] === several.value ? several : undefined;
  if (!filter || unavailableProducts.length === 0) return undefined;
  return `“${filter.label}” ${needsEveryProduct({ products, unavailableProducts })}.`;
}

/** “needs both products, and Lead Capture is not available” */
export function needsEveryProduct({ products, unavailableProducts }: Availability): string {
  const titles = unavailableProducts.map(key => productTerms[key].title);
  const are = titles.length > 1 ? 'are' : 'is';
  return `needs ${products.length > 2 ? 'all' : 'both'} products, and ${joinTexts(titles, 'and')} ${are} not available`;
}
