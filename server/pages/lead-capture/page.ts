import { messages } from '../../../shared/messages';
import { LeadCapturePage } from '../../../views/pages/LeadCapturePage';
import { availableLicenses } from '../../backends/licenses';
import type { ScannerStats } from '../../backends/scanner';
import { formatCount, formatShare } from '../figures';
import { defineProduct, type PageContext } from '../product/define-product';
import { productPage } from '../product/page';
import { presentUsage } from '../product/plots';
import { removalAction } from '../product/removal-action';
import { presentRemoval } from '../product/removal-dialog';
import { inviteAddress, products } from '../products';
import { activatedLicenses, nonActivatedLicenses } from './lists';

/** The lead-capture scanner app. */
export const leadCapture = defineProduct({
  ...products.leadCapture,
  subtitle: 'Licenses for the lead-capture scanner app',
  notActivated: {
    title: messages.leadCapture.notActivated,
    text: 'With this app, your staff can capture leads at events by scanning badges and business cards.',
  },
  statsFailed: messages.leadCapture.statsFailed,
  roleMissing: 'scannerRoleMissing',
  itemField: 'licenseId',
  lists: { activated: activatedLicenses, nonActivated: nonActivatedLicenses },
  backend: ({ scanner }) => scanner,
  appUrl: ({ scannerAppUrl }) => scannerAppUrl,
});

/** GET /leads-capture */
export const leadCapturePage = productPage(leadCapture, LeadCapturePage, presentLeadCapture);

/** POST /leads-capture/revoke: revokes licenses of the administrator's own list only (P101). */
export const revokeLicense = removalAction(leadCapture, activatedLicenses);

/** The content of the Lead Capture page, except its lists. */
export function presentLeadCapture(stats: ScannerStats, context: PageContext) {
  const { licensesPurchased: purchased, licensesClaimed: claimed } = stats;
  return {
    inviteHref: inviteAddress('licenses'),
    overview: {
      code: {
        label: 'Corporate Code',
        kind: 'corporate code',
        text: stats.code,
        hint: 'Share this code with users to claim licenses',
      },
      metrics: [
        { label: 'Total Purchased', value: formatCount(purchased), note: 'licenses' },
        {
          label: 'Currently Active',
          value: formatCount(claimed),
          note: `${formatShare(claimed, purchased)} of purchased`,
        },
        { label: 'Available', value: formatCount(availableLicenses(stats)), note: 'ready to claim' },
      ],
      ...presentUsage(leadCapture, activatedLicenses, nonActivatedLicenses, stats, context.state),
    },
    ...presentRemoval(leadCapture, activatedLicenses, stats, context),
  };
}
