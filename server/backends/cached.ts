import type { UserDetails } from '../../shared/admin';
import type { CallContext } from './call';
import type { CompanyStats, Ecard } from './ecard';
import type { PortalUsers } from './portal-users';
import type { Scanner, ScannerStats } from './scanner';
import type { StatsCache } from './stats-cache';

/** How long earlier roles are used to start calls before the current ones arrive, in milliseconds. */
const EXPECTED_ROLES_TTL_MS = 60_000;

/** The memory of stats without their lists, in bytes: figures and object headers. */
const OVERHEAD_BYTES = 2048;

/** Wraps the scanner backend with a cache for stats. */
export function cacheScanner(scanner: Scanner, cache: StatsCache): Scanner {
  const stats = cache.of<ScannerStats>(
    'scanner stats',
    ({ licenses }) => OVERHEAD_BYTES + (licenses ? licenses.activated.size + licenses.nonActivated.size : 0),
  );
  return {
    ...scanner,
    stats: (entityId, context) => stats.get(entityId, context, own => scanner.stats(entityId, own)),
  };
}

/** Wraps the ecard backend with a cache for stats. */
export function cacheEcard(ecard: Ecard, cache: StatsCache): Ecard {
  const stats = cache.of<CompanyStats>(
    'ecard stats',
    ({ cards }) => OVERHEAD_BYTES + (cards ? cards.claimed.size + cards.nonClaimed.size : 0),
  );
  return {
    ...ecard,
    stats: (entityId, context) => stats.get(entityId, context, own => ecard.stats(entityId, own)),
  };
}

/** Wraps the portal users backend with a cache for user details. */
export function cachePortalUsers(portalUsers: PortalUsers, cache: StatsCache): PortalUsers {
  const cached = cache.of<UserDetails>('user details', ({ roles }) => OVERHEAD_BYTES + roles.length * 100);
  /** What a request has got: an action removes it from the cache before its audit line names the entity (T49). */
  const received = new WeakMap<CallContext, UserDetails>();
  return {
    ...portalUsers,
    async details(context) {
      const details = await cached.get('', context, own => portalUsers.details(own));
      received.set(context, details);
      return details;
    },
    expected: context => received.get(context) ?? cached.last('', context, EXPECTED_ROLES_TTL_MS),
  };
}
