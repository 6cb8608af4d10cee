import { ScanLine } from 'lucide-react';
import { formatCount } from '../../../shared/format-count';
import { removalMessages } from '../../../shared/products';
import { license } from '../../../shared/products/license';
import type { IdRow } from '../../../views/components/ListSection';
import { LeadCapturePage, type LicenseRow, licenseColumns } from '../../../views/pages/LeadCapturePage';
import {
  type ProductItem,
  type ProductStats,
  type UnclaimedItem,
  unclaimedCount,
} from '../../backends/product-stats';
import type { ScannerStats } from '../../backends/scanner';
import { presentFigure } from '../format';
import { defineList } from '../lists/define-list';
import { sortUnusedBy, statusColumns, usageFilter } from '../lists/usage-filter';
import { presentEmail } from '../present-person';
import { defineProduct } from '../product/define-product';
import { CANNOT_BE_UNDONE } from '../product/removal-words';
import { presentActive } from '../product/usage';

const claimed = defineList<ProductStats, ProductItem, LicenseRow>({
  id: 'activated-licenses',
  title: 'Activated Licenses',
  rowsName: 'activated licenses',
  rows: ({ items }) => items?.claimed,
  unreadable: license.messages.unreadable,
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
  selectable: { kind: 'license', id: 'id', dialog: 'revoke' },
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
  unreadable: license.messages.unreadable,
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

export const leadCapture = defineProduct<ScannerStats, LicenseRow>('license', {
  icon: ScanLine,
  notActivated:
    'With this app, your staff can capture leads at events by scanning badges and business cards.',
  lists: { claimed, unclaimed },
  removal: {
    title: 'Confirm License Revocation',
    text: 'Are you sure you want to revoke the license of:',
    optimisticToast: removalMessages('license').removed,
    warning: CANNOT_BE_UNDONE,
  },
  columns: licenseColumns.plain,
  Page: LeadCapturePage,
  overview(stats) {
    const { active, available } = presentActive(stats, 'purchased');
    const { licensesPurchased: purchased } = stats;
    return {
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
    };
  },
  panel: {
    purpose: 'Capture leads at events by scanning badges and business cards.',
    activity: ({ last30Days, total }) => [
      { label: 'Leads, last 30 days', value: formatCount(last30Days) },
      { label: 'Leads, all time', value: formatCount(total) },
    ],
  },
  invitationFacts: ({ code, integrations }) => ({ code, hasIntegration: integrations.length > 0 }),
});
