import { messages } from '../../../shared/messages';
import type { ProductKey } from '../../../shared/products';
import type { ProductBackends } from '../../backends/products';
import type { Dependencies } from '../../dependencies';
import { SessionEnded } from '../../errors';
import { entityFor } from '../../session/roles';
import { logFailure } from '../failure';
import type { SignedInRequest } from '../handler';

/** The stats of a product, or why there are none: roles are not known, the role is missing, or the backend failed. */
export type StatsResult =
  | Awaited<ReturnType<ProductBackends[ProductKey]['stats']>>
  | 'unknown'
  | 'no access'
  | 'failed';

/**
 * Fetches the stats of a product. A failure is logged, and does not affect other products (P4). Starts with the roles of the
 * last minute; if the current roles name another company, the result of that call is discarded.
 */
export async function loadStats(
  { administrator: { context }, details, log }: SignedInRequest,
  productKey: ProductKey,
  { backends }: Dependencies,
): Promise<StatsResult> {
  const fetchStats = (entityId: string) => backends.products[productKey].stats(entityId, context);
  const expectedId = entityFor(backends.portalUsers.lastKnownDetails(context), productKey);
  const early = expectedId === undefined ? undefined : fetchStats(expectedId);
  early?.catch(() => {});
  const known = await details();
  if (!known) return 'unknown';
  const entityId = entityFor(known, productKey);
  if (entityId === undefined) return 'no access';
  try {
    return await (early && entityId === expectedId ? early : fetchStats(entityId));
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    logFailure(log, error, messages.fallback.statsFailed);
    return 'failed';
  }
}
