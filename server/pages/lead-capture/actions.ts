import { messages } from '../../../shared/messages';
import { BackendError } from '../../errors';
import { listAction, requestLicenses } from '../product/action';
import { findRevocable } from './lists';
import { leadCapture } from './product';

/** POST /leads-capture/request-licenses */
export const requestScannerLicenses = requestLicenses(leadCapture);

/** POST /leads-capture/revoke: revokes licenses of the administrator's own list only (P101). */
export const revokeLicense = listAction(leadCapture, {
  async run({ scanner }, entityId, { administrator: { bearer }, form }) {
    const license = findRevocable(await scanner.stats(entityId, bearer), form.licenseId);
    if (!license) throw new BackendError(messages.leadCapture.revokeCallFailed, 'not listed');
    await scanner.revokeLicense(entityId, license.appId, bearer);
  },
  done: 'licenseRevoked',
  failed: 'revokeFailed',
  unexpected: { toast: 'removeLicenseFailed', message: messages.leadCapture.removeFailed },
  roleMissing: 'scannerAccountMissing',
});
