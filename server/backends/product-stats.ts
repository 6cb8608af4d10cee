import { createList, type List, type SortTable } from '../lists/list';
import { createTable, type Table } from '../lists/table';
import { usageOf } from './usage';
import { completenessOf, type Fields, ID_LIMIT, toObjects, toText } from './wire';

/** The job title of a card without one (P111). */
export const NO_JOB_TITLE = 'Not specified';

/** A license or a card that somebody has claimed. */
export interface ProductItem {
  readonly id: string;
  readonly email: string;
  /** A license has no name and no job title. */
  readonly name?: string;
  readonly jobTitle?: string;
  /** Leads or profile visits in the last 30 days, and of all time. */
  readonly last30Days: number;
  readonly total: number;
  /** How it is used (see `usageOf`). */
  readonly usage: number;
  /** The day of its activation in UTC, as days since 1970; 0 if it is not known. A card has none. */
  readonly activatedOn?: number;
}

export type UnclaimedItem = Pick<ProductItem, 'id'>;

export interface ProductStats {
  readonly licensesPurchased: number;
  readonly licensesClaimed: number;
  /** All leads or profile visits in the last 30 days, and of all time. */
  readonly last30Days: number;
  readonly total: number;
  /** Undefined if the backend sent no list; the figures are still valid. */
  readonly items: ItemLists | undefined;
}

interface ItemLists {
  readonly claimed: List<ProductItem>;
  /** In the backend's order. */
  readonly unclaimed: List<UnclaimedItem>;
}

type ItemTables = NonNullable<ReturnType<typeof toItemTables>>;

/** Stats as they are parsed, possibly by a worker thread. */
export interface StatsTables extends Omit<ProductStats, 'items'> {
  readonly items: ItemTables | undefined;
}

export type WithItemLists<Tables extends StatsTables> = Omit<Tables, 'items'> & Pick<ProductStats, 'items'>;

/** The stats that a parser reads. */
export type StatsOf<Parse extends (response: never) => StatsTables | undefined> = WithItemLists<
  NonNullable<ReturnType<Parse>>
>;

/** How many purchased licenses or cards are not claimed; negative if more are claimed than purchased (P79). */
export function unclaimedCount({
  licensesPurchased,
  licensesClaimed,
}: Pick<ProductStats, 'licensesPurchased' | 'licensesClaimed'>): number {
  return licensesPurchased - licensesClaimed;
}

/** The fields of one user in a backend's stats. */
interface ItemFields {
  readonly id: (user: Fields) => string;
  /** The texts other than the ID and the email address. */
  readonly texts?: Readonly<Record<string, (user: Fields) => string>>;
  readonly last30Days: (user: Fields) => number;
  readonly total: (user: Fields) => number;
  /** The day of its activation in UTC, as days since 1970; 0 if it is not known. */
  readonly activatedOn?: (user: Fields) => number;
}

/**
 * Reads the items of a response as tables. An item with an email address is claimed (P86). Returns undefined if it has no
 * list, or one that takes too much memory.
 */
export function toItemTables(
  userStats: unknown,
  now: number,
  { id, texts, last30Days, total, activatedOn }: ItemFields,
) {
  const users = toObjects(userStats);
  if (!users) return undefined;
  const { claimed = [], unclaimed = [] } = Object.groupBy(users, ({ email }) =>
    toText(email) === '' ? 'unclaimed' : 'claimed',
  );
  const tables = {
    claimed: createTable(claimed, {
      texts: { id, email: user => toText(user.email, ID_LIMIT), ...texts },
      counts: { last30Days, total, ...(activatedOn && { activatedOn }) },
    }),
    unclaimed: createTable(unclaimed, { texts: { id }, counts: {} }),
  };
  if (Object.values(tables).some(isTooWide)) return undefined;
  return {
    ...tables,
    claimed: withUsage(tables.claimed, now),
    completeness: completenessOf(userStats, id),
  };
}

/** How long the texts of a column may be in all, if any has a letter beyond Latin-1: then each letter takes two bytes (T85). */
const WIDE_COLUMN_LIMIT = 7_500_000;

function isTooWide({ texts }: Table): boolean {
  return Object.values(texts).some(
    ({ joined }) => joined.length > WIDE_COLUMN_LIMIT && /[^\0-\xff]/.test(joined),
  );
}

function withUsage(table: Table, now: number): Table {
  const { last30Days, total, activatedOn } = table.counts;
  const usage = new Uint16Array(table.length);
  for (let row = 0; row < table.length; row++) {
    const input = {
      last30Days: last30Days?.[row] ?? 0,
      total: total?.[row] ?? 0,
      activatedOn: activatedOn?.[row],
    };
    usage[row] = usageOf(input, now);
  }
  return { ...table, counts: { ...table.counts, usage } };
}

export function createItemLists(tables: ItemTables, sortTable: SortTable): ItemLists {
  return {
    claimed: createList(tables.claimed, sortTable, tables.completeness),
    unclaimed: createList(tables.unclaimed, sortTable, tables.completeness),
  };
}
