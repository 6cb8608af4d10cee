import type { License, NonActivatedLicense } from '../../../shared/licenses';
import type { Page } from '../../../shared/list';
import type { LicenseField, LicenseListState } from '../../../shared/list-state';
import type { ScannerStats } from '../../backends/scanner';
import type { ListOf, ListQuery, Rows } from '../../lists/list';

/** The pages of both lists that the administrator looks at. */
export interface LicensePages {
  readonly activated: Page<License>;
  readonly nonActivated: Page<NonActivatedLicense>;
}

/** The pages that a list state asks for; undefined when the backend sent no list. */
export async function selectPages(
  { licenses }: ScannerStats,
  state: LicenseListState,
): Promise<LicensePages | undefined> {
  if (!licenses) return undefined;
  const [activated, nonActivated] = await Promise.all([
    licenses.activated.page(wanted(state), state.page),
    licenses.nonActivated.page(everything, state.npage),
  ]);
  return { activated, nonActivated };
}

/** The activated licenses that a list state asks for, in its order, on all pages. */
export function selectActivated(licenses: ListOf<License>, state: LicenseListState): Promise<Rows<License>> {
  return licenses.all(wanted(state));
}

/** Every row, as the backend sent them. */
export const everything = { query: '', searchIn: [] };

const searchedTexts: Readonly<Record<LicenseField, readonly ('email' | 'appId')[]>> = {
  both: ['email', 'appId'],
  email: ['email'],
  id: ['appId'],
};

/** Ties go by e-mail, then id (P90). */
function wanted({
  q,
  field,
  sort,
  dir,
}: LicenseListState): ListQuery<'email' | 'appId', 'leadsLast30Days' | 'leadsTotal'> {
  return {
    query: q,
    searchIn: searchedTexts[field],
    order: { key: sort, direction: dir, ties: ['email', 'appId'] },
  };
}

/** The activated license with this id; undefined for an id that is not in the list (P101). */
export function findRevocable({ licenses }: ScannerStats, id: unknown): License | undefined {
  return typeof id === 'string' ? licenses?.activated.find('appId', id) : undefined;
}
