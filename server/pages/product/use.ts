import type { Activity, ListState } from '../../../shared/list-state';
import { products } from '../../../shared/products';
import type { Metric } from '../../../views/components/Metrics';
import type { RanksProps } from '../../../views/components/plots/Ranks';
import type { FilterBarProps, UsePart, UseProps } from '../../../views/components/plots/UseBar';
import { availableLicenses, type ProductStats } from '../../backends/product-stats';
import { capitalize, formatCount, formatShare, percentageOf } from '../figures';
import { ACTIVITY, activityLabels, activityOf, activityRanges } from '../lists/activity';
import type { Product } from './define-product';

const usedParts = [
  { activity: 'used30', kind: 'used' },
  { activity: 'lapsed30', kind: 'idle' },
  { activity: 'never', kind: 'never' },
] as const;

interface Part extends Pick<UsePart, 'kind' | 'label'> {
  readonly count: number;
  readonly href?: string | undefined;
  readonly isCurrent?: boolean;
}

/**
 * How the licenses of a product are used: the claimed ones by their activity, and the available ones (P80). `href` returns
 * the address of the list with an activity. Returns undefined if there are no licenses.
 */
export function presentUse(
  stats: ProductStats,
  href: (activity: Activity) => string,
  {
    current = '',
    availableHref,
  }: { readonly current?: Activity; readonly availableHref?: string | undefined } = {},
): UseProps | undefined {
  const rows = stats.items?.claimed;
  const listed: readonly Part[] = usedParts.map(({ kind, activity }) => ({
    kind,
    label: activityLabels[activity],
    count: rows?.count(activityRanges[activity]) ?? 0,
    href: href(activity),
    isCurrent: activity === current || (current === 'idle30' && activity !== 'used30'),
  }));
  const unlisted: Part = {
    kind: 'neutral',
    label: rows ? 'Not listed' : 'Active',
    count: stats.licensesClaimed - (rows?.length ?? 0),
  };
  const available: Part = {
    kind: 'available',
    label: 'Available',
    count: availableLicenses(stats),
    href: availableHref,
  };
  const parts = [...(rows?.length ? listed : []), ...(unlisted.count > 0 ? [unlisted] : []), available];
  return presentParts(parts);
}

/** A bar that divides a total into parts; undefined if the total is 0. */
export function presentParts(parts: readonly Part[]): UseProps | undefined {
  const total = parts.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  if (total === 0) return undefined;
  return {
    label: parts.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', '),
    parts: parts.map(({ kind, label, count, href, isCurrent = false }) => ({
      kind,
      label,
      count: formatCount(count),
      share: formatShare(count, total),
      width: count > 0 ? `${percentageOf(count, total)}%` : undefined,
      href: count > 0 || isCurrent ? href : undefined,
      isCurrent,
    })),
  };
}

/** The bar of a product's list, whose legend filters it by activity (P232). It keeps the search and the order. */
export function presentUseFilter(
  { path, address, lists }: Product,
  stats: ProductStats,
  state: ListState,
): FilterBarProps | undefined {
  const list = lists.claimed;
  const current = activityOf(state);
  const href = (activity: Activity) =>
    `${address(path, { ...state, [list.names.page]: 1, [ACTIVITY]: activity })}#${list.id}`;
  const use = presentUse(stats, href, { current });
  const count = stats.items?.claimed.length ?? 0;
  if (!use) return undefined;
  return {
    ...use,
    all: count === 0 ? undefined : { count: formatCount(count), href: href(''), isCurrent: current === '' },
  };
}

/** The number of available licenses and its context (P80). */
export function presentAvailable(stats: ProductStats, all: string): Pick<Metric, 'value' | 'note'> {
  const available = availableLicenses(stats);
  return {
    value: formatCount(available),
    note:
      available < 0
        ? `${formatCount(-available)} more active than purchased`
        : `${formatShare(available, stats.licensesPurchased)} of ${all}`,
  };
}

/** The address of a product's list with only this filter. */
export function activityHref({ path, lists }: Product, activity: Activity): string {
  return `${path}?${ACTIVITY}=${activity}#${lists.claimed.id}`;
}

/** How many people “Most active” names. */
const MOST_ACTIVE = 5;

/** The people with the most activity in the last 30 days; undefined if nobody has any. */
export async function presentMostActive(
  { key }: Product,
  { items }: ProductStats,
): Promise<RanksProps | undefined> {
  const order = { key: 'last30Days', direction: 'desc', ties: ['email', 'id'] } as const;
  const rows = (await items?.claimed.top(order, MOST_ACTIVE)) ?? [];
  const [first] = rows;
  if (!first) return undefined;
  return {
    title: 'Most active',
    caption: `${capitalize(products[key].activities)}, last 30 days`,
    ranks: rows.map(({ id, email, name, last30Days }) => ({
      id,
      name: name || email.replace(/@[^@]*$/, ''),
      title: email,
      count: formatCount(last30Days),
      width: `${percentageOf(last30Days, first.last30Days)}%`,
    })),
  };
}
