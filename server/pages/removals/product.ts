import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Product } from '../../../shared/admin';
import type { ListState, Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import type { RemovableKind } from '../../../shared/removals';
import type { CallContext } from '../../backends/call';
import { BackendError } from '../../errors';
import { type Column, type CountsOf, type TextsOf, textAt } from '../../lists/table';
import type { RemovalItem } from '../../removals/run';
import type { AuditedEvent } from '../../telemetry/audit';
import type { ListDefinition } from '../product/list';
import type { ProductDefinition } from '../product/product';

/** A product's terms for a removal. */
export interface RemovalWords {
  /** For instance 'Revoke'. */
  readonly verb: string;
  /** For instance 'Revoked'. */
  readonly done: string;
  /** In the singular, for instance 'License'. */
  readonly noun: string;
  /** For instance 'leads'. */
  readonly activity: string;
  /** Shown in the review. */
  readonly warning: string;
}

/** A product with bulk removals. */
export interface RemovableProduct<Needs> {
  readonly kind: RemovableKind;
  readonly role: Product;
  readonly roleMissing: ToastCode;
  readonly statsFailed: string;
  readonly path: string;
  readonly title: string;
  readonly words: RemovalWords;
  readonly auditedAs: AuditedEvent;
  /** Returns the URL of the list in the state of a query string. */
  readonly listAddress: (query: Query) => string;
  /**
   * Fetches the administrator's own list.
   * @throws {BackendError} Thrown when it cannot be fetched or read.
   */
  readonly list: (needs: Needs, entityId: string, context: CallContext) => Promise<RemovableList>;
  readonly remove: (needs: Needs, entityId: string, id: string, context: CallContext) => Promise<void>;
}

/** The items of a product that can be removed. */
export interface RemovableList {
  readonly length: number;
  /** Returns the first `limit` items of a list state, in its order, and the number of all. */
  readonly matching: (
    query: Query,
    limit: number,
  ) => Promise<{ readonly items: readonly RemovalItem[]; readonly found: number }>;
  /** Returns all items that match, in the backend's order. */
  readonly filter: (isWanted: (id: string, email: string) => boolean) => Promise<readonly RemovalItem[]>;
}

/** Returns the removable items in a product's stats. */
export function removableList<Stats, State extends ListState, Row, Sort extends string>(
  product: Pick<ProductDefinition<Stats, State, never>, 'readState'>,
  list: ListDefinition<Stats, State, Row, Sort>,
  stats: Stats,
  {
    kind,
    ...columns
  }: {
    readonly kind: RemovableKind;
    readonly id: TextsOf<Row> & keyof Row;
    readonly email: TextsOf<Row> & keyof Row;
    readonly recentActivity: CountsOf<Row> & keyof Row;
  },
): RemovableList {
  const rows = readable(list, stats);
  const keys = [columns.id, columns.email, columns.recentActivity];

  async function read(
    query: Parameters<typeof rows.all>[0],
    isWanted: (id: string, email: string) => boolean,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<{ items: readonly RemovalItem[]; found: number }> {
    const all = await rows.all(query);
    const items: RemovalItem[] = [];
    const found = all.length;
    for (let from = 0; from < found && items.length < limit; ) {
      const block = all.block(keys, from);
      const cells: Readonly<Record<string, Column>> = block.columns;
      for (let row = 0; row < block.length && items.length < limit; row++) {
        const id = textOf(cells[columns.id], row);
        const email = textOf(cells[columns.email], row);
        if (id !== '' && isWanted(id, email)) {
          items.push({ kind, id, email, recentActivity: countOf(cells[columns.recentActivity], row) });
        }
      }
      from += block.length;
      // Reading 100,000 rows at once would block other requests.
      await nextTurn();
    }
    return { items, found };
  }

  return {
    length: rows.length,
    matching: (query, limit) => read(list.wanted(product.readState(query)), () => true, limit),
    filter: async isWanted => (await read({ query: '', searchIn: [] }, isWanted)).items,
  };
}

function readable<Stats, Row>(
  { rows, unreadable }: { readonly rows: (stats: Stats) => Row | undefined; readonly unreadable: string },
  stats: Stats,
): Row {
  const list = rows(stats);
  if (!list) throw new BackendError(unreadable, 'content');
  return list;
}

function textOf(column: Column | undefined, row: number): string {
  return column && 'joined' in column ? textAt(column, row) : '';
}

function countOf(column: Column | undefined, row: number): number {
  return column && !('joined' in column) ? (column[row] ?? 0) : 0;
}
