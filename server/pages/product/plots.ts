import type { Activity, ListState } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import type { RemovableKind } from '../../../shared/removals';
import type { FindingProps } from '../../../views/components/Finding';
import type { OverviewProps } from '../../../views/components/Overview';
import type { BarChartProps, ChartBar } from '../../../views/components/plots/BarChart';
import type { RanksProps } from '../../../views/components/plots/Ranks';
import type { UseBarProps, UsePart } from '../../../views/components/plots/UseBar';
import { availableLicenses, type License, type LicenseCounts } from '../../backends/licenses';
import { bucketStarts } from '../../lists/buckets';
import type { ListOf } from '../../lists/list';
import { DAY_MS } from '../../units';
import { capitalize, formatCount, formatItems, formatShare, percentageOf, shortenCount } from '../figures';
import { nounOf, removalTerms } from '../removals/terms';
import { ACTIVITY, activityLabels, activityOf, activityRanges } from './activity';
import { bucketRanges, COUNT_RANGE, countRangeOf, describeRange } from './count-range';
import type { List, RemovableList } from './define-list';
import type { PageLists } from './page-lists';

const usedParts = [
  { activity: 'used30', kind: 'used' },
  { activity: 'lapsed30', kind: 'idle' },
  { activity: 'never', kind: 'never' },
] as const;

/** The plots of a product's page, and its advice about unused licenses. `free` lists those that nobody has claimed. */
export function presentUsage<Stats extends LicenseCounts, Row>(
  owner: Pick<PageLists, 'path'>,
  list: RemovableList<Stats, Row>,
  free: List<Stats>,
  stats: Stats,
  state: ListState,
): Pick<OverviewProps, 'use' | 'unused' | 'distribution'> {
  return {
    use: presentUse(owner, list, free, stats, activityOf(state)),
    unused: presentUnused(owner, list, stats, paths.leavers),
    distribution: presentDistribution(owner, list, stats, countRangeOf(state)),
  };
}

interface Part extends Pick<UsePart, 'kind' | 'label'> {
  readonly count: number;
  readonly href?: string | undefined;
  readonly isCurrent?: boolean;
}

/**
 * The bar for the state of all licenses of a product. Used and unused ones are those of the list, and available ones
 * those of the overview (P80). `activity` is the filter of the page. Undefined if there are no licenses.
 */
export function presentUse<Stats extends LicenseCounts, Row>(
  owner: Pick<PageLists, 'path'>,
  { id, rows: rowsOf, removable }: RemovableList<Stats, Row>,
  free: List<Stats>,
  stats: Stats,
  activity: Activity = '',
): UseBarProps | undefined {
  const rows = rowsOf(stats);
  const listed: readonly Part[] = usedParts.map(part => ({
    kind: part.kind,
    label: activityLabels[part.activity],
    count: rows?.count(activityRanges(part.activity, removable.counts)) ?? 0,
    href: filterHref(owner.path, id, ACTIVITY, part.activity),
    isCurrent: part.activity === activity,
  }));
  const unlisted: Part = {
    kind: 'neutral',
    label: rows ? 'Not listed' : 'Active',
    count: stats.licensesClaimed - (rows?.length ?? 0),
  };
  const count = availableLicenses(stats);
  const available: Part = {
    kind: 'available',
    label: 'Available',
    count,
    href: free.rows(stats)?.length === count ? `${owner.path}#${free.id}` : undefined,
  };
  const parts = [...(rows ? listed : []), ...(unlisted.count > 0 ? [unlisted] : []), available];
  const total = parts.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  if (total === 0) return undefined;
  return presentUseBar(presentUseTitle(stats, removable.kind), parts, total);
}

/** A bar that divides a total into parts. */
export function presentUseBar(title: string, parts: readonly Part[], total: number): UseBarProps {
  return {
    title,
    label: parts.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', '),
    parts: parts.map(({ kind, label, count, href, isCurrent = false }) => ({
      kind,
      label,
      count: formatCount(count),
      share: formatShare(count, total),
      width: count > 0 ? `${percentageOf(count, total)}%` : undefined,
      href: count > 0 ? href : undefined,
      isCurrent,
    })),
  };
}

/** For instance “How the 500 licenses are used”. */
function presentUseTitle({ licensesPurchased }: LicenseCounts, kind: RemovableKind): string {
  const items = formatItems(licensesPurchased, nounOf(kind));
  return `How the ${items} ${licensesPurchased === 1 ? 'is' : 'are'} used`;
}

/** Below this share of available licenses, the finding about unused ones is advice (P235). */
const LOW_AVAILABILITY_SHARE = 0.1;

/** The advice about licenses or cards without activity in the last 30 days; undefined if there are none (P234). */
export function presentUnused<Stats extends LicenseCounts, Row>(
  owner: Pick<PageLists, 'path'>,
  { id, rows: rowsOf, removable: { kind, counts } }: RemovableList<Stats, Row>,
  stats: Stats,
  leaversHref?: string,
): FindingProps | undefined {
  const rows = rowsOf(stats);
  const unused = rows?.count(activityRanges('idle30', counts)) ?? 0;
  if (!rows || unused === 0) return undefined;
  const isShort = availableLicenses(stats) < stats.licensesPurchased * LOW_AVAILABILITY_SHARE;
  const found = `${formatCount(unused)} of ${formatCount(rows.length)} active ${nounOf(kind)}s`;
  const { activity } = removalTerms[kind];
  return {
    text: `${isShort ? 'Before you request more: ' : ''}${found} had no ${activity} in 30 days`,
    count: formatCount(unused),
    href: filterHref(owner.path, id, ACTIVITY, 'idle30'),
    askAction: withParameter(withParameter(paths.reviewRemovals, ACTIVITY)('idle30'), 'of')(kind),
    leaversHref,
  };
}

/** How many people “Most active people” names. */
const MOST_ACTIVE = 5;

/** The people with the most activity in the last 30 days; undefined if nobody has any. */
export async function presentMostActive<Stats, Row>(
  { rows: rowsOf, removable: { kind, counts, id, email, subject } }: RemovableList<Stats, Row>,
  stats: Stats,
): Promise<RanksProps | undefined> {
  const order = { key: counts.last30Days, direction: 'desc', ties: [email, id] } as const;
  const rows = (await rowsOf(stats)?.top(order, MOST_ACTIVE)) ?? [];
  const [first] = rows;
  if (!first) return undefined;
  return {
    title: 'Most active people',
    caption: `${capitalize(removalTerms[kind].activity)}, last 30 days`,
    ranks: rows.map(row => {
      const count = row[counts.last30Days];
      return {
        id: row[id],
        name: subject.map(column => row[column]).find(text => text !== '') ?? '',
        count: formatCount(count),
        width: `${percentageOf(count, first[counts.last30Days])}%`,
      };
    }),
  };
}

const MONTHS_SHOWN = 12;

/** How many licenses were activated in each of the last twelve months; undefined if there were none. */
export function presentActivations(rows: ListOf<License>, now: number): BarChartProps | undefined {
  const today = new Date(now);
  const starts = Array.from({ length: MONTHS_SHOWN + 1 }, (_, index) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1 + index - MONTHS_SHOWN, 1),
  );
  const months = starts.slice(0, MONTHS_SHOWN).map(start => monthName.format(start));
  const counts = rows
    .histogram(
      'activatedOn',
      starts.map(start => start / DAY_MS),
    )
    .slice(0, MONTHS_SHOWN);
  if (counts.every(count => count === 0)) return undefined;
  return {
    title: 'Activated per month',
    caption: `${months[0]} to ${months.at(-1)}`,
    label: months.map((month, index) => `${month} ${formatCount(counts[index] ?? 0)}`).join(', '),
    bars: presentBars(counts, index => ({ kind: 'used', name: (months[index] ?? '').slice(0, 3) })),
    isDense: true,
  };
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** More letters, in all names together, need more than the width of a phone. */
const NARROW_NAMES_LIMIT = 35;

/** How many rows have how much activity in the last 30 days, with a link to each range; undefined without rows. */
export function presentDistribution<Stats, Row>(
  owner: Pick<PageLists, 'path'>,
  { id, rows: rowsOf, removable: { kind, counts } }: RemovableList<Stats, Row>,
  stats: Stats,
  range = '',
): BarChartProps | undefined {
  const rows = rowsOf(stats);
  if (!rows || rows.length === 0) return undefined;
  const starts = bucketStarts(rows.largest(counts.last30Days));
  const found = rows.histogram(counts.last30Days, starts);
  const ranges = bucketRanges(starts);
  const { activity } = removalTerms[kind];
  const bars = presentBars(found, index => {
    const bucket = ranges[index] ?? '';
    const name = describeRange(bucket, '+');
    const count = found[index] ?? 0;
    return {
      kind: index === 0 ? 'idle' : 'used',
      name,
      link:
        count === 0
          ? undefined
          : {
              href: filterHref(owner.path, id, COUNT_RANGE, bucket),
              isCurrent: bucket === range,
            },
    };
  });
  return {
    title: `How many ${activity}`,
    caption: `Active ${nounOf(kind)}s by ${activity}, last 30 days`,
    bars,
    isDense: hasLongNames(bars),
  };
}

/** Whether a phone has no room for the names of all bars. */
export function hasLongNames(bars: readonly ChartBar[]): boolean {
  return Math.max(0, ...bars.map(({ name }) => name.length)) * bars.length > NARROW_NAMES_LIMIT;
}

/** Bars that compare counts. From 1,000 on, all values of the chart are shortened. */
export function presentBars(
  counts: readonly number[],
  present: (index: number) => Pick<ChartBar, 'kind' | 'name' | 'link'>,
): ChartBar[] {
  const largest = Math.max(1, ...counts);
  const format = largest < 1000 ? formatCount : shortenCount;
  return counts.map((count, index) => ({
    ...present(index),
    value: format(count),
    length: count / largest,
  }));
}

/** The URL of a list with only this filter. */
function filterHref(path: string, id: string, name: string, value: string): string {
  return `${withParameter(path, name)(value)}#${id}`;
}
