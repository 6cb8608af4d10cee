import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Product } from '../../../shared/admin';
import type { ListState, Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import type { RemovableKind } from '../../../shared/removals';
import type { CallContext } from '../../backends/call';
import { BackendError } from '../../errors';
import type { Rows } from '../../lists/list';
import { type Column, type CountsOf, type Row as RowOf, type TextsOf, textAt } from '../../lists/table';
import type { RemovalItem } from '../../removals/run';
import type { AuditedEvent } from '../../telemetry/audit';
import type { ListDefinition } from '../product/list';
import type { ProductDefinition } from '../product/product';

/** A product's terms for a removal. */
export interface RemovalTerms {
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

/** A product's settings for bulk removals. */
interface Removal<Needs> {
  readonly kind: RemovableKind;
  readonly terms: RemovalTerms;
  readonly auditedAs: AuditedEvent;
  /** The toast for an administrator without the product's role. */
  readonly roleMissing: ToastCode;
  readonly remove: (needs: Needs, entityId: string, id: string, context: CallContext) => Promise<void>;
}

/** A product whose items can be removed in bulk. */
export interface RemovableProduct<Needs> extends Removal<Needs> {
  readonly role: Product;
  readonly title: string;
  readonly statsFailed: string;
  /** Returns the URL of the list in the state that a query string describes. */
  readonly listAddress: (query: Query) => string;
  /**
   * Fetches the administrator's own list.
   * @throws {BackendError} Thrown when it cannot be fetched or read.
   */
  readonly list: (needs: Needs, entityId: string, context: CallContext) => Promise<RemovableList>;
}

/** The items of a product that can be removed. */
export interface RemovableList {
  /** Returns the first `limit` items of a list state, in its order, and the total number. */
  readonly matching: (
    query: Query,
    limit: number,
  ) => Promise<{ readonly items: readonly RemovalItem[]; readonly found: number }>;
  /** Returns all items that match, in the backend's order. */
  readonly filter: (isWanted: (id: string, email: string) => boolean) => Promise<readonly RemovalItem[]>;
}

/** The columns of a list that a removal shows and searches. */
interface Columns<Row> {
  readonly id: TextsOf<Row>;
  readonly email: TextsOf<Row>;
  readonly recentActivity: CountsOf<Row>;
}

/** Returns a product whose items can be removed from one of its lists. */
export function removableProduct<Stats, State extends ListState, Needs, Row, Sort extends string>(
  product: ProductDefinition<Stats, State, Needs>,
  list: ListDefinition<Stats, State, Row, Sort>,
  { columns, ...removal }: Removal<Needs> & { readonly columns: Columns<Row> },
): RemovableProduct<Needs> {
  const { role, title, statsFailed, path, address, readState } = product;
  return {
    ...removal,
    role,
    title,
    statsFailed,
    listAddress: query => `${address(path, readState(query))}#${list.id}`,
    async list(needs, entityId, context) {
      const rows = list.rows(await product.stats(needs, entityId, context));
      if (!rows) throw new BackendError(list.unreadable, 'content');
      const { kind } = removal;
      return {
        async matching(query, limit) {
          const matches = await rows.all(list.query(readState(query)));
          return { items: await readItems(matches, { kind, columns, limit }), found: matches.length };
        },
        async filter(isWanted) {
          return readItems(await rows.all({ query: '', searchIn: [] }), { kind, columns, isWanted });
        },
      };
    },
  };
}

interface ReadOptions<Row> {
  readonly kind: RemovableKind;
  readonly columns: Columns<Row>;
  readonly isWanted?: (id: string, email: string) => boolean;
  readonly limit?: number;
}

/** Returns the first items that match among some rows. */
async function readItems<Row>(
  rows: Rows<RowOf<TextsOf<Row>, CountsOf<Row>>>,
  { kind, columns, isWanted = () => true, limit = Number.POSITIVE_INFINITY }: ReadOptions<Row>,
): Promise<readonly RemovalItem[]> {
  const keys = [columns.id, columns.email, columns.recentActivity];
  const items: RemovalItem[] = [];
  for (let from = 0; from < rows.length && items.length < limit; ) {
    const block = rows.block(keys, from);
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
  return items;
}

function textOf(column: Column | undefined, row: number): string {
  return column && 'joined' in column ? textAt(column, row) : '';
}

function countOf(column: Column | undefined, row: number): number {
  return column && !('joined' in column) ? (column[row] ?? 0) : 0;
}
