import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { Step } from '../handler';
import { loadRows } from '../product/page';
import { removableLists } from '../removals/lists';
import type { PeopleSource } from './lists';

/** The people of the administrator's company, and the kinds that the administrator's products have. */
export interface LoadedPeople extends PeopleSource {
  readonly kinds: readonly RemovableKind[];
  /** How many licenses and cards they have; undefined for a kind that is not available. */
  readonly counts: Readonly<Record<RemovableKind, number | undefined>>;
}

/** Fetches the people of the administrator's company; undefined if the administrator's roles are not known. */
export const loadPeople: Step<LoadedPeople | undefined> = async (request, dependencies) => {
  const [license, card] = await Promise.all([
    loadRows(request, removableLists.license, dependencies),
    loadRows(request, removableLists.card, dependencies),
  ]);
  const known = await request.details();
  if (!known) return undefined;
  const loaded = { license, card };
  const licenses = typeof license === 'string' ? undefined : license;
  const cards = typeof card === 'string' ? undefined : card;
  const kinds = removableKinds.filter(kind => loaded[kind] !== 'no access');
  return {
    kinds,
    unavailable: kinds.filter(kind => typeof loaded[kind] === 'string'),
    counts: { license: licenses?.length, card: cards?.length },
    people: await dependencies.companyPeople({ licenses, cards }, request.administrator.context),
  };
};
