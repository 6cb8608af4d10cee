import { availableLicenses, type LicenseCounts } from '../../../shared/licenses';
import type { Activity } from '../../../shared/list-state';
import type { FigureProps } from '../../../views/components/Figure';
import type { IdleContent } from '../../../views/components/IdleNote';
import { formatCount, formatItems, presentFigure } from '../figures';
import type { ListOwner, RemovableRows } from './list-definition';

/** The select that filters a list by activity (P232). */
export const activitySelect = {
  name: 'activity',
  label: 'Activity',
  options: [
    { value: '', label: 'Everyone' },
    { value: 'idle30', label: 'Nothing in 30 days' },
    { value: 'never', label: 'Never' },
  ] satisfies { value: Activity; label: string }[],
} as const;

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
  const { noun, activity, unused } = list.removable;
  const item = noun.toLowerCase();
  const rows = list.rows(stats);
  const idle = rows?.zeros(unused.idle30) ?? 0;
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
