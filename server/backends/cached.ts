import { LRUCache } from 'lru-cache';
import { MEBIBYTE, MINUTE_MS } from '../../shared/units';
import type { UserDetails } from '../session/roles';
import type { CallContext } from './call';
import type { PortalUsers } from './portal-users';
import type { ProductStats } from './product-stats';
import type { StatsCache } from './stats-cache';

/** How long cached roles may be used to start backend calls early, in milliseconds. */
const EXPECTED_ROLES_TTL_MS = MINUTE_MS;

/** The limit of the details of last visits, in bytes. */
const SHOWN_BYTES = MEBIBYTE;

/** The estimated size of a cached response without its lists, in bytes. */
const OVERHEAD_BYTES = 2048;

export function cacheStats<Stats extends ProductStats, Backend>(
  backend: Backend & { readonly stats: (entityId: string, context: CallContext) => Promise<Stats> },
  cache: StatsCache,
  name: string,
): Backend {
  const cached = cache.of<Stats>(
    name,
    ({ items }) => OVERHEAD_BYTES + (items?.claimed.size ?? 0) + (items?.unclaimed.size ?? 0),
  );
  return {
    ...backend,
    stats: (entityId: string, context: CallContext) =>
      cached.get(entityId, context, own => backend.stats(entityId, own)),
  };
}

/** Wraps the portal users backend with a cache for user details. */
export function cachePortalUsers(portalUsers: PortalUsers, cache: StatsCache) {
  const cached = cache.of<UserDetails>('user details', ({ roles }) => OVERHEAD_BYTES + roles.length * 100);
  /** The details of each request: an action invalidates the cache before its audit line is written (T49). */
  const received = new WeakMap<CallContext, UserDetails>();
  /** The details that each administrator got last, however long ago. */
  const shown = new LRUCache<string, UserDetails>({
    maxSize: SHOWN_BYTES,
    sizeCalculation: ({ name, company, roles }) =>
      2 * (name.length + company.length) + 100 * (roles.length + 2),
  });
  return {
    ...portalUsers,
    async details(context: CallContext): Promise<UserDetails> {
      const details =
        received.get(context) ?? (await cached.get('', context, own => portalUsers.details(own)));
      received.set(context, details);
      shown.set(context.userId, details);
      return details;
    },
    /** This request's details once they are fetched; before that, cached ones, so that other calls can start early. */
    lastKnownDetails: (context: CallContext): UserDetails | undefined =>
      received.get(context) ?? cached.last('', context, EXPECTED_ROLES_TTL_MS),
    /** This request's details once they are fetched; before that, those of the last visit, for a skeleton only. */
    lastShownDetails: (context: CallContext): UserDetails | undefined =>
      received.get(context) ?? shown.get(context.userId),
  };
}
