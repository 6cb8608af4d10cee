import type { CallContext } from '../backends/call';
import type { Card } from '../backends/cards';
import type { License } from '../backends/licenses';
import type { StatsCache } from '../backends/stats-cache';
import { createList, type ListOf } from '../lists/list';
import type { Workers } from '../workers/workers';
import type { Person } from './person';

/** The lists of a company; undefined for one that is not available. */
interface CompanyLists {
  readonly licenses: ListOf<License> | undefined;
  readonly cards: ListOf<Card> | undefined;
}

interface CompanyPeople {
  readonly people: ListOf<Person>;
  /** The lists that they were joined from. */
  readonly from: string;
}

/** A function that joins the licenses and cards of a company. The last people of an administrator are cached. */
export function createCompanyPeople(
  statsCache: StatsCache,
  { joinPeople, sortTable }: Pick<Workers, 'joinPeople' | 'sortTable'>,
) {
  const cache = statsCache.of<CompanyPeople>('people', ({ people }) => people.size);

  return async (
    company: string,
    { licenses, cards }: CompanyLists,
    context: CallContext,
  ): Promise<ListOf<Person>> => {
    const from = `${licenses?.id} ${cards?.id}`;
    const join = async (): Promise<CompanyPeople> => {
      const table = await joinPeople({ licenses: licenses?.table, cards: cards?.table });
      return { people: createList(table, sortTable), from };
    };
    // A cached join, or one in progress in another tab, may be of lists that have been fetched again since.
    for (const bypassCache of [false, true]) {
      const cached = await cache.get(company, { ...context, bypassCache }, join);
      if (cached.from === from) return cached.people;
    }
    return (await join()).people;
  };
}
