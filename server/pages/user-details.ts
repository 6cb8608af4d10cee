import type { Dependencies } from '../dependencies';
import { BackendError } from '../errors';
import type { GuardedRequest } from '../http/request';
import type { UserDetails } from '../session/roles';
import { logFailure } from './failure';
import type { SignedInRequest } from './handler';

/** A request with the details of its administrator, which are fetched when they are first needed. */
export function withDetails(request: GuardedRequest, { backends }: Dependencies): SignedInRequest {
  let fetched: Promise<UserDetails | undefined> | undefined;
  const fetchDetails = async () => {
    try {
      return await backends.portalUsers.details(request.administrator.context);
    } catch (error) {
      // An overloaded portal must not look as if the administrator had no products.
      if (!(error instanceof BackendError) || error.reason === 'queue full') throw error;
      logFailure(request.log, error, error.message);
      return undefined;
    }
  };
  return {
    ...request,
    banner: undefined,
    details() {
      fetched ??= fetchDetails();
      return fetched;
    },
  };
}
