import type { Query } from '../../../shared/list-state';
import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { ListContent } from '../../../views/components/ListSection';
import type { UsePart } from '../../../views/components/plots/UseBar';
import type { PeopleOverviewProps } from '../../../views/pages/PeoplePage';
import { formatItems, formatPeople } from '../figures';
import { presentUseBar } from '../product/plots';
import { removableLists } from '../removals/lists';
import {
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

/** How many people there are, and what they have if that is known (P324). */
export function presentOverview(
  { path, address, defaults, lists }: ReturnType<typeof peopleLists>,
  { people, kinds, unavailable, counts }: LoadedPeople,
  query: Query,
): PeopleOverviewProps {
  const items = removableKinds.flatMap(kind => {
    const count = counts[kind];
    return count === undefined ? [] : formatItems(count, kind);
  });
  const title = formatPeople(people.length);
  const caption = items.join(' and ');
  const isKnown = kinds.length > 1 && unavailable.length === 0 && people.length > 0;
  if (!isKnown) return { title, caption, use: undefined };
  const current = possession.read(query.has);
  const counted = possessions.map(has => ({
    kind: partKinds[has],
    label: possessionLabels[has],
    count: people.count(possessionRanges(has)),
    href: `${address(path, { ...defaults, has })}#${lists.people.id}`,
    isCurrent: has === current,
  }));
  return { title, caption, use: presentUseBar('What people have', counted, people.length) };
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
