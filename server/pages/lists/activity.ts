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

/** The rows that have each activity, by how they are used (see `useOf`). */
export const activityRanges: Readonly<Record<Activity, readonly CountRange[]>> = {
  '': [],
  used30: [{ key: 'use', min: USED, max: USED }],
  idle30: [{ key: 'use', min: NEVER_USED, max: IDLE }],
  lapsed30: [{ key: 'use', min: IDLE, max: IDLE }],
  never: [{ key: 'use', min: NEVER_USED, max: NEVER_USED }],
};

/** Filters a list of licenses or cards by activity (P232). */
export const activityFilter = {
  name: ACTIVITY,
  label: 'Activity',
  options: activities.map(value => ({ value, label: activityLabels[value], ranges: activityRanges[value] })),
};

/** The activity that a list is filtered by; '' for none, and for a list without this filter. */
export function activityOf(state: ListState): Activity {
  return oneOf(activities).read(state[ACTIVITY]);
}

/** Whether a list is filtered by an activity that only unused rows have. */
export function isUnused(state: ListState): boolean {
  return !['', 'used30'].includes(activityOf(state));
}
