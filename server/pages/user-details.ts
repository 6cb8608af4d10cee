import type { UserDetails } from '../../shared/admin';
import type { PortalUsers } from '../backends/portal-users';
import { BackendError } from '../errors';
import type { SignedInRequest } from '../http/request';
import { logFailure } from './failure';

/**
 * The administrator's details; undefined when they cannot be had, which is only logged (P24).
 * @throws {BackendError} Thrown when too many calls wait already: the page then says that the portal is busy.
 */
export async function userDetails(
  portalUsers: PortalUsers,
  { administrator, log }: SignedInRequest,
): Promise<UserDetails | undefined> {
  try {
    return await portalUsers.details(administrator.bearer);
  } catch (error) {
    // What the portal is too busy to ask must not look as if there were no product.
    if (!(error instanceof BackendError) || error.reason === 'queue full') throw error;
    logFailure(log, error, error.message);
    return undefined;
  }
}
