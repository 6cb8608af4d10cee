import type { ProductKey } from '../../shared/products';
import type { LinkAlertProps } from '../../views/components/Alert';
import type { Administrator } from '../backends/call';
import type { ProductBackends } from '../backends/products';
import type { Dependencies } from '../dependencies';
import type { Reply } from '../http/reply';
import type { PortalRequest } from '../http/request';
import type { UserDetails } from '../session/roles';

export type Handler<Incoming extends PortalRequest = PortalRequest> = (
  request: Incoming,
  dependencies: Dependencies,
) => Reply | Promise<Reply>;

export interface SignedInRequest extends PortalRequest {
  readonly administrator: Administrator;
  /** Fetches the administrator's details, once; undefined if they are not available, which is only logged (P24). */
  readonly details: () => Promise<UserDetails | undefined>;
  /** What `loadStats` has loaded for this request, or is loading. */
  readonly stats: Map<ProductKey, Promise<StatsResult>>;
  /** A line for the top of the page about a removal, unless the details are of another company. */
  readonly banner: (details: UserDetails | undefined) => LinkAlertProps | undefined;
}

/** The stats of a product, or why there are none: roles are not known, the role is missing, or the backend failed. */
export type StatsResult =
  | Awaited<ReturnType<ProductBackends[ProductKey]['stats']>>
  | 'unknown'
  | 'no access'
  | 'failed';

/** What a page loads if it needs roles, and they are not known. */
export type RolesUnknown = 'roles unknown';

/** Fetches, finds or stores something for a request. */
export type Load<Result> = (request: SignedInRequest, dependencies: Dependencies) => Promise<Result>;

/**
 * The requirement of a handler: a session alone, or also a role for some product, or for its own product. Without a role,
 * the page, a redirect or a toast says so (T52).
 */
export type Requirement = 'session' | 'role' | 'role of its product';

/** A handler behind the sign-in guard. */
export type SignedInHandler = Handler<SignedInRequest> & { readonly requires: Requirement };

/** Says what a handler requires. The routes require a session; the handler checks the roles that it gets. */
export function requiring(requires: Requirement, handler: Handler<SignedInRequest>): SignedInHandler {
  return Object.assign(handler, { requires });
}
