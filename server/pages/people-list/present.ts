import { formatCount } from '../../../shared/format-count';
import type { ListState, Query } from '../../../shared/list-state';
import { type ProductKey, plural } from '../../../shared/products';
import type { ListContent } from '../../../views/components/ListSection';
import type { FilterBarProps, UsagePart } from '../../../views/components/plots/UsageBar';
import { productDefinitions } from '../product/products';
import { presentParts } from '../product/usage';
import { HAS, hasFilter, type peopleLists, sortsOf } from './lists';
import type { LoadedPeople } from './load';

const partKinds: Readonly<Record<string, UsagePart['kind']>> = {
  'license-and-card': 'used',
  'license-only': 'neutral',
  'card-only': 'outline',
};

/** The bar whose legend filters people by product. Returns undefined if a product is not available (P324). */
export function presentHasFilter(
  { path, url, lists }: ReturnType<typeof peopleLists>,
  { people, products, unavailableProducts }: LoadedPeople,
  state: ListState,
): FilterBarProps | undefined {
  if (products.length < 2 || unavailableProducts.length > 0) return undefined;
  const current = state[HAS];
  const href = (has: string) =>
    `${url(path, { ...state, [lists.people.names.page]: 1, [HAS]: has })}#${lists.people.id}`;
  const [, ...options] = hasFilter.options;
  const bar = presentParts(
    options.map(({ value, label, ranges }) => ({
      kind: partKinds[value] ?? 'neutral',
      label,
      count: people.count(ranges),
      href: href(value),
      isCurrent: value === current,
    })),
  );
  if (!bar) return undefined;
  const all = { count: formatCount(people.length), href: href(''), isCurrent: current === '' };
  return { ...bar, all };
}

const columnsFrom = {
  license: 'licenses and leads',
  card: 'names, cards and visits',
} as const satisfies Record<ProductKey, string>;

export function presentFailures({
  unavailableProducts,
}: Pick<LoadedPeople, 'unavailableProducts'>): readonly string[] {
  return unavailableProducts.map(
    productKey =>
      `${productDefinitions[productKey].statsFailed}: ${columnsFrom[productKey]} are not available.`,
  );
}

/**
 * Renames the list while a product is not available, and removes the links that sort by that product: its rows
 * are equal, and sorted by email (P328).
 */
export function withoutUnavailable<Content extends ListContent<object> | undefined>(
  list: Content,
  { unavailableProducts }: Pick<LoadedPeople, 'unavailableProducts'>,
): Content {
  const [missing] = unavailableProducts;
  if (!list || 'unreadable' in list || missing === undefined) return list;
  const { email, ...sorts } = list.sorts ?? {};
  const unknown: readonly string[] = unavailableProducts.flatMap(productKey => sortsOf[productKey]);
  const isUnknown = unknown.some(column => sorts[column]?.direction !== undefined);
  const known = Object.entries(sorts).filter(([column]) => !unknown.includes(column));
  const [title, others] = {
    license: ['People with a card', 'only a license'],
    card: ['People with a license', 'only a card'],
  }[missing];
  return {
    ...list,
    title,
    subtitle: `People with ${others} are not listed.`,
    sortBy: list.sortBy && isUnknown ? { ...list.sortBy, current: 'email-asc' } : list.sortBy,
    sorts: list.sorts && {
      ...Object.fromEntries(known),
      ...(email && { email: isUnknown ? { ...email, direction: 'asc' } : email }),
    },
  };
}

/** Adds the invitation of selected people to the product that they may not have (P335). */
export function withInvitation<Content extends ListContent<object> | undefined>(
  list: Content,
  { products, invitable }: Pick<LoadedPeople, 'products' | 'invitable'>,
  query: Query,
): Content {
  if (!list || 'unreadable' in list || !list.selection || products.length < 2) return list;
  const productKey = query[HAS] === 'card-only' ? 'license' : 'card';
  if (!invitable.includes(productKey)) return list;
  return {
    ...list,
    selection: { ...list.selection, invitation: { productKey, label: `Invite to ${plural(productKey)}` } },
  };
}
