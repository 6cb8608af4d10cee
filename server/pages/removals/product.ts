import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ListState, type Query, readListState } from '../../../shared/list-state';
import { REMOVAL_LIMIT } from '../../../shared/removals';
import type { CallContext } from '../../backends/call';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import type { Rows } from '../../lists/list';
import type { CountsOf, Row as RowOf, TextsOf } from '../../lists/table';
import type { RemovalItem } from '../../removals/run';
import type { Removable, RemovableListDefinition } from '../product/list-definition';
import type { Product } from '../product/product';

/** A product whose items can be removed in bulk. */
export interface RemovableProduct
  extends Pick<
      Removable<never>,
      'kind' | 'verb' | 'done' | 'warning' | 'noun' | 'activity' | 'auditedAs' | 'remove'
    >,
    Pick<Product<never>, 'role' | 'title' | 'statsFailed' | 'roleMissing'> {
  /** Returns the URL of the list in the state that a query string describes. */
  readonly listAddress: (query: Query) => string;
  /**
   * Fetches the administrator's own list.
   * @throws {BackendError} Thrown when it cannot be fetched or read.
   */
  readonly list: (
    entityId: string,
    context: CallContext,
    dependencies: Dependencies,
  ) => Promise<RemovableList>;
}

/** The items of a product that can be removed. */
export interface RemovableList {
  /** Returns the first items of a list state, at most `REMOVAL_LIMIT`, in its order, and the total number. */
  readonly matching: (
    query: Query,
  ) => Promise<{ readonly items: readonly RemovalItem[]; readonly found: number }>;
  /** Returns all items that match, in the backend's order. */
  readonly filter: (isWanted: (id: string, email: string) => boolean) => Promise<readonly RemovalItem[]>;
}

/** Returns a product whose items can be removed from one of its lists. */
export function removableProduct<Stats, State extends ListState, Row>(
  product: Product<Stats>,
  list: RemovableListDefinition<Stats, State, Row, object, string>,
): RemovableProduct {
  const { role, title, statsFailed, roleMissing, path, address, readState } = product;
  return {
    roleMissing,
    // May override the product's toast.
    ...list.removable,
    role,
    title,
    statsFailed,
    listAddress: query => `${address(path, readState(query))}#${list.id}`,
    async list(entityId, context, dependencies) {
      const rows = list.rows(await product.backend(dependencies).stats(entityId, context));
      if (!rows) throw new BackendError(list.unreadable, 'content');
      return {
        async matching(query) {
          const matches = await rows.all(list.query(readListState(list.parameters, query)));
          const items = await readItems(matches, list.removable, () => true, REMOVAL_LIMIT + 1);
          const found = items.length > REMOVAL_LIMIT ? matches.length : items.length;
          return { items: items.slice(0, REMOVAL_LIMIT), found };
        },
        async filter(isWanted) {
          return readItems(await rows.all({ query: '', searchIn: [] }), list.removable, isWanted);
        },
      };
    },
  };
}

/** How many rows are read in one turn of the event loop: 100,000 at once would block other requests. */
const ROWS_PER_TURN = 2000;

/** Returns the first items that match among some rows, each ID once. */
async function readItems<Row>(
  rows: Rows<RowOf<TextsOf<Row>, CountsOf<Row>>>,
  { kind, id, email, counts }: Removable<Row>,
  isWanted: (id: string, email: string) => boolean,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly RemovalItem[]> {
  const items = new Map<string, RemovalItem>();
  for (let index = 0; index < rows.length && items.size < limit; index++) {
    if (index % ROWS_PER_TURN === 0) await nextTurn();
    const row = rows.at(index);
    if (row[id] !== '' && !items.has(row[id]) && isWanted(row[id], row[email])) {
      items.set(row[id], { kind, id: row[id], email: row[email], recentActivity: row[counts.last30Days] });
    }
  }
  return [...items.values()];
}
