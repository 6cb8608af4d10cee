import { availableLicenses, type LicenseCounts } from '../../../shared/licenses';
import type { Activity } from '../../../shared/list-state';
import type { FigureProps } from '../../../views/components/Figure';
import type { IdleContent } from '../../../views/components/IdleNote';
import type { CountRange } from '../../lists/table';
import { formatCount, formatItems, presentFigure } from '../figures';
import type { ListOwner, RemovableRows } from './list-definition';

/** The select that filters a list by activity (P232). */
export const activitySelect = {
  name: 'activity',
  label: 'Activity',
  options: [
    { value: '', label: 'Everyone' },
    { value: 'used30', label: 'Used in 30 days' },
    { value: 'idle30', label: 'Nothing in 30 days' },
    { value: 'lapsed30', label: 'Nothing in 30 days, used before' },
    { value: 'never', label: 'Never' },
  ] satisfies { value: Activity; label: string }[],
} as const;

/** The columns of a list that count activity. */
export interface ActivityColumns<Column> {
  readonly last30Days: Column;
  readonly total: Column;
}

/** Returns the rows that an activity filter selects (P232). */
export function activityRanges<Column extends string>(
  activity: Activity,
  { last30Days, total }: ActivityColumns<Column>,
): readonly CountRange<Column>[] {
  const none = (key: Column) => ({ key, min: 0, max: 0 });
  const some = (key: Column) => ({ key, min: 1, max: Number.POSITIVE_INFINITY });
  switch (activity) {
    case '':
      return [];
    case 'used30':
      return [some(last30Days)];
    case 'idle30':
      return [none(last30Days)];
    case 'lapsed30':
      return [none(last30Days), some(total)];
    case 'never':
      return [none(last30Days), none(total)];
  }
}

/** Returns the total activity of a license or card, with a note if it was never used (P236). */
export function presentTotal(count: number, largest?: number): FigureProps {
  return { ...presentFigure(count, largest), note: count === 0 ? 'Never used' : undefined };
}

/** Below this share of available licenses, a note points out unused ones (P235). */
const LOW_AVAILABILITY_SHARE = 0.1;

/** Returns the note about licenses or cards without activity in the last 30 days; undefined if there are none (P234). */
export function presentIdle<Stats extends LicenseCounts, Row>(
  product: ListOwner,
  list: RemovableRows<Stats, Row>,
  stats: Stats,
): IdleContent | undefined {
  const { noun, activity, counts } = list.removable;
  const item = noun.toLowerCase();
  const rows = list.rows(stats);
  const idle = rows?.count(activityRanges('idle30', counts)) ?? 0;
  if (!rows || idle === 0) return undefined;
  const href = `${product.address(product.path, { ...product.defaults, activity: 'idle30' })}#${list.id}`;
  const had = `had no ${activity} in 30 days`;
  const isShort = availableLicenses(stats) < stats.licensesPurchased * LOW_AVAILABILITY_SHARE;
  return {
    href,
    found: `${formatCount(idle)} of ${formatCount(rows.length)} active ${item}s ${had}`,
    advice: isShort ? `Before you request more: ${formatItems(idle, item)} ${had}` : undefined,
  };
}
