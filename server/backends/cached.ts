import type { UserDetails } from '../../shared/admin';
import type { CompanyStats, Ecard } from './ecard';
import type { PortalUsers } from './portal-users';
import type { Scanner, ScannerStats } from './scanner';
import type { StatsCache } from './stats-cache';

/** How long earlier roles are expected to hold, for a head start. They are fetched all the same. */
const EXPECTED_ROLES_TTL_MS = 60_000;

/** What an answer takes beside its lists: figures and object headers. */
const OVERHEAD_BYTES = 2048;

/** The scanner backend, with cached stats. */
export function cacheScanner(scanner: Scanner, cache: StatsCache): Scanner {
  const stats = cache.of<ScannerStats>(
    'scanner stats',
    ({ licenses }) => OVERHEAD_BYTES + (licenses ? licenses.activated.size + licenses.nonActivated.size : 0),
  );
  return {
    ...scanner,
    stats: (entityId, bearer) => stats.get(entityId, bearer, own => scanner.stats(entityId, own)),
  };
}

/** The ecard backend, with cached stats. */
export function cacheEcard(ecard: Ecard, cache: StatsCache): Ecard {
  const stats = cache.of<CompanyStats>(
    'ecard stats',
    ({ cards }) => OVERHEAD_BYTES + (cards ? cards.claimed.size + cards.nonClaimed.size : 0),
  );
  return {
    ...ecard,
    stats: (entityId, bearer) => stats.get(entityId, bearer, own => ecard.stats(entityId, own)),
  };
}

/** The portal users backend, with cached user details. */
export function cachePortalUsers(portalUsers: PortalUsers, cache: StatsCache): PortalUsers {
  const details = cache.of<UserDetails>('user details', ({ roles }) => OVERHEAD_BYTES + roles.length * 100);
  return {
    ...portalUsers,
    details: bearer => details.get('', bearer, own => portalUsers.details(own)),
    expected: bearer => details.last('', bearer, EXPECTED_ROLES_TTL_MS),
  };
}
