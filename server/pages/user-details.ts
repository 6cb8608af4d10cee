import type { UserDetails } from '../../shared/admin';
import type { PortalUsers } from '../backends/portal-users';
import { BackendError } from '../errors';
import type { SignedInRequest } from '../http/request';

/** The administrator's details; undefined when they cannot be had, which is only logged (specification, section 8). */
export async function userDetails(
  portalUsers: PortalUsers,
  { administrator, log }: SignedInRequest,
): Promise<UserDetails | undefined> {
  try {
    return await portalUsers.details(administrator.bearer);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    log.error({ err: error }, error.message);
    return undefined;
  }
}
