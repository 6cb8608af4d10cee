import type { Dependencies } from '../dependencies';
import { BackendError } from '../errors';
import type { SignedInRequest } from '../http/request';
import type { UserDetails } from '../roles';
import { logFailure } from './failure';

/**
 * The administrator's details; undefined if they are not available, which is only logged (P24).
 * @throws {BackendError} Thrown when the queue is full: the page then says that the portal is busy.
 */
export async function fetchUserDetails(
  { administrator, log }: SignedInRequest,
  { portalUsers }: Pick<Dependencies, 'portalUsers'>,
): Promise<UserDetails | undefined> {
  try {
    return await portalUsers.details(administrator.context);
  } catch (error) {
    // An overloaded portal must not look as if the administrator had no products.
    if (!(error instanceof BackendError) || error.reason === 'queue full') throw error;
    logFailure(log, error, error.message);
    return undefined;
  }
}
