import { entityFor, type Product as ProductNumber } from '../../../shared/admin';
import type { ListState, Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import type { NavigationLink } from '../../../views/Layout';
import type { CallContext } from '../../backends/call';
import type { PortalUsers } from '../../backends/portal-users';
import type { SignedInRequest } from '../../http/request';
import { fetchUserDetails } from '../user-details';

/** A licensed product, for its page, downloads and actions. `Needs` has its own dependencies, such as its backend. */
export interface ProductDefinition<Stats, State extends ListState, Needs> {
  /** The number of the role that grants access (P21). */
  readonly role: ProductNumber;
  readonly path: NavigationLink['href'];
  readonly title: string;
  readonly subtitle: string;
  /** Shown without the role. */
  readonly notActivated: { readonly title: string; readonly text: string };
  /** Shown if the stats cannot be fetched. */
  readonly statsFailed: string;
  /** The toast for an action without the role. */
  readonly roleMissing: ToastCode;
  /** The form field with the ID of an item, in dialogs, actions and audit lines. */
  readonly itemField: string;
  /** The path of the form that requests more licenses. */
  readonly requestPath: string;
  /** The default state of its lists. */
  readonly defaults: State;
  readonly readState: (query: Query) => State;
  /** Returns the URL of a page, download or action in this list state. */
  readonly address: (path: string, state: State) => string;
  readonly stats: (needs: Needs, entityId: string, context: CallContext) => Promise<Stats>;
  readonly requestLicenses: (needs: Needs, entityId: string, context: CallContext) => Promise<void>;
  /** Returns the download URL of the product's app. */
  readonly appUrl: (needs: Needs) => string;
}

/** Runs the work for the entity of the administrator's role. Without that role or the user details, returns a toast. */
export async function withRole(
  request: SignedInRequest,
  options: {
    readonly portalUsers: PortalUsers;
    readonly role: ProductNumber;
    readonly roleMissing: ToastCode;
  },
  work: (entityId: string) => Promise<ToastCode>,
): Promise<ToastCode> {
  const details = await fetchUserDetails(options.portalUsers, request);
  if (!details) return 'userDetailsMissing';
  const entityId = entityFor(details, options.role);
  return entityId === undefined ? options.roleMissing : work(entityId);
}
