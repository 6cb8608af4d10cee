import type { UserDetails } from '../../shared/admin';
import type { CompanyStats, Ecard } from './ecard';
import type { PortalUsers } from './portal-users';
import type { RecentAnswers } from './recent';
import type { Scanner, ScannerStats } from './scanner';

/** How long roles are expected to be what they were, in milliseconds. They are asked for all the same. */
const ROLES_EXPECTED_FOR = 60_000;

/** Figures and object headers beside the lists, in bytes. */
const REST = 2048;

/** The scanner backend, its statistics used again for a moment. */
export function rememberScanner(scanner: Scanner, recent: RecentAnswers): Scanner {
  const stats = recent.of<ScannerStats>(
    'scanner stats',
    ({ licenses }) => REST + (licenses ? licenses.activated.size + licenses.nonActivated.size : 0),
  );
  return {
    ...scanner,
    stats: (entityId, bearer) => stats.get(entityId, bearer, own => scanner.stats(entityId, own)),
  };
}

/** The ecard backend, its statistics used again for a moment. */
export function rememberEcard(ecard: Ecard, recent: RecentAnswers): Ecard {
  const stats = recent.of<CompanyStats>(
    'ecard stats',
    ({ cards }) => REST + (cards ? cards.claimed.size + cards.nonClaimed.size : 0),
  );
  return {
    ...ecard,
    stats: (entityId, bearer) => stats.get(entityId, bearer, own => ecard.stats(entityId, own)),
  };
}

/** The portal users backend, the administrator's own details used again for a moment. */
export function rememberPortalUsers(portalUsers: PortalUsers, recent: RecentAnswers): PortalUsers {
  const details = recent.of<UserDetails>('user details', ({ roles }) => REST + roles.length * 100);
  return {
    ...portalUsers,
    details: bearer => details.get('', bearer, own => portalUsers.details(own)),
    expected: bearer => details.last('', bearer, ROLES_EXPECTED_FOR),
  };
}
