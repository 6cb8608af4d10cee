import type { ProductKey } from '../../../shared/products';
import { type ProductStats, unclaimedCount } from '../../backends/product-stats';
import { USED } from '../../backends/usage';
import { inTurns } from '../../lists/turns';
import type { RemovalItem } from '../../removals/items';

export type RemovableItems = NonNullable<ReturnType<typeof removableItems>>;

/** The claimed items of a product, which can be removed; undefined if its list cannot be read. */
export function removableItems(productKey: ProductKey, stats: ProductStats) {
  const rows = stats.items?.claimed;
  if (!rows || rows.completeness === 'missing') return undefined;
  return {
    productKey,
    /** Whether every row could be read: only then is an item that is missing from it gone. */
    isComplete: rows.completeness === 'complete',
    /** How many licenses or cards of the company are not claimed. */
    unclaimed: unclaimedCount(stats),
    /** Returns all items that match, in the backend's order. */
    async filter(isWanted: (item: RemovalItem) => boolean): Promise<readonly RemovalItem[]> {
      // Each ID once.
      const items = new Map<string, RemovalItem>();
      for await (const part of inTurns(await rows.all())) {
        for (const { id, email, name = '', jobTitle = '', activatedOn = 0, ...figures } of part) {
          const { last30Days: recentActivity, total: totalActivity, usage } = figures;
          const activity = { recentActivity, totalActivity, isUsed: usage === USED, activatedOn };
          const item = { productKey, id, email, name, jobTitle, ...activity };
          if (id !== '' && !items.has(id) && isWanted(item)) items.set(id, item);
        }
      }
      return [...items.values()];
    },
  };
}
