import { type Activity, activities, type ListState, oneOf } from '../../../shared/list-state';
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

/** The columns of a list that count activity. */
export interface ActivityColumns<Column> {
  readonly last30Days: Column;
  readonly total: Column;
}

/** The rows that an activity filter selects (P232). */
export function activityRanges<Column extends string>(
  activity: Activity,
  { last30Days, total }: ActivityColumns<Column>,
): readonly CountRange<Column>[] {
  const none = (key: Column) => ({ key, min: 0, max: 0 });
  const some = (key: Column) => ({ key, min: 1, max: Number.POSITIVE_INFINITY });
  const ranges: Readonly<Record<Activity, readonly CountRange<Column>[]>> = {
    '': [],
    used30: [some(last30Days)],
    idle30: [none(last30Days)],
    lapsed30: [none(last30Days), some(total)],
    never: [none(last30Days), none(total)],
  };
  return ranges[activity];
}
