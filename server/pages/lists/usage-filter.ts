import { formatCount } from '../../../shared/format-count';
import { type ListState, type UsageFilter, usageFilters } from '../../../shared/list-state';
import { IDLE, NEVER_USED, USED } from '../../backends/usage';
import type { CountRange } from '../../lists/table';

/** The parameter that filters a list by activity (P232). */
export const USAGE_FILTER = 'activity';

const names = Object.keys(usageFilters) as readonly UsageFilter[];

/** The name of each filter, in legends and in titles. */
export const usageLabels: Readonly<Record<UsageFilter, string>> = {
  all: 'All',
  used: 'Used',
  unused: 'Idle or never used',
  idle: 'Idle',
  neverUsed: 'Never used',
};

/** The rows of each filter, by their `usage` (see `usageOf`). */
export const usageRanges: Readonly<Record<UsageFilter, readonly CountRange<'usage'>[]>> = {
  all: [],
  used: [{ key: 'usage', min: USED, max: USED }],
  unused: [{ key: 'usage', min: NEVER_USED, max: IDLE }],
  idle: [{ key: 'usage', min: IDLE, max: IDLE }],
  neverUsed: [{ key: 'usage', min: NEVER_USED, max: NEVER_USED }],
};

/** The name of each filter in exported files (P156). */
const fileNames: Readonly<Record<UsageFilter, string>> = {
  all: '',
  used: 'used30',
  unused: 'unused',
  idle: 'idle',
  neverUsed: 'never-used',
};

/** Filters a list of licenses or cards by activity (P232). */
export const usageFilter = {
  name: USAGE_FILTER,
  label: 'Activity',
  options: names.map(name => ({
    value: usageFilters[name],
    label: usageLabels[name],
    ranges: usageRanges[name],
    fileName: fileNames[name],
  })),
};

/** The name of each usage in workbooks, in the order of `usageOf`. */
export const statusNames = [usageLabels.neverUsed, usageLabels.idle, usageLabels.used];

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

/** “210 of 438” and “licenses are idle or never used”, or without a noun: how many of all a filter shows (P234). */
export function usageSentence(
  filter: Exclude<UsageFilter, 'all'>,
  { found, total, noun }: { readonly found: number; readonly total: number; readonly noun?: string },
): { readonly count: string; readonly text: string } {
  const verb = filter === 'neverUsed' ? (found === 1 ? 'was' : 'were') : found === 1 ? 'is' : 'are';
  return {
    count: `${formatCount(found)} of ${formatCount(total)}`,
    text: `${noun === undefined ? '' : `${noun}${total === 1 ? '' : 's'} `}${verb} ${usageLabels[filter].toLowerCase()}`,
  };
}
