import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../../http/request';
import type { Extent } from '../../lists/list';
import type { UserDetails } from '../../roles';
import { cards } from '../cards/page';
import { leadCapture } from '../lead-capture/page';
import { loadStats, type StatsResult } from '../product/page';
import { companyOf } from '../removals/owner';
import type { PeopleSource } from './lists';

/** The people of the administrator's company, and the kinds that the administrator's products have. */
export interface LoadedPeople extends PeopleSource {
  readonly kinds: readonly RemovableKind[];
  /** How many licenses and cards they have; undefined for a kind that is not available. */
  readonly counts: Readonly<Record<RemovableKind, number | undefined>>;
}

/** Fetches the people of the administrator's company; undefined if the administrator's roles are not known. */
export async function loadPeople(
  request: Pick<SignedInRequest, 'administrator' | 'log'>,
  details: Promise<UserDetails | undefined>,
  dependencies: Dependencies,
): Promise<LoadedPeople | undefined> {
  const [license, card] = await Promise.all([
    loadStats(request, leadCapture, details, dependencies).then(readList(stats => stats.licenses?.activated)),
    loadStats(request, cards, details, dependencies).then(readList(stats => stats.cards?.claimed)),
  ]);
  const known = await details;
  if (!known) return undefined;
  const lists = { license, card };
  const [licenseList, cardList] = [listOrNone(license), listOrNone(card)];
  const kinds = removableKinds.filter(kind => lists[kind] !== 'no access');
  return {
    kinds,
    unavailable: kinds.filter(kind => lists[kind] === 'failed'),
    counts: { license: licenseList?.length, card: cardList?.length },
    people: await dependencies.companyPeople(
      companyOf(request, known),
      { licenses: licenseList, cards: cardList },
      request.administrator.context,
    ),
  };
}

type NoList = 'no access' | 'failed';

/** A function that reads the list of a product, or says why there is none. */
function readList<Stats, List extends { readonly extent: Extent }>(read: (stats: Stats) => List | undefined) {
  return (stats: StatsResult<Stats>): List | NoList => {
    if (stats === 'unknown' || stats === 'no access') return 'no access';
    const list = stats === 'failed' ? undefined : read(stats as Stats);
    return !list || list.extent === 'missing' ? 'failed' : list;
  };
}

function listOrNone<List extends object>(list: List | NoList): List | undefined {
  return typeof list === 'string' ? undefined : list;
}
