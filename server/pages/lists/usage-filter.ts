import { formatCount } from '../../../shared/format-count';
import { type ListState, type UsageFilter, usageFilters } from '../../../shared/list-state';
import { type ProductKey, plural, productTerms } from '../../../shared/products';
import { IDLE, NEVER_USED, USED } from '../../backends/usage';

/** The parameter that filters a list by activity (P232). */
export const USAGE_FILTER = 'activity';

const names = Object.keys(usageFilters) as readonly UsageFilter[];

/** The rows with a usage within these bounds (see `usageOf`). */
const within = (min: number, max: number) => [{ key: 'usage', min, max }] as const;

/** The usage of the rows of each filter: its name in legends and titles, and in exported files (P156). */
export const usages = {
  all: { label: 'All', ranges: [], fileName: '' },
  used: { label: 'Used', ranges: within(USED, USED), fileName: 'used30' },
  unused: { label: 'Idle or never used', ranges: within(NEVER_USED, IDLE), fileName: 'unused' },
  idle: { label: 'Idle', ranges: within(IDLE, IDLE), fileName: 'idle' },
  neverUsed: { label: 'Never used', ranges: within(NEVER_USED, NEVER_USED), fileName: 'never-used' },
} as const satisfies Record<UsageFilter, object>;

/** Filters a list of licenses or cards by activity (P232). */
export const usageFilter = {
  name: USAGE_FILTER,
  label: 'Activity',
  options: names.map(name => ({ value: usageFilters[name], ...usages[name] })),
};

/** The name of each usage in workbooks, in the order of `usageOf`. */
export const statusNames = [usages.neverUsed.label, usages.idle.label, usages.used.label];

/** The status of licenses or cards in workbooks: Used, Idle or Never used. */
export const statusColumns = { Status: { named: 'usage', names: statusNames } } as const;

/** The usage filter of a list; 'all' for a list that has no such filter. */
export function usageFilterOf(state: ListState): UsageFilter {
  return names.find(name => usageFilters[name] === state[USAGE_FILTER]) ?? 'all';
}

/** Sorts the rows of each filter that shows only unused ones by another column: in the last 30 days, all have 0. */
export function sortUnusedBy(sort: string): Readonly<Record<string, string>> {
  const { unused, idle, neverUsed } = usageFilters;
  return { [unused]: sort, [idle]: sort, [neverUsed]: sort };
}

/** What a filter of unused licenses or cards finds: “no leads in 30 days” (P234). */
export function unusedText(filter: Exclude<UsageFilter, 'all' | 'used'>, productKey: ProductKey): string {
  const { activityNounPlural: activity, claimed } = productTerms[productKey];
  return {
    unused: `no ${activity} in 30 days`,
    idle: `${activity} before, but none in 30 days`,
    neverUsed: `no ${activity} since it was ${claimed}`,
  }[filter];
}

/** “210 of 438”, “licenses” and “had no leads in 30 days” (P234). */
export function unusedSentence(
  filter: Exclude<UsageFilter, 'all' | 'used'>,
  productKey: ProductKey,
  { found, total }: { readonly found: number; readonly total: number },
): { readonly count: string; readonly noun: string; readonly predicate: string } {
  const predicate =
    filter === 'neverUsed'
      ? `${found === 1 ? 'was' : 'were'} never used`
      : `had ${unusedText(filter, productKey)}`;
  return {
    count: `${formatCount(found)} of ${formatCount(total)}`,
    noun: total === 1 ? productKey : plural(productKey),
    predicate,
  };
}
