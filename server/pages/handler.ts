import type { Dependencies } from '../dependencies';
import type { Reply } from '../http/reply';
import type { PortalRequest, SignedInRequest } from '../http/request';

/** Handles the requests of a route. Its helpers, too, take the request first and the dependencies last. */
export type Handler<Incoming extends PortalRequest = PortalRequest> = (
  request: Incoming,
  dependencies: Dependencies,
) => Reply | Promise<Reply>;

/** A handler behind the sign-in guard. */
export type SignedInHandler = Handler<SignedInRequest>;
