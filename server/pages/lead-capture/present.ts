import { randomUUID } from 'node:crypto';
import { availableLicenses, type License, type NonActivatedLicense } from '../../../shared/licenses';
import type { Page } from '../../../shared/list';
import {
  defaultLicenseListState,
  type LicenseListState,
  type LicenseSort,
  listStateFields,
} from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { leadCaptureAddress, paths, revokeDialogAddress } from '../../../shared/paths';
import type { SearchFormProps } from '../../../views/components/SearchForm';
import type { ConfirmDialogProps } from '../../../views/Island';
import type {
  ActivatedLicenses,
  LeadCapture,
  NonActivatedLicenses,
} from '../../../views/pages/LeadCapturePage';
import type { ScannerStats } from '../../backends/scanner';
import { countLine, formatCount, presentColumn, presentPagination } from '../list';
import { findRevocable, type LicensePages } from './select';

const ACTIVATED = 'activated-licenses';
const NON_ACTIVATED = 'non-activated-licenses';

/** Everything that the Lead Capture page shows of an account. */
export function presentLeadCapture(
  stats: ScannerStats,
  pages: LicensePages | undefined,
  state: LicenseListState,
  { downloadLink, revoke }: { readonly downloadLink: string; readonly revoke: unknown },
): LeadCapture {
  const { licensesPurchased: purchased, licensesClaimed: claimed } = stats;
  const once = randomUUID();
  return {
    once,
    requestAction: leadCaptureAddress(paths.requestLicenses, state),
    downloadLink,
    overview: {
      code: stats.code,
      purchased: formatCount(purchased),
      active: formatCount(claimed),
      activeShare: purchased > 0 ? `${Math.round((claimed / purchased) * 100)}%` : undefined,
      available: formatCount(availableLicenses(stats)),
      meter: {
        value: claimed,
        total: purchased,
        label: `${formatCount(claimed)} of ${formatCount(purchased)} licenses active`,
      },
    },
    activated: pages && presentActivated(pages.activated, stats.licenses?.activated.length ?? 0, state),
    nonActivated: pages && presentNonActivated(pages.nonActivated, state),
    dialogs: [presentDialog(findRevocable(stats, revoke), state, once)],
  };
}

function presentActivated(page: Page<License>, total: number, wanted: LicenseListState): ActivatedLicenses {
  const state = { ...wanted, page: page.number };
  const dialogAddress = revokeDialogAddress(state);
  const address = (change: Partial<LicenseListState>) =>
    `${leadCaptureAddress(paths.leadCapture, { ...state, page: 1, ...change })}#${ACTIVATED}`;
  const column = <Key extends LicenseSort>(key: Key, label: string) =>
    presentColumn(key, label, state.sort === key ? state.dir : undefined, dir => address({ sort: key, dir }));

  return {
    section: {
      id: ACTIVATED,
      title: 'Activated Licenses',
      total: formatCount(total),
      countLine: countLine(state.q, page.found, total),
      search: total === 0 ? undefined : presentSearch(state, address({ q: '', field: 'both' })),
      empty:
        total === 0
          ? {
              title: 'No licenses activated yet',
              hint: 'Licenses will appear here once customers activate them.',
            }
          : { title: 'No licenses found', hint: 'Try adjusting your search terms or clear the search.' },
      pagination: presentPagination('Pages of activated licenses', page, number => address({ page: number })),
    },
    exportHref:
      page.found === 0 ? undefined : leadCaptureAddress(paths.licensesCsv, { ...state, page: 1, npage: 1 }),
    columns: [column('leadsLast30Days', 'Leads last 30'), column('leadsTotal', 'Leads all time')],
    rows: page.rows.map(({ email, appId, leadsLast30Days, leadsTotal }) => ({
      email,
      userId: appId,
      leadsLast30Days,
      leadsTotal,
      deactivateHref: dialogAddress(appId),
    })),
  };
}

function presentSearch(state: LicenseListState, clearHref: string): SearchFormProps {
  const { q, field, ...rest } = state;
  return {
    action: `${paths.leadCapture}#${ACTIVATED}`,
    label: 'Search activated licenses',
    placeholder: 'Search email or UserID',
    name: 'q',
    query: q,
    field: {
      value: field,
      options: [
        { value: 'both', label: 'Email and UserID' },
        { value: 'email', label: 'Email' },
        { value: 'id', label: 'UserID' },
      ],
    },
    hidden: listStateFields({ ...rest, page: 1 }, defaultLicenseListState),
    clearHref: q === '' && field === 'both' ? undefined : clearHref,
  };
}

function presentNonActivated(
  page: Page<NonActivatedLicense>,
  state: LicenseListState,
): NonActivatedLicenses | undefined {
  if (page.found === 0) return undefined;
  return {
    section: {
      id: NON_ACTIVATED,
      title: 'Non-Activated Licenses',
      subtitle: 'Licenses that have not been claimed by users yet',
      total: formatCount(page.found),
      search: undefined,
      pagination: presentPagination(
        'Pages of non-activated licenses',
        page,
        npage => `${leadCaptureAddress(paths.leadCapture, { ...state, npage })}#${NON_ACTIVATED}`,
      ),
    },
    exportHref: paths.nonActivatedLicensesCsv,
    userIds: page.rows.map(license => license.appId),
  };
}

/** The dialog that confirms; open about the license that the address names, if it is one that can be revoked. */
function presentDialog(
  license: License | undefined,
  state: LicenseListState,
  once: string,
): ConfirmDialogProps {
  return {
    name: 'revoke',
    title: 'Confirm License Revocation',
    text: 'Are you sure you want to revoke the license of:',
    warning: 'This action cannot be undone.',
    confirmLabel: 'Revoke License',
    busyLabel: 'Revoking...',
    danger: true,
    action: leadCaptureAddress(paths.revokeLicense, state),
    once,
    field: 'licenseId',
    optimisticToast: messages.leadCapture.revoked,
    cancelHref: `${leadCaptureAddress(paths.leadCapture, state)}#${ACTIVATED}`,
    item: license && { id: license.appId, subject: [license.email] },
  };
}
