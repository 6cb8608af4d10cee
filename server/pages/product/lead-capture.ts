import { formatCount } from '../../../shared/format-count';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { IdRow } from '../../../views/components/ListSection';
import type { LicenseRow } from '../../../views/pages/LeadCapturePage';
import {
  type ProductItem,
  type ProductStats,
  type UnclaimedItem,
  unclaimedCount,
} from '../../backends/product-stats';
import { presentFigure } from '../format';
import { defineList } from '../lists/define-list';
import { sortUnusedBy, statusColumns, usageFilter } from '../lists/usage-filter';
import { presentEmail } from '../present-person';
import { defineProduct } from './define-product';

const claimed = defineList<ProductStats, ProductItem, LicenseRow>({
  id: 'activated-licenses',
  title: 'Activated Licenses',
  rowsName: 'activated licenses',
  rows: ({ items }) => items?.claimed,
  unreadable: messages.leadCapture.licensesUnreadable,
  empty: {
    title: 'No licenses activated yet',
    hint: 'Licenses will appear here once customers activate them.',
  },
  search: {
    columns: ['email', 'id'],
    select: {
      name: 'field',
      label: 'Search in',
      options: [
        { value: 'both', label: 'Email and UserID', columns: ['email', 'id'] },
        { value: 'email', label: 'Email', columns: ['email'] },
        { value: 'id', label: 'UserID', columns: ['id'] },
      ],
    },
    placeholder: 'Search email or UserID',
    nothingFound: {
      title: 'No licenses found',
      hint: 'Try adjusting your search terms or clear the search. Licenses are listed by email address. Search for one, or for a UserID.',
    },
    isWithoutNames: true,
  },
  filter: usageFilter,
  selectable: { kind: 'license', id: 'id', dialog: 'revoke', isDialogReady: true },
  order: {
    columns: { leadsLast30Days: 'last30Days', leadsTotal: 'total' },
    filterSorts: sortUnusedBy('leadsTotal'),
    // Equal rows are ordered by email address, then by ID (P90).
    ties: ['email', 'id'],
  },
  presentRows: (licenses, { largest }) =>
    licenses.map(
      ({ id, email, last30Days, total }): LicenseRow => ({
        licenseId: id,
        email: presentEmail(email),
        leadsLast30Days: presentFigure(last30Days, largest('last30Days')),
        leadsTotal: presentFigure(total, largest('total')),
      }),
    ),
  download: {
    file: 'licenses',
    isComparable: true,
    content: () => ({
      name: 'licenses-export',
      rows: 'license(s)',
      columns: { email: 'email', userId: 'id', leadsLast30Days: 'last30Days', totalLeads: 'total' },
      workbookColumns: { ...statusColumns, activatedOn: { day: 'activatedOn' } },
    }),
  },
});

/** Hidden if empty (P97). In the backend's order (P96). */
const unclaimed = defineList<ProductStats, UnclaimedItem, IdRow>({
  id: 'non-activated-licenses',
  title: 'Non-Activated Licenses',
  qualifier: 'non-activated',
  // The backend lists assigned licenses; the others exist only as a number.
  subtitle(stats) {
    const more = unclaimedCount(stats) - (stats.items?.unclaimed.length ?? 0);
    return more > 0 ? `${formatCount(more)} more can be claimed with the code` : undefined;
  },
  rowsName: 'non-activated licenses',
  rows: ({ items }) => items?.unclaimed,
  unreadable: messages.leadCapture.licensesUnreadable,
  prefix: 'n',
  presentRows: rows => rows.map(({ id }) => ({ id })),
  download: {
    file: 'non-activated-licenses',
    content: () => ({
      name: 'non-activated-licenses-export',
      rows: 'non-activated license(s)',
      columns: { userId: 'id' },
    }),
  },
});

export const leadCapture = defineProduct('license', {
  notActivated: {
    title: messages.leadCapture.notActivated,
    text: 'With this app, your staff can capture leads at events by scanning badges and business cards.',
  },
  statsFailed: messages.leadCapture.statsFailed,
  unavailableToast: 'licensesUnavailable',
  roleMissing: 'scannerRoleMissing',
  lists: { claimed, unclaimed },
  removal: {
    warning: 'This action cannot be undone.',
    path: paths.revokeLicense,
    dialog: {
      name: 'revoke',
      title: 'Confirm License Revocation',
      text: 'Are you sure you want to revoke the license of:',
      busyLabel: 'Revoking...',
      optimisticToast: messages.leadCapture.revoked,
    },
    gone: messages.leadCapture.gone,
    auditedAs: 'revoke',
    roleMissing: 'scannerAccountMissing',
    outcomes: {
      done: 'licenseRevoked',
      notListed: 'licenseNotListed',
      reassigned: 'licenseReassigned',
      stillListed: 'licenseStillListed',
      failed: 'revokeFailed',
      unexpected: { toast: 'removeLicenseFailed', message: messages.leadCapture.removeFailed },
    },
  },
  backend: ({ products }) => products.license,
});
