import { licenseSorts, oneOf } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { LicenseRow } from '../../../views/pages/LeadCapturePage';
import { availableLicenses, type License, type NonActivatedLicense } from '../../backends/licenses';
import type { ScannerStats } from '../../backends/scanner';
import { formatCount, presentEmail, presentFigure } from '../figures';
import { activityFilter } from '../lists/activity';
import { defineList, defineRemovableList } from '../lists/define-list';
import { products } from '../products';
import { defineProduct } from './define-product';

const searchedColumns = {
  both: ['email', 'licenseId'],
  email: ['email'],
  id: ['licenseId'],
} as const;

/** The select for the columns to search. */
const searchField = {
  ...oneOf(['both', 'email', 'id']),
  name: 'field',
  label: 'Search in',
  options: [
    { value: 'both', label: 'Email and UserID' },
    { value: 'email', label: 'Email' },
    { value: 'id', label: 'UserID' },
  ],
};

const counts = { use: 'use', last30Days: 'leadsLast30Days', total: 'leadsTotal' } as const;

export const activatedLicenses = defineRemovableList<ScannerStats, License, LicenseRow>({
  id: 'activated-licenses',
  title: 'Activated Licenses',
  rowsName: 'activated licenses',
  rows: ({ licenses }) => licenses?.activated,
  unreadable: messages.leadCapture.licensesUnreadable,
  empty: {
    title: 'No licenses activated yet',
    hint: 'Licenses will appear here once customers activate them.',
  },
  search: {
    columns: ({ field }) => searchedColumns[searchField.read(field)],
    placeholder: 'Search email or UserID',
    selects: [searchField, activityFilter(counts)],
    nothingFound: {
      title: 'No licenses found',
      hint: 'Try adjusting your search terms or clear the search. Licenses have no names: search for an email address or a UserID.',
    },
  },
  removable: {
    kind: 'license',
    warning: 'This action cannot be undone.',
    id: 'licenseId',
    email: 'email',
    subject: ['email'],
    path: paths.revokeLicense,
    dialog: {
      name: 'revoke',
      title: 'Confirm License Revocation',
      text: 'Are you sure you want to revoke the license of:',
      busyLabel: 'Revoking...',
      optimisticToast: messages.leadCapture.revoked,
    },
    gone: messages.leadCapture.gone,
    counts,
    auditedAs: 'revoke',
    roleMissing: 'scannerAccountMissing',
    remove: (entityId, licenseId, context, { scanner }) =>
      scanner.revokeLicense(entityId, licenseId, context),
    outcomes: {
      done: 'licenseRevoked',
      notListed: 'licenseNotListed',
      reassigned: 'licenseReassigned',
      stillListed: 'licenseStillListed',
      failed: 'revokeFailed',
      unexpected: { toast: 'removeLicenseFailed', message: messages.leadCapture.removeFailed },
    },
  },
  // Equal rows are ordered by email address, then by ID (P90).
  order: { columns: licenseSorts, ofUnused: 'leadsTotal', ties: ['email', 'licenseId'] },
  presentRows: (licenses, { largest }) =>
    licenses.map(
      ({ licenseId, email, leadsLast30Days, leadsTotal }): LicenseRow => ({
        licenseId,
        email: presentEmail(email),
        leadsLast30Days: presentFigure(leadsLast30Days, largest('leadsLast30Days')),
        leadsTotal: presentFigure(leadsTotal, largest('leadsTotal')),
      }),
    ),
  download: {
    file: 'licenses',
    comparedAs: 'licenses',
    content: () => ({
      name: 'licenses-export',
      rows: 'license(s)',
      columns: {
        email: 'email',
        userId: 'licenseId',
        leadsLast30Days: 'leadsLast30Days',
        totalLeads: 'leadsTotal',
      },
    }),
  },
});

/** Hidden if empty (P97). In the backend's order (P96). */
export const nonActivatedLicenses = defineList<ScannerStats, NonActivatedLicense, { id: string }>({
  id: 'non-activated-licenses',
  title: 'Non-Activated Licenses',
  qualifier: 'non-activated',
  // The backend lists those that are assigned; the others exist only as a number.
  subtitleOf(stats) {
    const more = availableLicenses(stats) - (stats.licenses?.nonActivated.length ?? 0);
    return more > 0 ? `${formatCount(more)} more can be claimed with the code` : undefined;
  },
  rowsName: 'non-activated licenses',
  rows: ({ licenses }) => licenses?.nonActivated,
  unreadable: messages.leadCapture.licensesUnreadable,
  prefix: 'n',
  presentRows: rows => rows.map(({ licenseId }) => ({ id: licenseId })),
  download: {
    file: 'non-activated-licenses',
    content: () => ({
      name: 'non-activated-licenses-export',
      rows: 'non-activated license(s)',
      columns: { userId: 'licenseId' },
    }),
  },
});

/** The lead-capture scanner app. */
export const leadCapture = defineProduct({
  ...products.leadCapture,
  invitedTo: 'licenses',
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
