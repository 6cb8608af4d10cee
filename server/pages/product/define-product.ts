import type { ListState, Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { type ProductKey, productTerms } from '../../../shared/products';
import type { IdRow } from '../../../views/components/ListSection';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { CallContext } from '../../backends/call';
import type { ProductItem, ProductStats, UnclaimedItem } from '../../backends/product-stats';
import type { Dependencies } from '../../dependencies';
import type { AuditedEvent } from '../../telemetry/audit';
import type { DefinedList } from '../lists/define-list';
import { type PageLists, pageLists } from '../lists/page-lists';

/** The lists of a product: licenses or cards that people have, and others that nobody has claimed. */
type ProductLists<ClaimedRow extends object> = {
  readonly claimed: DefinedList<ProductStats, ProductItem, ClaimedRow>;
  readonly unclaimed: DefinedList<ProductStats, UnclaimedItem, IdRow>;
};

/** A licensed product: its texts, lists and calls. */
interface ProductDefinition<Stats extends ProductStats, ClaimedRow extends object> {
  /** Shown without the role. */
  readonly notActivated: { readonly title: string; readonly text: string };
  readonly statsFailed: string;
  /** The toast that says that the stats cannot be fetched. */
  readonly unavailableToast: ToastCode;
  readonly roleMissing: ToastCode;
  readonly lists: ProductLists<ClaimedRow>;
  readonly removal: RemovalDefinition;
  readonly backend: (backends: Dependencies['backends']) => {
    readonly stats: (entityId: string, context: CallContext) => Promise<Stats>;
    readonly send: (
      action: 'requestLicenses',
      ids: { readonly entityId: string },
      context: CallContext,
    ) => Promise<void>;
  };
}

/** How a license or a card is removed, one by one and in bulk. */
export interface RemovalDefinition {
  /** Shown in the dialog and in the review. */
  readonly warning: string;
  readonly path: string;
  /** The dialog that confirms it. Its name is also the parameter with the row's ID. */
  readonly dialog: Pick<ConfirmDialogProps, 'name' | 'title' | 'text' | 'busyLabel' | 'optimisticToast'>;
  /** Says that the row in the URL is not in the list. */
  readonly gone: string;
  readonly auditedAs: AuditedEvent;
  /** The toast for an administrator without the product's role. By default, it is the product's. */
  readonly roleMissing?: ToastCode;
  /** The messages and log lines of the removal of one row. */
  readonly outcomes: Failures & {
    readonly done: ToastCode;
    /** The ID is not in the administrator's own, freshly fetched list. */
    readonly notListed: ToastCode;
    /** The row belongs to another person than its dialog said. */
    readonly reassigned: ToastCode;
    /** The backend confirmed the removal, but lists the row. */
    readonly stillListed: ToastCode;
  };
}

export interface Failures {
  /** The toast for a BackendError. */
  readonly failed: ToastCode;
  /** The toast and the log message for any other error. */
  readonly unexpected: { readonly toast: ToastCode; readonly message: string };
}

/** A licensed product, for its page, downloads and actions. */
export interface Product<Stats extends ProductStats = ProductStats, ClaimedRow extends object = object>
  extends PageLists<ProductLists<ClaimedRow>>,
    ProductDefinition<Stats, ClaimedRow> {
  readonly key: ProductKey;
  readonly path: (typeof productTerms)[ProductKey]['path'];
  readonly title: string;
}

export function defineProduct<Stats extends ProductStats, ClaimedRow extends object>(
  key: ProductKey,
  definition: ProductDefinition<Stats, ClaimedRow>,
): Product<Stats, ClaimedRow> {
  const { path, title } = productTerms[key];
  return { ...pageLists(path, definition.lists), ...definition, key, path, title };
}

export interface PageContext {
  readonly state: ListState;
  readonly query: Query;
  readonly formKey: string;
}

/** The URL that a form of a product was sent from: the dashboard, or the product's page with the state of its lists. */
export function returnUrl(
  { path, url, readState }: Pick<PageLists, 'path' | 'url' | 'readState'>,
  { query }: { readonly query: Query },
): string {
  return query.from === 'dashboard' ? paths.dashboard : url(path, readState(query));
}
