import { type ProductKey, productKeys } from '../../shared/products';
import type { Administrator } from '../backends/call';
import type { ProductItem } from '../backends/product-stats';
import type { StatsCache } from '../backends/stats-cache';
import { createList, type List, type SortTable } from '../lists/list';
import type { Table } from '../lists/table';
import { domainOf } from '../text/email-address';
import type { PeopleToJoin } from './join';
import type { Person } from './person';

/** The items of a company by product, without products that are not available. */
type CompanyItems = { readonly [Product in ProductKey]?: List<ProductItem> };

interface PeopleTasks {
  readonly joinPeople: (people: PeopleToJoin) => Promise<Table>;
  readonly sortTable: SortTable;
}

/** A function that joins the licenses and cards of a company. The last people of an administrator are cached. */
export function createCompanyPeople(statsCache: StatsCache, { joinPeople, sortTable }: PeopleTasks) {
  const cache = statsCache.of<List<Person>>('people', ({ size }) => size);

  return (items: CompanyItems, { context, email }: Administrator): Promise<List<Person>> => {
    // Lists that are fetched again have other IDs.
    const key = productKeys.map(productKey => items[productKey]?.id).join(' ');
    const tables = Object.fromEntries(productKeys.map(productKey => [productKey, items[productKey]?.table]));
    return cache.get(key, { ...context, bypassCache: false }, async () =>
      createList<Person>(await joinPeople({ tables, domain: domainOf(email) }), sortTable),
    );
  };
}
