import type { CallContext } from '../backends/call';
import type { Card } from '../backends/cards';
import type { License } from '../backends/licenses';
import type { StatsCache } from '../backends/stats-cache';
import { createList, type ListOf, type SortTable } from '../lists/list';
import type { PeopleTables, PersonTable } from './join';
import type { Person } from './person';

/** The lists of a company; undefined for one that is not available. */
interface CompanyLists {
  readonly licenses: ListOf<License> | undefined;
  readonly cards: ListOf<Card> | undefined;
}

/** What a worker thread does for large companies. */
interface PeopleTasks {
  readonly joinPeople: (tables: PeopleTables) => Promise<PersonTable>;
  readonly sortTable: SortTable;
}

export type CompanyPeople = ReturnType<typeof createCompanyPeople>;

/** A function that joins the licenses and cards of a company. The last people of an administrator are cached. */
export function createCompanyPeople(statsCache: StatsCache, { joinPeople, sortTable }: PeopleTasks) {
  const cache = statsCache.of<ListOf<Person>>('people', ({ size }) => size);

  return ({ licenses, cards }: CompanyLists, context: CallContext): Promise<ListOf<Person>> =>
    // Lists that are fetched again have other IDs.
    cache.get(`${licenses?.id} ${cards?.id}`, { ...context, bypassCache: false }, async () =>
      createList(await joinPeople({ licenses: licenses?.table, cards: cards?.table }), sortTable),
    );
}
