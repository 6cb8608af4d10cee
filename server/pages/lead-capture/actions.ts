import { entityFor, SCANNER } from '../../../shared/admin';
import { readLicenseListState } from '../../../shared/list-state';
import { messages, type ToastCode } from '../../../shared/messages';
import { leadCaptureAddress, paths } from '../../../shared/paths';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import { BackendError } from '../../errors';
import { type Handler, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { attempt } from '../action';
import { requestLicenses } from '../request-licenses';
import { userDetails } from '../user-details';
import { findRevocable } from './select';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
}

/** POST /leads-capture/request-licenses */
export function requestScannerLicenses({ portalUsers, scanner }: Options): Handler<SignedInRequest> {
  return requestLicenses({
    portalUsers,
    product: SCANNER,
    roleMissing: 'scannerRoleMissing',
    send: scanner.requestLicenses,
    back: listAddress,
  });
}

/** POST /leads-capture/revoke: only licenses in the administrator's own list can be revoked (P101). */
export function revokeLicense({ portalUsers, scanner }: Options): Handler<SignedInRequest> {
  return async request => {
    const { bearer } = request.administrator;
    const reply = (code: ToastCode) => redirect(listAddress(request), { toast: [code] });
    const details = await userDetails(portalUsers, request);
    if (!details) return reply('userDetailsMissing');
    const entityId = entityFor(details, SCANNER);
    if (entityId === undefined) return reply('scannerAccountMissing');
    const revoke = async () => {
      const license = findRevocable(await scanner.stats(entityId, bearer), request.form.licenseId);
      if (!license) throw new BackendError(messages.leadCapture.revokeCallFailed, 'not listed');
      await scanner.revokeLicense(entityId, license.appId, bearer);
    };
    const outcome = await attempt(request, revoke, {
      done: 'licenseRevoked',
      failed: 'revokeFailed',
      unforeseen: { toast: 'removeLicenseFailed', message: messages.leadCapture.removeFailed },
    });
    return reply(outcome);
  };
}

function listAddress({ query }: SignedInRequest): string {
  return leadCaptureAddress(paths.leadCapture, readLicenseListState(query));
}
