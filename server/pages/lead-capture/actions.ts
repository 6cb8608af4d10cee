import { messages } from '../../../shared/messages';
import { listRemoval, requestLicenses } from '../product/action';
import { activatedLicenses } from './lists';
import { leadCapture } from './product';

/** POST /leads-capture/request-licenses */
export const requestScannerLicenses = requestLicenses(leadCapture);

/** POST /leads-capture/revoke: revokes licenses of the administrator's own list only (P101). */
export const revokeLicense = listRemoval(leadCapture, activatedLicenses, {
  key: 'appId',
  field: 'licenseId',
  remove: ({ scanner }, entityId, licenseId, context) => scanner.revokeLicense(entityId, licenseId, context),
  notListed: messages.leadCapture.revokeCallFailed,
  done: 'licenseRevoked',
  failed: 'revokeFailed',
  unexpected: { toast: 'removeLicenseFailed', message: messages.leadCapture.removeFailed },
  roleMissing: 'scannerAccountMissing',
});
