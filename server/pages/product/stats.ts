import { entityFor, type UserDetails } from '../../../shared/admin';
import { messages } from '../../../shared/messages';
import type { Dependencies } from '../../dependencies';
import { SessionEnded } from '../../errors';
import type { SignedInRequest } from '../../http/request';
import { logFailure } from '../failure';
import type { Product } from './product';

/** The stats of a product, or why there are none: the role is missing, or the backend failed. */
export type StatsResult<Stats> = Stats | 'no access' | 'failed';

/** Fetches the stats of a product. A failure is logged, and does not affect other products (P4). */
export async function loadStats<Stats>(
  { administrator, log }: SignedInRequest,
  product: Product<Stats>,
  details: UserDetails | undefined,
  dependencies: Dependencies,
): Promise<StatsResult<Stats>> {
  const entityId = entityFor(details, product.role);
  if (entityId === undefined) return 'no access';
  try {
    return await product.backend(dependencies).stats(entityId, administrator.context);
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    logFailure(log, error, messages.fallback.statsFailed);
    return 'failed';
  }
}
