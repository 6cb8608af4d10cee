import type { Query } from '../../../shared/list-state';
import { REMOVAL_LIMIT, type RemovableKind, removableKinds } from '../../../shared/removals';
import type { CallContext } from '../../backends/call';
import { availableLicenses, type LicenseCounts } from '../../backends/licenses';
import { USED } from '../../backends/use';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import type { Rows } from '../../lists/list';
import type { CountsOf, Row as RowOf, TextsOf } from '../../lists/table';
import { inTurns } from '../../lists/turns';
import { itemKey, type RemovalItem } from '../../removals/items';
import type { Entities, Listed } from '../../removals/run-state';
import type { SignedInRequest } from '../handler';
import type { RemovableList } from '../lists/define-list';
import type { Removable } from '../lists/removable';
import { cards, claimedCards } from '../product/cards';
import type { Product } from '../product/define-product';
import { activatedLicenses, leadCapture } from '../product/lead-capture';

/** The lists whose rows can be removed in bulk, each with its product. */
export const removableLists = {
  license: removableList(leadCapture, activatedLicenses),
  card: removableList(cards, claimedCards),
} satisfies Record<RemovableKind, unknown>;

/** The rows of a list that can be removed. */
export interface RemovableItems {
  readonly kind: RemovableKind;
  /** Whether an item that it does not have is gone. */
  readonly isWhole: boolean;
  /** How many licenses or cards of the company are not in use. */
  readonly available: number;
  /** The first rows of a list state, at most `REMOVAL_LIMIT`, in its order, and the total number. */
  readonly matching: (
    query: Query,
  ) => Promise<{ readonly items: readonly RemovalItem[]; readonly found: number }>;
  /** All rows that match, in the backend's order. */
  readonly filter: (isWanted: (item: RemovalItem) => boolean) => Promise<readonly RemovalItem[]>;
}

function removableList<Stats extends LicenseCounts, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
) {
  const { removable, readQuery } = list;
  return {
    product,
    list,
    /**
     * Fetches the rows of the administrator's own list that can be removed.
     * @throws {BackendError} Thrown when the list cannot be fetched or read.
     */
    async fetchItems(
      entityId: string,
      context: CallContext,
      dependencies: Dependencies,
    ): Promise<RemovableItems> {
      const stats = await product.backend(dependencies).stats(entityId, context);
      const rows = list.rows(stats);
      if (!rows || rows.extent === 'missing') {
        throw new BackendError(list.unreadable, 'content');
      }
      return {
        kind: removable.kind,
        isWhole: rows.extent === 'whole',
        available: availableLicenses(stats),
        async matching(query) {
          const matches = await rows.all(readQuery(query).listQuery);
          const items = await readItems(matches, removable, () => true, REMOVAL_LIMIT + 1);
          const found = items.length > REMOVAL_LIMIT ? matches.length : items.length;
          return { items: items.slice(0, REMOVAL_LIMIT), found };
        },
        async filter(isWanted) {
          return readItems(await rows.all(), removable, isWanted);
        },
      };
    },
  };
}

/**
 * Looks for these items in the administrator's lists, without any cached data.
 * @throws {BackendError} Thrown when a list cannot be fetched.
 */
export async function findListed(
  { administrator: { context } }: SignedInRequest,
  items: readonly RemovalItem[],
  entities: Entities,
  dependencies: Dependencies,
): Promise<Listed> {
  const available: Partial<Record<RemovableKind, number>> = {};
  const listed = await Promise.all(
    removableKinds.map(async kind => {
      const ids = new Set(items.filter(item => item.kind === kind).map(({ id }) => id));
      const entityId = entities[kind];
      if (ids.size === 0 || entityId === undefined) return [];
      const fresh = { ...context, changedAt: dependencies.now(), bypassCache: true };
      const list = await removableLists[kind].fetchItems(entityId, fresh, dependencies);
      available[kind] = list.available;
      const found = await list.filter(({ id }) => ids.has(id));
      const unknown = list.isWhole ? [] : [...ids].map(id => [itemKey({ kind, id }), 'unknown'] as const);
      return [...unknown, ...found.map(item => [itemKey(item), item] as const)];
    }),
  );
  return { items: new Map<string, RemovalItem | 'unknown'>(listed.flat()), available };
}

/** The first items that match among some rows, each ID once. */
async function readItems<Row>(
  rows: Rows<RowOf<TextsOf<Row>, CountsOf<Row>>>,
  { kind, id, email, counts }: Removable<TextsOf<Row>, CountsOf<Row>>,
  isWanted: (item: RemovalItem) => boolean,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly RemovalItem[]> {
  const items = new Map<string, RemovalItem>();
  for await (const part of inTurns(rows)) {
    for (const row of part) {
      const activity = { recentActivity: row[counts.last30Days], totalActivity: row[counts.total] };
      const isUsed = row[counts.use] === USED;
      const item = { kind, id: row[id], email: row[email], ...activity, isUsed };
      if (item.id !== '' && !items.has(item.id) && isWanted(item)) items.set(item.id, item);
      if (items.size === limit) return [...items.values()];
    }
  }
  return [...items.values()];
}
