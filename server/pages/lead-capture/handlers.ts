import { messages } from '../../../shared/messages';
import { LeadCapturePage } from '../../../views/pages/LeadCapturePage';
import { listRemoval, requestLicenses } from '../product/action';
import { listDownload } from '../product/download';
import { productPage } from '../product/page';
import { activatedLicenses, nonActivatedLicenses } from './lists';
import { presentLeadCapture } from './present';
import { leadCapture } from './product';
import { licenseRemoval } from './removal';

/** GET /leads-capture */
export const leadCapturePage = productPage(leadCapture, LeadCapturePage, presentLeadCapture);

/** GET /leads-capture/licenses.csv */
export const licensesCsv = listDownload(leadCapture, activatedLicenses);

/** GET /leads-capture/non-activated-licenses.csv */
export const nonActivatedLicensesCsv = listDownload(leadCapture, nonActivatedLicenses);

/** POST /leads-capture/request-licenses */
export const requestScannerLicenses = requestLicenses(leadCapture);

/** POST /leads-capture/revoke: revokes licenses of the administrator's own list only (P101). */
export const revokeLicense = listRemoval(leadCapture, activatedLicenses, licenseRemoval, {
  notListed: messages.leadCapture.revokeCallFailed,
  done: 'licenseRevoked',
  failed: 'revokeFailed',
  unexpected: { toast: 'removeLicenseFailed', message: messages.leadCapture.removeFailed },
});
