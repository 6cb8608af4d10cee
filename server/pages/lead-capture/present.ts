import { availableLicenses, type License } from '../../../shared/licenses';
import type { LicenseListState } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths, withParameter } from '../../../shared/paths';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { LicenseRow } from '../../../views/pages/LeadCapturePage';
import type { ScannerStats } from '../../backends/scanner';
import type { CountsOf } from '../../lists/table';
import { formatCount, presentFigure, presentMeter } from '../figures';
import { NEVER_USED, presentIdle } from '../product/activity';
import { describeView, findRow, presentList } from '../product/list';
import type { PageContext } from '../product/page';
import { activatedLicenses, nonActivatedLicenses } from './lists';
import { leadCapture } from './product';
import { licenseRemoval } from './removal';

/** The name of the dialog that confirms a revocation, and of the parameter with the license's ID. */
const REVOKE = 'revoke';

/** Returns the content of the Lead Capture page. */
export async function presentLeadCapture(stats: ScannerStats, context: PageContext<LicenseListState>) {
  const { licensesPurchased: purchased, licensesClaimed: claimed } = stats;
  const shown = { stats, ...context };
  const [activated, nonActivated] = await Promise.all([
    presentList(leadCapture, activatedLicenses, shown, (rows, state) =>
      presentLicenses(rows, state, column => stats.licenses?.activated.largest(column) ?? 0),
    ),
    presentList(leadCapture, nonActivatedLicenses, shown, rows => rows.map(({ appId }) => ({ id: appId }))),
  ]);
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
    activated,
    nonActivated,
    view: [...describeView(activated), ...describeView(nonActivated, 'non-activated ')],
    dialogs: [presentRevocation(license, context)],
    notice: license || context.query[REVOKE] === undefined ? undefined : messages.leadCapture.gone,
  };
}

/** Returns rows for the table. Bars compare a count with the largest one of its column in the whole list. */
function presentLicenses(
  licenses: readonly License[],
  state: LicenseListState,
  largest: (column: CountsOf<License>) => number,
): LicenseRow[] {
  const { sort } = state;
  const dialogAddress = withParameter(leadCapture.address(leadCapture.path, state), REVOKE);
  const figure = (license: License, key: CountsOf<License>) =>
    presentFigure(license[key], key === sort ? largest(key) : undefined);
  return licenses.map(license => ({
    email: license.email,
    userId: license.appId,
    leadsLast30Days: figure(license, 'leadsLast30Days'),
    leadsTotal: {
      ...figure(license, 'leadsTotal'),
      note: license.leadsTotal === 0 ? NEVER_USED : undefined,
    },
    deactivate: {
      href: dialogAddress(license.appId),
      dialog: REVOKE,
      item: presentItem(license),
    },
  }));
}

/** Returns the dialog that confirms a revocation, open if the URL names a license. */
function presentRevocation(
  license: License | undefined,
  { state, once }: PageContext<LicenseListState>,
): ConfirmDialogProps {
  return {
    name: REVOKE,
    title: 'Confirm License Revocation',
    text: 'Are you sure you want to revoke the license of:',
    warning: licenseRemoval.terms.warning,
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

function presentItem({ appId, email }: License) {
  return { id: appId, subject: [email] };
}
