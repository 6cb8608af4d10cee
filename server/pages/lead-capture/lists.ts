import { licensesExport, nonActivatedLicensesExport } from '../../../shared/exports';
import type { License, NonActivatedLicense } from '../../../shared/licenses';
import {
  type LicenseField,
  type LicenseListState,
  type LicenseSort,
  licenseSorts,
} from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { ScannerStats } from '../../backends/scanner';
import { activitySelect } from '../product/activity';
import type { ListDefinition, RemovableListDefinition } from '../product/list';

const removable = {
  kind: 'license',
  noun: 'License',
  activity: 'leads',
  id: 'appId',
  email: 'email',
  unused: { idle30: 'leadsLast30Days', never: 'leadsTotal' },
} as const;

const searchedTexts: Readonly<Record<LicenseField, readonly ('email' | 'appId')[]>> = {
  both: ['email', 'appId'],
  email: ['email'],
  id: ['appId'],
};

export const activatedLicenses: RemovableListDefinition<
  ScannerStats,
  LicenseListState,
  License,
  LicenseSort
> = {
  id: 'activated-licenses',
  title: 'Activated Licenses',
  items: 'activated licenses',
  rows: ({ licenses }) => licenses?.activated,
  unreadable: messages.leadCapture.licensesUnreadable,
  empty: {
    title: 'No licenses activated yet',
    hint: 'Licenses will appear here once customers activate them.',
  },
  page: 'page',
  search: {
    name: 'q',
    placeholder: 'Search email or UserID',
    selects: [
      {
        name: 'field',
        label: 'Search in',
        options: [
          { value: 'both', label: 'Email and UserID' },
          { value: 'email', label: 'Email' },
          { value: 'id', label: 'UserID' },
        ],
      },
      activitySelect,
    ],
    nothingFound: {
      title: 'No licenses found',
      hint: 'Try adjusting your search terms or clear the search.',
    },
  },
  removable,
  order: { columns: licenseSorts, by: 'sort', direction: 'dir' },
  // Equal rows are ordered by email address, then by ID (P90).
  query: ({ q, field, activity, sort, dir }) => ({
    query: q,
    searchIn: searchedTexts[field],
    ...(activity !== '' && { zeroIn: removable.unused[activity] }),
    order: { key: sort, direction: dir, ties: ['email', 'appId'] },
  }),
  download: {
    path: paths.licensesCsv,
    content: () => licensesExport,
    links: [{ label: 'Export', what: 'activated licenses' }],
  },
};

/** Hidden if empty (P97). In the backend's order (P96). */
export const nonActivatedLicenses: ListDefinition<ScannerStats, LicenseListState, NonActivatedLicense> = {
  id: 'non-activated-licenses',
  title: 'Non-Activated Licenses',
  subtitle: 'Licenses that have not been claimed by users yet',
  items: 'non-activated licenses',
  rows: ({ licenses }) => licenses?.nonActivated,
  unreadable: messages.leadCapture.licensesUnreadable,
  page: 'npage',
  query: () => ({ query: '', searchIn: [] }),
  download: {
    path: paths.nonActivatedLicensesCsv,
    content: () => nonActivatedLicensesExport,
    links: [{ label: 'Export', what: 'non-activated licenses' }],
  },
};
