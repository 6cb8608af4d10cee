import type { Dependencies } from '../dependencies';
import { BackendError } from '../errors';
import type { PortalRequest } from '../http/request';
import type { UserDetails } from '../session/roles';
import { refuseOtherAccounts } from './account';
import { logFailure } from './failure';
import type { SignedInRequest } from './handler';
import { withBanner } from './removals/banner';

/**
 * A request behind the sign-in guard, with what its page or action knows: the administrator's details, which are fetched when
 * they are first needed, and the line about a removal.
 * @throws {PageError} Thrown for a form of another account.
 */
export async function signedInRequest(
  request: PortalRequest,
  dependencies: Dependencies,
): Promise<SignedInRequest> {
  const { administrator } = request;
  if (!administrator) throw new Error('A guarded handler was mounted without the sign-in guard');
  const fetchDetails = () =>
    dependencies.backends.portalUsers.details(administrator.context).catch(error => {
      // An overloaded portal must not look as if the administrator had no products.
      if (!(error instanceof BackendError) || error.reason === 'queue full') throw error;
      logFailure(request.log, error, error.message);
      return undefined;
    });
  let fetched: Promise<UserDetails | undefined> | undefined;
  const details = () => {
    fetched ??= fetchDetails();
    return fetched;
  };
  const known: Omit<SignedInRequest, 'banner'> = { ...request, administrator, details, stats: new Map() };
  await refuseOtherAccounts(known);
  return withBanner(known, dependencies);
}
