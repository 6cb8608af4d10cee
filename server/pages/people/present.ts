import type { ListState, Query } from '../../../shared/list-state';
import type { RemovableKind } from '../../../shared/removals';
import type { ListContent } from '../../../views/components/ListSection';
import type { FilterBarProps, UsePart } from '../../../views/components/plots/UseBar';
import { formatCount } from '../figures';
import { presentParts } from '../product/use';
import { removableLists } from '../removals/lists';
import {
  POSSESSION,
  type Possession,
  type peopleLists,
  possession,
  possessionLabels,
  possessionRanges,
  possessions,
  sortsOf,
} from './lists';
import type { LoadedPeople } from './load';

const partKinds = {
  'license-and-card': 'used',
  'license-only': 'neutral',
  'card-only': 'available',
} as const satisfies Record<Possession, UsePart['kind']>;

/** The bar that parts who has what, whose legend filters the list; undefined if that is not known (P324). */
export function presentPossessions(
  { path, address, lists }: ReturnType<typeof peopleLists>,
  { people, kinds, unavailable }: LoadedPeople,
  state: ListState,
): FilterBarProps | undefined {
  if (kinds.length < 2 || unavailable.length > 0) return undefined;
  const current = possession.read(state[POSSESSION]);
  const href = (has: Possession | '') =>
    `${address(path, { ...state, [lists.people.names.page]: 1, [POSSESSION]: has })}#${lists.people.id}`;
  const use = presentParts(
    possessions.map(has => ({
      kind: partKinds[has],
      label: possessionLabels[has],
      count: people.count(possessionRanges(has)),
      href: href(has),
      isCurrent: has === current,
    })),
  );
  if (!use) return undefined;
  const all = { count: formatCount(people.length), href: href(''), isCurrent: current === '' };
  return { ...use, all };
}

const saidBy = {
  license: 'licenses and leads',
  card: 'names, cards and visits',
} as const satisfies Record<RemovableKind, string>;

/** The messages of the products that are not available (P328). */
export function presentFailures({ unavailable }: Pick<LoadedPeople, 'unavailable'>): readonly string[] {
  return unavailable.map(
    kind => `${removableLists[kind].product.statsFailed}: ${saidBy[kind]} are not available.`,
  );
}

/** A list that cannot be sorted by what is not available (P328). If it is, its rows are equal, and sorted by email. */
export function withKnownSorts<Content extends ListContent<object> | undefined>(
  list: Content,
  { unavailable }: Pick<LoadedPeople, 'unavailable'>,
): Content {
  if (!list || 'unreadable' in list || !list.sorts || unavailable.length === 0) return list;
  const { email, ...sorts } = list.sorts;
  const unknown: readonly string[] = unavailable.flatMap(kind => sortsOf[kind]);
  const isUnknown = unknown.some(column => sorts[column]?.direction !== undefined);
  const known = Object.entries(sorts).filter(([column]) => !unknown.includes(column));
  return {
    ...list,
    sorts: {
      ...Object.fromEntries(known),
      ...(email && { email: isUnknown ? { ...email, direction: 'asc' } : email }),
    },
  };
}

/** Says that what people have is not known, if the list is filtered by it; undefined otherwise (P328). */
export function unknownPossession(
  { kinds, unavailable }: Pick<LoadedPeople, 'kinds' | 'unavailable'>,
  query: Query,
): string | undefined {
  const has = kinds.length > 1 ? possession.read(query.has) : '';
  if (has === '' || unavailable.length === 0) return undefined;
  const products = unavailable.map(kind => removableLists[kind].product.title).join(' and ');
  return `“${possessionLabels[has]}” needs both products, and ${products} is not available.`;
}
