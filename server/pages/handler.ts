import type { LinkAlertProps } from '../../views/components/Alert';
import type { Dependencies } from '../dependencies';
import type { Reply } from '../http/reply';
import type { GuardedRequest, PortalRequest } from '../http/request';
import type { UserDetails } from '../session/roles';

/** Handles the requests of a route. */
export type Handler<Incoming extends PortalRequest = PortalRequest> = (
  request: Incoming,
  dependencies: Dependencies,
) => Reply | Promise<Reply>;

/** A request of an administrator. */
export interface SignedInRequest extends GuardedRequest {
  /** Fetches the administrator's details, once; undefined if they are not available, which is only logged (P24). */
  readonly details: () => Promise<UserDetails | undefined>;
  /** A line for the top of the page about a removal. */
  readonly banner: LinkAlertProps | undefined;
}

/** Fetches, finds or stores something for a request. */
export type Load<Result> = (request: SignedInRequest, dependencies: Dependencies) => Promise<Result>;

/** A handler behind the sign-in guard. */
export type SignedInHandler = Handler<SignedInRequest>;
