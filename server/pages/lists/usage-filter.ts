import { formatCount } from '../../../shared/format-count';
import { type ListState, oneOf, type UsageFilter, usageFilters } from '../../../shared/list-state';
import { LAPSED, NEVER_USED, USED } from '../../backends/usage';
import type { CountRange } from '../../lists/table';

/** The parameter that filters a list by activity (P232). */
export const USAGE_FILTER = 'activity';

/** The name of each filter, in legends and in titles. */
export const usageLabels: Readonly<Record<UsageFilter, string>> = {
  '': 'All',
  used30: 'Used',
  idle30: 'Idle or never used',
  lapsed30: 'Idle',
  never: 'Never used',
};

/** The rows of each filter, by their `usage` (see `usageOf`). */
export const usageRanges: Readonly<Record<UsageFilter, readonly CountRange[]>> = {
  '': [],
  used30: [{ key: 'usage', min: USED, max: USED }],
  idle30: [{ key: 'usage', min: NEVER_USED, max: LAPSED }],
  lapsed30: [{ key: 'usage', min: LAPSED, max: LAPSED }],
  never: [{ key: 'usage', min: NEVER_USED, max: NEVER_USED }],
};

/** The name of each filter in exported files (P156). */
const fileNames: Readonly<Record<UsageFilter, string>> = {
  '': '',
  used30: 'used30',
  idle30: 'unused',
  lapsed30: 'idle',
  never: 'never-used',
};

/** Filters a list of licenses or cards by activity (P232). */
export const usageFilter = {
  name: USAGE_FILTER,
  label: 'Activity',
  options: usageFilters.map(value => ({
    value,
    label: usageLabels[value],
    ranges: usageRanges[value],
    fileName: fileNames[value],
  })),
};

/** The status of licenses or cards in workbooks: Used, Idle or Never used. */
export const statusColumns = {
  Status: {
    named: 'usage',
    names: [NEVER_USED, LAPSED, USED].map(
      usage => usageLabels[usage === USED ? 'used30' : usage === LAPSED ? 'lapsed30' : 'never'],
    ),
  },
};

/** The usage filter of a list; '' for none, and for a list that has no such filter. */
export function usageFilterOf(state: ListState): UsageFilter {
  return oneOf(usageFilters).read(state[USAGE_FILTER]);
}

/** Sorts the rows of each filter that shows only unused ones by another column: in the last 30 days, all have 0. */
export function sortUnusedBy(sort: string): Readonly<Record<string, string>> {
  return { idle30: sort, lapsed30: sort, never: sort };
}

/** “210 of 438” and “licenses are idle or never used”, or without a noun: how many of all a filter shows (P234). */
export function usageSentence(
  filter: Exclude<UsageFilter, ''>,
  { found, total, noun }: { readonly found: number; readonly total: number; readonly noun?: string },
): { readonly count: string; readonly text: string } {
  const verb = filter === 'never' ? (found === 1 ? 'was' : 'were') : found === 1 ? 'is' : 'are';
  return {
    count: `${formatCount(found)} of ${formatCount(total)}`,
    text: `${noun === undefined ? '' : `${noun}${total === 1 ? '' : 's'} `}${verb} ${usageLabels[filter].toLowerCase()}`,
  };
}
