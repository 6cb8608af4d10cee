import type { Dependencies } from '../dependencies';
import { BackendError } from '../errors';
import type { PortalRequest } from '../http/request';
import type { UserDetails } from '../session/roles';
import { logFailure } from './failure';
import type { SignedInRequest } from './handler';

/** A request behind the guard, with the details of its administrator, which are fetched when they are first needed. */
export function withDetails(request: PortalRequest, { backends }: Dependencies): SignedInRequest {
  const { administrator } = request;
  if (!administrator) throw new Error('A guarded handler was mounted without the sign-in guard');
  let fetched: Promise<UserDetails | undefined> | undefined;
  const fetchDetails = async () => {
    try {
      return await backends.portalUsers.details(administrator.context);
    } catch (error) {
      // An overloaded portal must not look as if the administrator had no products.
      if (!(error instanceof BackendError) || error.reason === 'queue full') throw error;
      logFailure(request.log, error, error.message);
      return undefined;
    }
  };
  return {
    ...request,
    administrator,
    banner: () => undefined,
    onShown: () => request.session.forgetToasts(),
    details() {
      fetched ??= fetchDetails();
      return fetched;
    },
  };
}
