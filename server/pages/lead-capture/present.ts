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
  type LicenceSort,
  listStateFields,
} from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { leadCaptureAddress, paths, revokeDialogAddress } from '../../../shared/paths';
import type { SearchFormProps } from '../../../views/components/SearchForm';
import type { ConfirmDialogProps } from '../../../views/Island';
import type {
  ActivatedLicences,
  LeadCapture,
  NonActivatedLicences,
} from '../../../views/pages/LeadCapturePage';
import { countLine, formatCount, presentColumn, presentPagination } from '../list';

const ACTIVATED = 'activated-licenses';
const NON_ACTIVATED = 'non-activated-licenses';

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

/** The activated licence with this id; undefined for an id that is not in the list (decision 15). */
export function findRevocable(licences: readonly Licence[], id: unknown): Licence | undefined {
  return activatedLicences(licences).find(licence => licence.appId !== '' && licence.appId === id);
}

/** Everything that the Lead Capture page shows of an account. */
export function presentLeadCapture(
  stats: ScannerStats,
  state: LicenceListState,
  { downloadLink, revoke }: { readonly downloadLink: string; readonly revoke: unknown },
): LeadCapture {
  const { licencesPurchased: purchased, licencesClaimed: claimed } = stats;
  const once = randomUUID();
  return {
    once,
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
    dialogs: [presentDialog(stats.licences ?? [], state, { once, revoke })],
  };
}

function presentActivated(licences: readonly Licence[], wanted: LicenceListState): ActivatedLicences {
  const all = activatedLicences(licences);
  const found = selectLicences(licences, wanted);
  const page = paginate(found, wanted.page);
  const state = { ...wanted, page: page.number };
  const address = (change: Partial<LicenceListState>) =>
    `${leadCaptureAddress(paths.leadCapture, { ...state, page: 1, ...change })}#${ACTIVATED}`;
  const column = <Key extends LicenceSort>(key: Key, label: string) =>
    presentColumn(key, label, state.sort === key ? state.dir : undefined, dir => address({ sort: key, dir }));

  return {
    section: {
      id: ACTIVATED,
      title: 'Activated Licenses',
      total: formatCount(all.length),
      countLine: countLine(state.q, found.length, all.length),
      search: all.length === 0 ? undefined : presentSearch(state, address({ q: '', field: 'both' })),
      empty:
        all.length === 0
          ? {
              title: 'No licenses activated yet',
              hint: 'Licenses will appear here once customers activate them.',
            }
          : { title: 'No licenses found', hint: 'Try adjusting your search terms or clear the search.' },
      pagination: presentPagination('Pages of activated licenses', page, number => address({ page: number })),
    },
    exportHref:
      found.length === 0 ? undefined : leadCaptureAddress(paths.licencesCsv, { ...state, page: 1, npage: 1 }),
    columns: [column('leadsLast30Days', 'Leads last 30'), column('leadsTotal', 'Leads all time')],
    rows: page.rows.map(({ email, appId, leadsLast30Days, leadsTotal }) => ({
      email,
      userId: appId,
      leadsLast30Days,
      leadsTotal,
      deactivateHref: revokeDialogAddress(state, appId),
    })),
  };
}

function presentSearch(state: LicenceListState, clearHref: string): SearchFormProps {
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
    hidden: listStateFields({ ...rest, page: 1 }, defaultLicenceListState),
    clearHref: q === '' && field === 'both' ? undefined : clearHref,
  };
}

function presentNonActivated(
  licences: readonly Licence[],
  state: LicenceListState,
): NonActivatedLicences | undefined {
  if (licences.length === 0) return undefined;
  const page = paginate(licences, state.npage);
  const total = formatCount(licences.length);
  return {
    section: {
      id: NON_ACTIVATED,
      title: 'Non-Activated Licenses',
      subtitle: 'Licenses that have not been claimed by users yet',
      total,
      search: undefined,
      pagination: presentPagination(
        'Pages of non-activated licenses',
        page,
        npage => `${leadCaptureAddress(paths.leadCapture, { ...state, npage })}#${NON_ACTIVATED}`,
      ),
    },
    exportHref: paths.nonActivatedLicencesCsv,
    userIds: page.rows.map(licence => licence.appId),
  };
}

/** The dialog that confirms; open about the licence that the address names, if it is one that can be revoked. */
function presentDialog(
  licences: readonly Licence[],
  state: LicenceListState,
  { once, revoke }: { readonly once: string; readonly revoke: unknown },
): ConfirmDialogProps {
  const licence = findRevocable(licences, revoke);
  return {
    name: 'revoke',
    title: 'Confirm License Revocation',
    text: 'Are you sure you want to revoke the license of:',
    warning: 'This action cannot be undone.',
    confirmLabel: 'Revoke License',
    danger: true,
    action: leadCaptureAddress(paths.revokeLicence, state),
    once,
    field: 'licenseId',
    promise: messages.leadCapture.revoked,
    cancelHref: `${leadCaptureAddress(paths.leadCapture, state)}#${ACTIVATED}`,
    item: licence && { id: licence.appId, subject: [licence.email] },
  };
}
