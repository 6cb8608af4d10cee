import { messages } from '../../../shared/messages';
import type { ProductKey } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import { SessionEnded } from '../../errors';
import { entityFor } from '../../session/roles';
import { logFailure } from '../failure';
import type { SignedInRequest, StatsResult } from '../handler';

/** The stats of a product, which are fetched once for each request. */
export function loadStats(
  request: SignedInRequest,
  productKey: ProductKey,
  dependencies: Dependencies,
): Promise<StatsResult> {
  const { stats } = request;
  const loading = stats.get(productKey) ?? fetchStats(request, productKey, dependencies);
  stats.set(productKey, loading);
  return loading;
}

/**
 * Fetches the stats of a product. A failure is logged, and does not affect other products (P4). Starts with the roles of the
 * last minute; if the current roles name another company, the result of that call is discarded.
 */
async function fetchStats(
  { administrator: { context }, details, log }: SignedInRequest,
  productKey: ProductKey,
  { backends }: Dependencies,
): Promise<StatsResult> {
  const fetchOf = (entityId: string) => backends.products[productKey].stats(entityId, context);
  const expectedId = entityFor(backends.portalUsers.lastKnownDetails(context), productKey);
  const early = expectedId === undefined ? undefined : fetchOf(expectedId);
  early?.catch(() => {});
  const known = await details();
  if (!known) return 'unknown';
  const entityId = entityFor(known, productKey);
  if (entityId === undefined) return 'no access';
  try {
    return await (early && entityId === expectedId ? early : fetchOf(entityId));
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    logFailure(log, error, messages.fallback.statsFailed);
    return 'failed';
  }
}
