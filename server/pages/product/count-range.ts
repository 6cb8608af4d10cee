import type { ListState } from '../../../shared/list-state';
import type { CountRange } from '../../lists/table';
import { capitalize, formatCount } from '../figures';

/** The parameter that filters a list by a range of leads or visits in the last 30 days (P272). */
export const COUNT_RANGE = 'last30';

/** Larger bounds in a URL are replaced by this one. */
const MAX_BOUND = 999_999_999;

/**
 * A range such as `10-19`, `50-` (or more) or `0`, in its shortest form. Anything else is '', which stands for all counts
 * (P20).
 */
export const countRange = {
  read(value: unknown): string {
    const match = typeof value === 'string' ? /^(\d+)(-?)(\d*)$/.exec(value) : null;
    if (!match) return '';
    const [, first, dash, last] = match;
    const min = Math.min(Number(first), MAX_BOUND);
    if (dash === '') return String(min);
    if (last === '') return min === 0 ? '' : `${min}-`;
    const max = Math.min(Number(last), MAX_BOUND);
    if (min === max) return String(min);
    return min < max ? `${min}-${max}` : '';
  },
};

/** The range that a list is filtered by; '' for none, and for a list without this filter. */
export function countRangeOf(state: ListState): string {
  return countRange.read(state[COUNT_RANGE]);
}

/** The bounds of a range, both included. */
function boundsOf(range: string): { readonly min: number; readonly max: number } {
  const [min = '', max = min] = range.split('-');
  return { min: Number(min), max: max === '' ? Number.POSITIVE_INFINITY : Number(max) };
}

/** The select for this filter of a column, which is shown only while it is set. `activity` is for instance 'leads'. */
export function countRangeFilter<Column extends string>(key: Column, activity: string) {
  return {
    ...countRange,
    name: COUNT_RANGE,
    label: `${capitalize(activity)} in 30 days`,
    options: (range: string) =>
      range === ''
        ? []
        : [
            { value: '', label: 'Any number' },
            { value: range, label: describeRange(range) },
          ],
    ranges(state: ListState): readonly CountRange<Column>[] {
      const range = countRangeOf(state);
      return range === '' ? [] : [{ key, ...boundsOf(range) }];
    },
    inFileName: (range: string) => `last30-${range.replace(/-$/, '-or-more')}`,
  };
}

/** Describes a range: “None”, “1”, “10–19” or “50 or more”. `more` is what follows the last number. */
export function describeRange(range: string, more = ' or more', format = formatCount): string {
  const { min, max } = boundsOf(range);
  if (max === 0) return 'None';
  if (min === max) return format(min);
  return max === Number.POSITIVE_INFINITY ? format(min) + more : `${format(min)}–${format(max)}`;
}

/** The range of each bucket, in its shortest form. */
export function bucketRanges(starts: readonly number[]): readonly string[] {
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return countRange.read(`${start}-${next === undefined ? '' : next - 1}`);
  });
}
