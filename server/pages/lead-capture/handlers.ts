import { LeadCapturePage } from '../../../views/pages/LeadCapturePage';
import { listRemoval } from '../product/action';
import { productPage } from '../product/page';
import { activatedLicenses } from './lists';
import { presentLeadCapture } from './present';
import { leadCapture } from './product';

/** GET /leads-capture */
export const leadCapturePage = productPage(leadCapture, LeadCapturePage, presentLeadCapture);

/** POST /leads-capture/revoke: revokes licenses of the administrator's own list only (P101). */
export const revokeLicense = listRemoval(leadCapture, activatedLicenses);
