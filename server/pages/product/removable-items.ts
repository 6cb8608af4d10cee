import type { Query } from '../../../shared/list-state';
import { REMOVAL_LIMIT, type RemovableKind } from '../../../shared/removals';
import type { CallContext } from '../../backends/call';
import { availableLicenses, type LicenseCounts } from '../../backends/licenses';
import { USED } from '../../backends/use';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import type { Rows } from '../../lists/list';
import type { CountsOf, Row as RowOf, TextsOf } from '../../lists/table';
import { inTurns } from '../../lists/turns';
import { itemKey, type RemovalItem } from '../../removals/items';
import type { Listed } from '../../removals/state';
import type { RemovableList } from '../lists/define-list';
import type { Removable } from '../lists/removable';
import type { Product } from './define-product';

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

/** A list whose rows can be removed, and its product. */
export function removableList<Stats extends LicenseCounts, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
) {
  const { removable, readQuery } = list;

  /**
   * Fetches the rows of the administrator's own list that can be removed.
   * @throws {BackendError} Thrown when the list cannot be fetched or read.
   */
  async function fetchItems(
    entityId: string,
    context: CallContext,
    dependencies: Dependencies,
  ): Promise<RemovableItems> {
    const stats = await product.backend(dependencies).stats(entityId, context);
    const rows = list.rows(stats);
    if (!rows || rows.extent === 'missing') throw new BackendError(list.unreadable, 'content');
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
  }

  return {
    product,
    list,
    fetchItems,

    /**
     * Looks for the rows with these IDs, in a list that is not from before `changedAt` of the context.
     * @throws {BackendError} Thrown when the list cannot be fetched or read.
     */
    async findListed(
      ids: ReadonlySet<string>,
      entityId: string,
      context: CallContext,
      dependencies: Dependencies,
    ): Promise<Listed> {
      const { kind } = removable;
      const fetched = await fetchItems(entityId, { ...context, bypassCache: true }, dependencies);
      const found = await fetched.filter(({ id }) => ids.has(id));
      const unknown = fetched.isWhole ? [] : [...ids].map(id => [itemKey({ kind, id }), 'unknown'] as const);
      return {
        items: new Map<string, RemovalItem | 'unknown'>([
          ...unknown,
          ...found.map(item => [itemKey(item), item] as const),
        ]),
        available: { [kind]: fetched.available },
      };
    },
  };
}

/** The first items that match among some rows, each ID once. */
async function readItems<Row>(
  rows: Rows<RowOf<TextsOf<Row>, CountsOf<Row>>>,
  { kind, id, email, counts, subject }: Removable<TextsOf<Row>, CountsOf<Row>>,
  isWanted: (item: RemovalItem) => boolean,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly RemovalItem[]> {
  const items = new Map<string, RemovalItem>();
  const name = subject.find(column => column !== email);
  for await (const part of inTurns(rows)) {
    for (const row of part) {
      const activity = { recentActivity: row[counts.last30Days], totalActivity: row[counts.total] };
      const named = { name: name === undefined ? '' : row[name] };
      const isUsed = row[counts.use] === USED;
      const item = { kind, id: row[id], email: row[email], ...named, ...activity, isUsed };
      if (item.id !== '' && !items.has(item.id) && isWanted(item)) items.set(item.id, item);
      if (items.size === limit) return [...items.values()];
    }
  }
  return [...items.values()];
}
