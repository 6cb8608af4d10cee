import { availableLicenses, type LicenseCounts } from '../../../shared/licenses';
import type { IdleContent } from '../../../views/components/IdleNote';
import { formatCount, formatItems } from '../figures';
import { activityRanges } from './activity';
import type { PageLists } from './page-lists';
import type { RemovableList } from './removable';

/** Below this share of available licenses, a note points out unused ones (P235). */
const LOW_AVAILABILITY_SHARE = 0.1;

/** Returns the note about licenses or cards without activity in the last 30 days; undefined if there are none (P234). */
export function presentIdle<Stats extends LicenseCounts, Row>(
  product: Pick<PageLists, 'path' | 'address' | 'defaults'>,
  list: RemovableList<Stats, Row>,
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
