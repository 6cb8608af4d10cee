import { messages } from '../../shared/messages';
import type { Product, ProductContent } from '../../views/components/ProductPage';
import { SessionEnded } from '../errors';
import type { SignedInRequest } from '../http/request';
import { logFailure } from './failure';

/** What is known of a product: its statistics, that there is no role for it, or that they cannot be had. */
export type Known<Stats> = Stats | 'no access' | 'failed';

/** Loads a product's statistics. A failure stays with this product; the rest of the page must not notice. */
export async function loadStats<Stats>(
  { log }: SignedInRequest,
  entityId: string | undefined,
  load: (entityId: string) => Promise<Stats>,
): Promise<Known<Stats>> {
  if (entityId === undefined) return 'no access';
  try {
    return await load(entityId);
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    logFailure(log, error, messages.fallback.statsFailed);
    return 'failed';
  }
}

/** What a product's page shows of what is known. */
export async function presentKnown<Stats extends object, Ready extends Product>(
  stats: Known<Stats>,
  { path, search }: SignedInRequest,
  helpUrl: string,
  present: (stats: Stats) => Promise<Ready>,
): Promise<ProductContent<Ready>> {
  if (stats === 'no access') return { state: 'not activated', helpUrl };
  if (stats === 'failed') return { state: 'failed', retryHref: path + search };
  return { state: 'ready', ...(await present(stats)) };
}
