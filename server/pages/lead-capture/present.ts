import { availableLicenses, type License } from '../../../shared/licenses';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { ScannerStats } from '../../backends/scanner';
import { formatCount, presentMeter } from '../figures';
import { presentIdle } from '../product/activity';
import { findRow } from '../product/list';
import type { PageContext } from '../product/page';
import { activatedLicenses, presentItem, REVOKE } from './lists';
import { leadCapture } from './product';

/** Returns the content of the Lead Capture page. */
export function presentLeadCapture(stats: ScannerStats, context: PageContext) {
  const { licensesPurchased: purchased, licensesClaimed: claimed } = stats;
  const license = findRow(stats.licenses?.activated, 'appId', context.query[REVOKE]);
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
    dialogs: [presentRevocation(license, context)],
    notice: license || context.query[REVOKE] === undefined ? undefined : messages.leadCapture.gone,
  };
}

/** Returns the dialog that confirms a revocation, open if the URL names a license. */
function presentRevocation(license: License | undefined, { state, once }: PageContext): ConfirmDialogProps {
  return {
    name: REVOKE,
    title: 'Confirm License Revocation',
    text: 'Are you sure you want to revoke the license of:',
    warning: activatedLicenses.removable.warning,
    confirmLabel: 'Revoke License',
    busyLabel: 'Revoking...',
    danger: true,
    action: leadCapture.address(paths.revokeLicense, state),
    once,
    field: leadCapture.itemField,
    optimisticToast: messages.leadCapture.revoked,
    cancelHref: `${leadCapture.address(leadCapture.path, state)}#${activatedLicenses.id}`,
    item: license && presentItem(license),
  };
}
