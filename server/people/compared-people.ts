import { type ProductKey, productTerms } from '../../shared/products';
import type { Administrator } from '../backends/call';
import type { StatsCache } from '../backends/stats-cache';
import type { Comparison, ListToCompare } from '../compare/compare-list';
import type { StoredList } from '../compare/stored-list';
import { createList, type List, type SortTable } from '../lists/list';
import type { Person } from './person';

/** Where somebody is in a list, and what they have added since an export (see `Comparison`). */
interface Compared extends Partial<Readonly<Record<Figures['since' | 'before'], number>>> {
  readonly line: string;
  readonly inList: number;
  readonly lineNumber: number;
  readonly isReviewable: number;
  /** Only of an export. */
  readonly nothingSince: number;
}

type Figures = (typeof productTerms)[ProductKey]['comparedColumns'];

export type ComparedPerson = Person & Compared;

/** An address of a list that nobody has. */
export interface OtherAddress {
  readonly email: string;
  readonly line: string;
  readonly lineNumber: number;
}

export interface ComparedPeople extends Omit<Comparison, 'people' | 'others'> {
  readonly people: List<ComparedPerson>;
  readonly others: List<OtherAddress>;
}

interface ListOfPeople {
  readonly id: string;
  readonly list: Pick<StoredList, 'content'>;
  readonly column: number | undefined;
  readonly people: List<Person>;
  /** The products whose totals are known. */
  readonly known: readonly ProductKey[];
}

/** A function that compares a list with the people of a company. The last results of an administrator are cached. */
export function createComparedPeople(
  statsCache: StatsCache,
  tasks: {
    readonly compareList: (list: ListToCompare, userId: string) => Promise<Comparison>;
    readonly sortTable: SortTable;
  },
) {
  const cache = statsCache.of<ComparedPeople>('compared', ({ people, others }) => people.size + others.size);

  return (
    { id, list, column, people, known }: ListOfPeople,
    { context, email }: Administrator,
  ): Promise<ComparedPeople> =>
    // People who are joined again have another ID.
    cache.get([id, column, people.id].join(' '), { ...context, bypassCache: false }, async () => {
      const { email: emails, name: names } = people.table.texts;
      if (!emails || !names) throw new Error('People have no addresses or names');
      const totals = Object.fromEntries(
        known.map(key => [key, people.table.counts[productTerms[key].peopleColumns.total]]),
      );
      const input = { content: list.content, column, people: { emails, names }, totals, ownEmail: email };
      const { people: cells, others, ...rest } = await tasks.compareList(input, context.userId);
      return {
        ...rest,
        people: people.withColumns<Compared>(cells),
        others: createList<OtherAddress>(others, tasks.sortTable),
      };
    });
}
