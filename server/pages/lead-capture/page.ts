import { formatCount } from '../../../shared/format-count';
import { LeadCapturePage } from '../../../views/pages/LeadCapturePage';
import type { ScannerStats } from '../../backends/scanner';
import type { PageContext } from '../product/define-product';
import { leadCapture } from '../product/lead-capture';
import { productPage } from '../product/page';
import { removalAction } from '../product/removal-action';
import { presentRemoval } from '../product/removal-dialog';
import { presentActive, presentFewLeft, presentUsageFilter } from '../product/usage';

/** GET /leads-capture */
export const leadCapturePage = productPage(leadCapture, LeadCapturePage, presentLeadCapture);

/** POST /leads-capture/revoke: revokes licenses of the administrator's own list only (P101). */
export const revokeLicense = removalAction(leadCapture);

/** The content of the Lead Capture page, except its lists. */
export function presentLeadCapture(stats: ScannerStats, context: PageContext) {
  const { active, available } = presentActive(stats, 'purchased');
  const { licensesPurchased: purchased } = stats;
  return {
    overview: {
      ...(purchased > 0 && {
        code: {
          label: 'Corporate Code',
          kind: 'corporate code',
          text: stats.code,
          hint: 'Share this code with users to claim licenses',
        },
      }),
      figures: [
        {
          label: 'Total Purchased',
          value: formatCount(purchased),
          note: purchased === 1 ? 'license' : 'licenses',
        },
        { label: 'Currently Active', ...active },
        { label: 'Available', ...available },
      ],
      fewLeft: presentFewLeft(leadCapture, stats),
    },
    filter: presentUsageFilter(leadCapture, stats, leadCapture.readState(context.query)),
    ...presentRemoval(leadCapture, stats, context),
  };
}
