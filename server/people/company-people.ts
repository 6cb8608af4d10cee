import type { ProductKey } from '../../shared/products';
import type { CallContext } from '../backends/call';
import type { ProductItem } from '../backends/product-stats';
import type { StatsCache } from '../backends/stats-cache';
import { createList, type List, type SortTable } from '../lists/list';
import type { Table } from '../lists/table';
import type { ItemTables } from './join';
import type { Person } from './person';

/** The items of a company by product; undefined for one that is not available. */
export type CompanyItems = Readonly<Record<ProductKey, List<ProductItem> | undefined>>;

/** What a worker thread does for large companies. */
interface PeopleTasks {
  readonly joinPeople: (tables: ItemTables) => Promise<Table>;
  readonly sortTable: SortTable;
}

export type CompanyPeople = ReturnType<typeof createCompanyPeople>;

/** A function that joins the licenses and cards of a company. The last people of an administrator are cached. */
export function createCompanyPeople(statsCache: StatsCache, { joinPeople, sortTable }: PeopleTasks) {
  const cache = statsCache.of<List<Person>>('people', ({ size }) => size);

  return ({ license, card }: CompanyItems, context: CallContext): Promise<List<Person>> =>
    // Lists that are fetched again have other IDs.
    cache.get(`${license?.id} ${card?.id}`, { ...context, bypassCache: false }, async () =>
      createList<Person>(await joinPeople({ license: license?.table, card: card?.table }), sortTable),
    );
}
