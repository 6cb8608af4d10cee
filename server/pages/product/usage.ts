import { formatCount } from '../../../shared/format-count';
import { type ListState, type UsageFilter, usageFilters } from '../../../shared/list-state';
import { plural, productTerms } from '../../../shared/products';
import type { FewLeft, KeyFigure } from '../../../views/components/Overview';
import type { MostActiveProps } from '../../../views/components/plots/MostActive';
import type { FilterBarProps, UsagePart, UsageProps } from '../../../views/components/plots/UsageBar';
import { type ProductStats, unclaimedCount } from '../../backends/product-stats';
import { capitalize, formatItems, formatShare, oneOrMore, percentageOf, roundShares } from '../format';
import { USAGE_FILTER, unusedSentence, unusedText, usageFilterOf, usages } from '../lists/usage-filter';
import type { Product } from './define-product';

const usageParts = [
  { filter: 'used', kind: 'used' },
  { filter: 'idle', kind: 'idle' },
  { filter: 'neverUsed', kind: 'never' },
] as const;

interface Part extends Pick<UsagePart, 'kind' | 'label' | 'meaning'> {
  readonly count: number;
  readonly share?: string;
  readonly href?: string | undefined;
  readonly isCurrent?: boolean;
}

/**
 * How the licenses of a product are used: the claimed ones by their activity, and the available ones (P79). `href` returns
 * the URL of the list with a filter.
 */
export function presentUsage(
  stats: ProductStats,
  { key }: Pick<Product, 'key'>,
  href: (filter: UsageFilter) => string,
  current: UsageFilter = 'all',
): UsageProps | undefined {
  const rows = stats.items?.claimed;
  const listed: readonly Part[] = usageParts.map(({ kind, filter }) => ({
    kind,
    label: usages[filter].label,
    meaning: filter === 'used' ? undefined : `${filter === 'idle' ? 'had ' : ''}${unusedText(filter, key)}`,
    count: rows?.count(usages[filter].ranges) ?? 0,
    href: href(filter),
    isCurrent: filter === current || (current === 'unused' && filter !== 'used'),
  }));
  const unlisted: Part = {
    kind: 'neutral',
    label: rows ? 'Not listed' : 'Active',
    count: stats.licensesClaimed - (rows?.length ?? 0),
  };
  const available: Part = {
    kind: 'available',
    label: 'Available',
    count: unclaimedCount(stats),
  };
  const active = [...(rows?.length ? listed : []), ...(unlisted.count > 0 ? [unlisted] : [])];
  // Available has the same share as in the overview of the product's page.
  const [activeShare, ...availableShare] = roundShares([
    active.reduce((sum, { count }) => sum + count, 0),
    available.count,
  ]);
  const shares = [
    ...roundShares(
      active.map(({ count }) => count),
      activeShare,
    ),
    ...availableShare,
  ];
  return presentParts(
    [...active, available].map((part, index) => ({ ...part, share: formatShare(part.count, shares[index]) })),
  );
}

/** A bar that divides a total into parts. */
export function presentParts(parts: readonly Part[]): UsageProps | undefined {
  const total = parts.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  if (total === 0) return undefined;
  return {
    label: parts.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', '),
    parts: parts.map(({ kind, label, meaning, count, share, href, isCurrent = false }) => ({
      kind,
      label,
      meaning,
      count: formatCount(count),
      share,
      width: count > 0 ? `${percentageOf(count, total)}%` : undefined,
      href: count > 0 || isCurrent ? href : undefined,
      isCurrent,
    })),
  };
}

/** The bar of a product's list, whose legend filters it by activity (P232). It keeps the search and the order. */
export function presentUsageFilter(
  product: Product,
  stats: ProductStats,
  state: ListState,
): FilterBarProps | undefined {
  const { path, url, lists } = product;
  const list = lists.claimed;
  const current = usageFilterOf(state);
  const href = (filter: UsageFilter) =>
    `${url(path, { ...state, [list.names.page]: 1, [USAGE_FILTER]: usageFilters[filter] })}#${list.id}`;
  const usage = presentUsage(stats, product, href, current);
  const count = stats.items?.claimed.length ?? 0;
  if (!usage) return undefined;
  return {
    ...usage,
    all:
      count === 0
        ? undefined
        : { count: formatCount(count), href: href('all'), isCurrent: current === 'all' },
  };
}

/** The numbers of active and available licenses and their context, with shares that add up to 100% (P79). */
export function presentActive(
  stats: ProductStats,
  all: string,
): Readonly<Record<'active' | 'available', Pick<KeyFigure, 'value' | 'note'>>> {
  const [active, available] = [stats.licensesClaimed, unclaimedCount(stats)];
  const [activeShare, availableShare] = roundShares([active, available]);
  return {
    active: { value: formatCount(active), note: `${formatShare(active, activeShare)} of ${all}` },
    available: {
      value: formatCount(available),
      note:
        available < 0
          ? `${formatCount(-available)} more active than purchased`
          : `${formatShare(available, availableShare)} of ${all}`,
    },
  };
}

/** The URL of a product's list with only this filter. */
export function usageFilterHref({ path, lists }: Product, filter: UsageFilter): string {
  return `${path}?${USAGE_FILTER}=${usageFilters[filter]}#${lists.claimed.id}`;
}

/** From this share of used licenses or cards on, few are left. */
const FEW_LEFT = 0.9;

/** Says that few or no licenses or cards are left, and who does not use theirs (P234). */
export function presentFewLeft(
  product: Product,
  stats: ProductStats,
  { isShort = false } = {},
): FewLeft | undefined {
  const { key } = product;
  const { licensesPurchased: purchased, licensesClaimed: claimed, items } = stats;
  if (claimed === 0 || claimed < FEW_LEFT * purchased) return undefined;
  const available = Math.max(0, unclaimedCount(stats));
  const unused = items?.claimed.count(usages.unused.ranges) ?? 0;
  const { count, noun, predicate } = unusedSentence('unused', key, {
    found: unused,
    total: items?.claimed.length ?? 0,
  });
  const left =
    available === 0 ? ['None', `No ${plural(key)}`] : [formatCount(available), formatItems(available, key)];
  return {
    lead: `${left[isShort ? 0 : 1]} left.`,
    text:
      unused > 0
        ? `${count} ${isShort ? `${noun} ` : ''}${predicate}.`
        : oneOrMore(claimed, 'The only one is in use.', `All ${formatCount(claimed)} are in use.`),
    href: unused > 0 ? usageFilterHref(product, 'unused') : undefined,
  };
}

const MOST_ACTIVE = 5;

export async function presentMostActive(
  { key }: Product,
  { items }: ProductStats,
): Promise<MostActiveProps | undefined> {
  const order = { key: 'last30Days', direction: 'desc', ties: ['email', 'id'] } as const;
  const page = await items?.claimed.pageRows({ query: '', searchIn: [], order }, 1);
  const rows = page?.rows.slice(0, MOST_ACTIVE).filter(({ last30Days }) => last30Days > 0) ?? [];
  const [first] = rows;
  if (!first) return undefined;
  return {
    title: 'Most active',
    caption: `${capitalize(productTerms[key].activityNoun)}s, last 30 days`,
    people: rows.map(({ id, email, name, last30Days }) => ({
      id,
      name: name || email.replace(/@[^@]*$/, ''),
      title: email,
      count: formatCount(last30Days),
      width: `${percentageOf(last30Days, first.last30Days)}%`,
    })),
  };
}
