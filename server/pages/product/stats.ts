import { entityFor, type UserDetails } from '../../../shared/admin';
import type { ListState } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { SessionEnded } from '../../errors';
import type { SignedInRequest } from '../../http/request';
import { logFailure } from '../failure';
import type { ProductDefinition } from './product';

/** A product's statistics, or why there are none: no role for it, or its backend failed. */
export type StatsResult<Stats> = Stats | 'no access' | 'failed';

/** Fetches a product's statistics. A failure is logged and stays with this product (P4). */
export async function loadStats<Stats, State extends ListState, Needs>(
  product: ProductDefinition<Stats, State, Needs>,
  needs: Needs,
  { administrator, log }: SignedInRequest,
  details: UserDetails | undefined,
): Promise<StatsResult<Stats>> {
  const entityId = entityFor(details, product.role);
  if (entityId === undefined) return 'no access';
  try {
    return await product.stats(needs, entityId, administrator.context);
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    logFailure(log, error, messages.fallback.statsFailed);
    return 'failed';
  }
}
