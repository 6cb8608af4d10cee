import { availableLicenses, type LicenseCounts } from '../../../shared/licenses';
import type { FindingProps } from '../../../views/components/Finding';
import { formatCount } from '../figures';
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
): FindingProps | undefined {
  const { noun, activity, counts } = list.removable;
  const rows = list.rows(stats);
  const idle = rows?.count(activityRanges('idle30', counts)) ?? 0;
  if (!rows || idle === 0) return undefined;
  const href = `${product.address(product.path, { ...product.defaults, activity: 'idle30' })}#${list.id}`;
  const isShort = availableLicenses(stats) < stats.licensesPurchased * LOW_AVAILABILITY_SHARE;
  const found = `${formatCount(idle)} of ${formatCount(rows.length)} active ${noun.toLowerCase()}s`;
  return {
    text: `${isShort ? 'Before you request more: ' : ''}${found} had no ${activity} in 30 days`,
    show: { label: `Show all ${formatCount(idle)}`, href },
  };
}
