import { randomUUID } from 'node:crypto';
import {
  activatedLicences,
  availableLicences,
  type Licence,
  nonActivatedLicences,
  type ScannerStats,
} from '../../../shared/licences';
import { compareText, paginate, search, sort } from '../../../shared/list';
import {
  defaultLicenceListState,
  type LicenceField,
  type LicenceListState,
  listStateFields,
} from '../../../shared/list-state';
import { leadCaptureAddress, paths, revokeDialogAddress } from '../../../shared/paths';
import type {
  ActivatedLicences,
  LeadCapture,
  NonActivatedLicences,
  RevokeDialog,
  SortableColumn,
} from '../../../views/pages/LeadCapturePage';
import { countLine, formatCount, presentPagination } from '../list';

const ACTIVATED = '#activated-licenses';
const NON_ACTIVATED = '#non-activated-licenses';

const searchedTexts: Readonly<Record<LicenceField, (licence: Licence) => string[]>> = {
  both: ({ email, appId }) => [email, appId],
  email: ({ email }) => [email],
  id: ({ appId }) => [appId],
};

const byEmailThenId = (a: Licence, b: Licence) =>
  compareText(a.email, b.email) || compareText(a.appId, b.appId);

/** The activated licences that a list state asks for, in its order, on all pages. */
export function selectLicences(licences: readonly Licence[], state: LicenceListState): readonly Licence[] {
  const found = search(activatedLicences(licences), state.q, searchedTexts[state.field]);
  return sort(found, (a, b) => a[state.sort] - b[state.sort], state.dir, byEmailThenId);
}

/** Everything that the Lead Capture page shows of an account. */
export function presentLeadCapture(
  stats: ScannerStats,
  state: LicenceListState,
  { downloadLink, revoke }: { readonly downloadLink: string; readonly revoke: unknown },
): LeadCapture {
  const { licencesPurchased: purchased, licencesClaimed: claimed } = stats;
  return {
    once: randomUUID(),
    requestAction: leadCaptureAddress(paths.requestLicences, state),
    downloadLink,
    overview: {
      code: stats.code,
      purchased: formatCount(purchased),
      active: formatCount(claimed),
      activeShare: purchased > 0 ? `${Math.round((claimed / purchased) * 100)}%` : undefined,
      available: formatCount(availableLicences(stats)),
      meter: {
        value: claimed,
        total: purchased,
        label: `${formatCount(claimed)} of ${formatCount(purchased)} licenses active`,
      },
    },
    activated: stats.licences && presentActivated(stats.licences, state),
    nonActivated: stats.licences && presentNonActivated(nonActivatedLicences(stats.licences), state),
    dialog: stats.licences && presentDialog(stats.licences, state, revoke),
  };
}

function presentActivated(licences: readonly Licence[], state: LicenceListState): ActivatedLicences {
  const all = activatedLicences(licences);
  const found = selectLicences(licences, state);
  const page = paginate(found, state.page);
  const address = (change: Partial<LicenceListState>) =>
    leadCaptureAddress(paths.leadCapture, { ...state, page: page.number, ...change }) + ACTIVATED;
  const column = (key: SortableColumn['key'], label: string): SortableColumn => {
    const direction = state.sort === key ? state.dir : undefined;
    return {
      key,
      label,
      href: address({ sort: key, dir: direction === 'desc' ? 'asc' : 'desc', page: 1 }),
      direction,
      largest: Math.max(0, ...page.rows.map(row => row[key])),
    };
  };
  return {
    total: formatCount(all.length),
    countLine: countLine(state.q, found.length, all.length),
    exportHref:
      found.length === 0 ? undefined : leadCaptureAddress(paths.licencesCsv, { ...state, page: 1, npage: 1 }),
    search: all.length === 0 ? undefined : presentSearch(state, address({ q: '', field: 'both', page: 1 })),
    columns: [column('leadsLast30Days', 'Leads last 30'), column('leadsTotal', 'Leads all time')],
    rows: page.rows.map(({ email, appId, leadsLast30Days, leadsTotal }) => ({
      email,
      userId: appId,
      leadsLast30Days,
      leadsTotal,
      deactivateHref: revokeDialogAddress({ ...state, page: page.number }, appId),
    })),
    pagination: presentPagination('Pages of activated licenses', page, number => address({ page: number })),
  };
}

function presentSearch(state: LicenceListState, clearHref: string): NonNullable<ActivatedLicences['search']> {
  const { sort: sorted, dir, npage } = state;
  return {
    action: paths.leadCapture + ACTIVATED,
    id: 'license-search',
    label: 'Search activated licenses',
    placeholder: 'Search email or UserID',
    name: 'q',
    query: state.q,
    field: {
      value: state.field,
      options: [
        { value: 'both', label: 'Email and UserID' },
        { value: 'email', label: 'Email' },
        { value: 'id', label: 'UserID' },
      ],
    },
    hidden: listStateFields({ sort: sorted, dir, npage }, defaultLicenceListState),
    clearHref: state.q === '' && state.field === 'both' ? undefined : clearHref,
  };
}

function presentNonActivated(
  licences: readonly Licence[],
  state: LicenceListState,
): NonActivatedLicences | undefined {
  if (licences.length === 0) return undefined;
  const page = paginate(licences, state.npage);
  return {
    total: formatCount(licences.length),
    exportHref: paths.nonActivatedLicencesCsv,
    userIds: page.rows.map(licence => licence.appId),
    pagination: presentPagination(
      'Pages of non-activated licenses',
      page,
      number => leadCaptureAddress(paths.leadCapture, { ...state, npage: number }) + NON_ACTIVATED,
    ),
  };
}

/** The dialog for the licence that the address names, if it is one that can be revoked. */
function presentDialog(
  licences: readonly Licence[],
  state: LicenceListState,
  revoke: unknown,
): RevokeDialog | undefined {
  const licence = findRevocable(licences, revoke);
  return (
    licence && {
      email: licence.email,
      licenceId: licence.appId,
      action: leadCaptureAddress(paths.revokeLicence, state),
      cancelHref: leadCaptureAddress(paths.leadCapture, state) + ACTIVATED,
    }
  );
}

/** The activated licence with this id; undefined for an id that is not in the list (decision 15). */
export function findRevocable(licences: readonly Licence[], id: unknown): Licence | undefined {
  return activatedLicences(licences).find(licence => licence.appId !== '' && licence.appId === id);
}
