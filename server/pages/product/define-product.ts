import type { ListState, Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { NavigationLink } from '../../../views/Layout';
import type { CallContext } from '../../backends/call';
import type { Config } from '../../config';
import type { Dependencies } from '../../dependencies';
import type { ProductNumber } from '../../roles';
import { type Lists, type PageLists, pageLists } from '../lists/page-lists';
import type { InvitedTo } from '../products';

/** A licensed product: its texts, lists and calls. */
interface ProductDefinition<Stats, ProductLists> {
  /** The number of the role that grants access (P21). */
  readonly role: ProductNumber;
  readonly path: NavigationLink['href'];
  readonly title: string;
  /** The name of the product in addresses of invitations. */
  readonly invitedTo: InvitedTo;
  /** Shown without the role. */
  readonly notActivated: { readonly title: string; readonly text: string };
  /** Shown if the stats cannot be fetched. */
  readonly statsFailed: string;
  /** The toast for an action without the role. */
  readonly roleMissing: ToastCode;
  /** The form field with the ID of an item, in dialogs, actions and audit lines. */
  readonly itemField: string;
  readonly lists: ProductLists;
  readonly backend: (dependencies: Dependencies) => {
    readonly stats: (entityId: string, context: CallContext) => Promise<Stats>;
    readonly requestLicenses: (entityId: string, context: CallContext) => Promise<void>;
  };
  readonly appUrl: (config: Config) => string;
}

/** A licensed product, for its page, downloads and actions. */
export type Product<Stats, ProductLists extends Lists<Stats> = Lists<Stats>> = PageLists<ProductLists> &
  ProductDefinition<Stats, ProductLists>;

export function defineProduct<Stats, ProductLists extends Lists<Stats>>(
  definition: ProductDefinition<Stats, ProductLists & Lists<Stats>>,
): Product<Stats, ProductLists> {
  return { ...pageLists(definition.path, definition.lists), ...definition };
}

/** A request for a product's page. */
export interface PageContext {
  readonly state: ListState;
  readonly query: Query;
  /** The key that deduplicates the page's forms. */
  readonly once: string;
}

/** The URL that a form of a product was sent from: the dashboard, or the product's page with the state of its lists. */
export function returnAddress(
  { path, address, readState }: Pick<PageLists, 'path' | 'address' | 'readState'>,
  { query }: { readonly query: Query },
): string {
  return query.from === 'dashboard' ? paths.dashboard : address(path, readState(query));
}
