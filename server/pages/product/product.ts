import { entityFor, type Product as ProductNumber } from '../../../shared/admin';
import type { ListState, Query } from '../../../shared/list-state';
import type { ToastCode } from '../../../shared/messages';
import type { NavigationLink } from '../../../views/Layout';
import type { CallContext } from '../../backends/call';
import type { PortalUsers } from '../../backends/portal-users';
import type { SignedInRequest } from '../../http/request';
import { userDetails } from '../user-details';

/**
 * A licensed product: what its page, downloads and actions have in common. `Needs` names the dependencies of its own, such as
 * its backend.
 */
export interface ProductDefinition<Stats, State extends ListState, Needs> {
  /** The number of the role that opens it (P21). */
  readonly role: ProductNumber;
  readonly path: NavigationLink['href'];
  readonly title: string;
  readonly subtitle: string;
  /** Shown without the role. */
  readonly notActivated: { readonly title: string; readonly text: string };
  /** Shown when the statistics cannot be fetched. */
  readonly statsFailed: string;
  /** The toast after an action without the role. */
  readonly roleMissing: ToastCode;
  /** Where its page posts a request for more licenses. */
  readonly requestPath: string;
  /** What the page's lists show by default, and what a query string asks for. */
  readonly defaults: State;
  readonly readState: (query: Query) => State;
  /** The page, a download or an action in this list state. */
  readonly address: (path: string, state: State) => string;
  readonly stats: (needs: Needs, entityId: string, context: CallContext) => Promise<Stats>;
  readonly requestLicenses: (needs: Needs, entityId: string, context: CallContext) => Promise<void>;
  /** Where people get the product's app. */
  readonly appUrl: (needs: Needs) => string;
}

/**
 * Runs work on the account or company of an administrator's role.
 * @returns The result of the work; without the role or the user details, the toast that says so.
 */
export async function withRole(
  request: SignedInRequest,
  options: {
    readonly portalUsers: PortalUsers;
    readonly role: ProductNumber;
    readonly roleMissing: ToastCode;
  },
  work: (entityId: string) => Promise<ToastCode>,
): Promise<ToastCode> {
  const details = await userDetails(options.portalUsers, request);
  if (!details) return 'userDetailsMissing';
  const entityId = entityFor(details, options.role);
  return entityId === undefined ? options.roleMissing : work(entityId);
}
