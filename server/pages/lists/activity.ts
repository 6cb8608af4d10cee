import { type Activity, activities, type ListState, oneOf } from '../../../shared/list-state';
import { IDLE, NEVER_USED, USED } from '../../backends/use';
import type { CountRange } from '../../lists/table';

/** The parameter that filters a list by activity (P232). */
export const ACTIVITY = 'activity';

/** The name of each activity, in filters and in plots. */
export const activityLabels: Readonly<Record<Activity, string>> = {
  '': 'All',
  used30: 'Used',
  idle30: 'Idle or never used',
  lapsed30: 'Idle',
  never: 'Never used',
};

/** Filters a list by activity (P232). */
export function activityFilter<Column extends string>(counts: ActivityColumns<Column>) {
  return {
    ...oneOf(activities),
    name: ACTIVITY,
    label: 'Activity',
    options: activities.map(value => ({ value, label: activityLabels[value] })),
    ranges: (state: ListState) => activityRanges(activityOf(state), counts),
  };
}

/** The activity that a list is filtered by; '' for none, and for a list without this filter. */
export function activityOf(state: ListState): Activity {
  return oneOf(activities).read(state[ACTIVITY]);
}

/** The columns of a list that count activity, and how that is used (see `useOf`). */
export interface ActivityColumns<Column> {
  readonly use: Column;
  readonly last30Days: Column;
  readonly total: Column;
}

/** The uses that each activity is. */
const uses: Readonly<Record<Exclude<Activity, ''>, readonly [min: number, max: number]>> = {
  used30: [USED, USED],
  idle30: [NEVER_USED, IDLE],
  lapsed30: [IDLE, IDLE],
  never: [NEVER_USED, NEVER_USED],
};

/** The rows that an activity filter selects (P232). */
export function activityRanges<Column extends string>(
  activity: Activity,
  { use }: ActivityColumns<Column>,
): readonly CountRange<Column>[] {
  if (activity === '') return [];
  const [min, max] = uses[activity];
  return [{ key: use, min, max }];
}
