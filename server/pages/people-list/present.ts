import { formatCount } from '../../../shared/format-count';
import type { ListState, Query } from '../../../shared/list-state';
import { anyOf, plural, productTerms } from '../../../shared/products';
import type { ListContent } from '../../../views/components/ListSection';
import type { FilterBarProps, UsagePart } from '../../../views/components/plots/UsageBar';
import { joinTexts } from '../format';
import { presentParts } from '../product/usage';
import { HAS, hasFilter, onlyOf, type peopleLists, sortsOf } from './lists';
import type { Availability, LoadedPeople } from './load';

/** Of the people with several products, and of those with one. */
const partKinds: readonly UsagePart['kind'][] = ['used', 'neutral', 'outline', 'idle', 'never'];

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
  const [, ...options] = hasFilter(products).options;
  const bar = presentParts(
    options.map(({ value, label, ranges }, index) => ({
      kind: partKinds[index] ?? 'neutral',
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

/** “Failed to get company stats: names, cards and visits are not available.” */
export function presentFailures({ unavailableProducts }: Availability): readonly string[] {
  return unavailableProducts.map(key => {
    const { hasNames, plural: items, activityNoun, messages } = productTerms[key];
    const missing = joinTexts([...(hasNames ? ['names'] : []), items, `${activityNoun}s`], 'and');
    return `${messages.statsFailed}: ${missing} are not available.`;
  });
}

/**
 * Renames the list while a product is not available, and removes the links that sort by that product: its rows
 * are equal, and sorted by email (P328).
 */
export function withoutUnavailable<Content extends ListContent<object> | undefined>(
  list: Content,
  { products, unavailableProducts }: Availability,
): Content {
  if (!list || 'unreadable' in list || unavailableProducts.length === 0) return list;
  const { email, ...sorts } = list.sorts ?? {};
  const unknown: readonly string[] = unavailableProducts.flatMap(sortsOf);
  const isUnknown = unknown.some(column => sorts[column]?.direction !== undefined);
  const known = Object.entries(sorts).filter(([column]) => !unknown.includes(column));
  const available = products.filter(key => !unavailableProducts.includes(key));
  return {
    ...list,
    title: `People with ${anyOf(available)}`,
    subtitle: `People with only ${anyOf(unavailableProducts)} are not listed.`,
    sortBy: list.sortBy && isUnknown ? { ...list.sortBy, current: 'email-asc' } : list.sortBy,
    sorts: list.sorts && {
      ...Object.fromEntries(known),
      ...(email && { email: isUnknown ? { ...email, direction: 'asc' } : email }),
    },
  };
}

/** Adds the invitation of selected people to the last product, or, if they only have this one, to the first (P335). */
export function withInvitation<Content extends ListContent<object> | undefined>(
  list: Content,
  { products, invitable }: Pick<LoadedPeople, 'products' | 'invitable'>,
  query: Query,
): Content {
  const [first] = products;
  const last = products.at(-1);
  if (!list || 'unreadable' in list || !list.selection || !first || !last || first === last) return list;
  const productKey = query[HAS] === onlyOf(last) ? first : last;
  if (!invitable.includes(productKey)) return list;
  return {
    ...list,
    selection: { ...list.selection, invitation: { productKey, label: `Invite to ${plural(productKey)}` } },
  };
}
