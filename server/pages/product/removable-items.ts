import type { ProductKey } from '../../../shared/products';
import type { CallContext } from '../../backends/call';
import { unclaimedCount } from '../../backends/product-stats';
import { USED } from '../../backends/usage';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import { inTurns } from '../../lists/turns';
import type { RemovalItem } from '../../removals/items';
import type { Product } from './define-product';

/** The claimed items of a product, which can be removed. */
export interface RemovableItems {
  readonly productKey: ProductKey;
  /** Whether every row could be read: only then is an item that is missing from it gone. */
  readonly isComplete: boolean;
  /** How many licenses or cards of the company are not claimed. */
  readonly unclaimed: number;
  /** Returns all items that match, in the backend's order. */
  readonly filter: (isWanted: (item: RemovalItem) => boolean) => Promise<readonly RemovalItem[]>;
}

/**
 * Fetches the items of the administrator's own list.
 * @throws {BackendError} Thrown when the list cannot be fetched or read.
 */
export async function fetchRemovableItems(
  { key, lists }: Product,
  entityId: string,
  context: CallContext,
  { backends }: Dependencies,
): Promise<RemovableItems> {
  const stats = await backends.products[key].stats(entityId, context);
  const rows = stats.items?.claimed;
  if (!rows || rows.completeness === 'missing') throw new BackendError(lists.claimed.unreadable, 'content');
  return {
    productKey: key,
    isComplete: rows.completeness === 'complete',
    unclaimed: unclaimedCount(stats),
    async filter(isWanted) {
      // Each ID once.
      const items = new Map<string, RemovalItem>();
      for await (const part of inTurns(await rows.all())) {
        for (const { id, email, name = '', jobTitle = '', activatedOn = 0, ...figures } of part) {
          const { last30Days: recentActivity, total: totalActivity, usage } = figures;
          const activity = { recentActivity, totalActivity, isUsed: usage === USED, activatedOn };
          const item = { productKey: key, id, email, name, jobTitle, ...activity };
          if (id !== '' && !items.has(id) && isWanted(item)) items.set(id, item);
        }
      }
      return [...items.values()];
    },
  };
}
