import type { ChartBar } from '../../../views/components/plots/BarChart';
import { formatCount, shortenCount } from '../figures';

/** More letters, in all names together, need more than the width of a phone. */
const NARROW_NAMES_LIMIT = 35;

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
