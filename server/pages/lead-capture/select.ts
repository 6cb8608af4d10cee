import type { Licence, LicenceList, NonActivatedLicence, ScannerStats } from '../../../shared/licences';
import type { Page, Rows, Wanted } from '../../../shared/list';
import type { LicenceField, LicenceListState } from '../../../shared/list-state';

/** The pages of both lists that the administrator looks at. */
export interface LicencePages {
  readonly activated: Page<Licence>;
  readonly nonActivated: Page<NonActivatedLicence>;
}

/** The pages that a list state asks for; undefined when the backend sent no list. */
export async function selectPages(
  { licences }: ScannerStats,
  state: LicenceListState,
): Promise<LicencePages | undefined> {
  if (!licences) return undefined;
  const [activated, nonActivated] = await Promise.all([
    licences.activated.page(wanted(state), state.page),
    licences.nonActivated.page(everything, state.npage),
  ]);
  return { activated, nonActivated };
}

/** The activated licences that a list state asks for, in its order, on all pages. */
export function selectActivated(licences: LicenceList, state: LicenceListState): Promise<Rows<Licence>> {
  return licences.all(wanted(state));
}

/** Every row, as the backend sent them. */
export const everything = { query: '', within: [] };

const searchedTexts: Readonly<Record<LicenceField, readonly ('email' | 'appId')[]>> = {
  both: ['email', 'appId'],
  email: ['email'],
  id: ['appId'],
};

/** Ties go by e-mail, then id (decision 9). */
function wanted({
  q,
  field,
  sort,
  dir,
}: LicenceListState): Wanted<'email' | 'appId', 'leadsLast30Days' | 'leadsTotal'> {
  return {
    query: q,
    within: searchedTexts[field],
    order: { key: sort, direction: dir, ties: ['email', 'appId'] },
  };
}

/** The activated licence with this id; undefined for an id that is not in the list (decision 15). */
export function findRevocable({ licences }: ScannerStats, id: unknown): Licence | undefined {
  return typeof id === 'string' ? licences?.activated.find('appId', id) : undefined;
}
