import { LeadCapturePage } from '../../../views/pages/LeadCapturePage';
import { productPage } from '../product/page';
import { presentLeadCapture } from './present';
import { leadCapture } from './product';

/** GET /leads-capture */
export const leadCapturePage = productPage(leadCapture, LeadCapturePage, presentLeadCapture);
