import { availableLicenses } from '../../../shared/licenses';
import type { ScannerStats } from '../../backends/scanner';
import { formatCount, presentMeter } from '../figures';
import { presentIdle } from '../product/activity';
import type { PageContext } from '../product/page';
import { presentRemoval } from '../product/removal';
import { activatedLicenses } from './lists';
import { leadCapture } from './product';

/** Returns the content of the Lead Capture page. */
export function presentLeadCapture(stats: ScannerStats, context: PageContext) {
  const { licensesPurchased: purchased, licensesClaimed: claimed } = stats;
  const share = purchased > 0 ? `${Math.round((claimed / purchased) * 100)}%` : undefined;
  return {
    overview: {
      code: {
        label: 'Corporate Code',
        kind: 'corporate code',
        text: stats.code,
        hint: 'Share this code with users to claim licenses',
      },
      metrics: [
        { label: 'Total Purchased', value: formatCount(purchased) },
        { label: 'Currently Active', value: formatCount(claimed), note: share },
        { label: 'Available', value: formatCount(availableLicenses(stats)) },
      ],
      meter: presentMeter(
        claimed,
        purchased,
        `${formatCount(claimed)} of ${formatCount(purchased)} licenses active`,
      ),
    },
    idle: presentIdle(leadCapture, activatedLicenses, stats),
    ...presentRemoval(leadCapture, activatedLicenses, stats, context),
  };
}
