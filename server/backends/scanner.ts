import { type StatsOf, toItemTables } from './product-stats';
import { parseFields, type StatsResponse, toCount, toDay, toId, toObjects, toText } from './wire';

/** The stats of a scanner account (P169): its `code` is the corporate code that users enter to claim a license. */
export type ScannerStats = StatsOf<typeof parse>;

/** The scanner backend (P169 to P171). */
export const scanner = {
  name: 'scanner',
  stats: {
    path: '/portal/scanneraccount/{entityId}/stats',
    failure: 'Failed to get scanner account stats',
    parse,
  },
  actions: {
    /** The backend adds them later. */
    requestLicenses: {
      name: 'scanner top-up',
      method: 'POST',
      path: '/portal/scanneraccount/{entityId}/topup',
      failure: 'Failed to request lead capture licenses',
    },
    remove: {
      name: 'scanner revoke',
      method: 'DELETE',
      path: '/licencing/portal/scanneraccount/{entityId}/licences/{id}',
      failure: 'Failed to revoke license',
    },
  },
} as const;

/** Parses the stats of a scanner account (P169). Returns undefined if the body is not a JSON object. */
function parse({ body, now }: StatsResponse) {
  const stats = parseFields(body);
  return (
    stats && {
      licensesPurchased: toCount(stats.licencesPurchased),
      licensesClaimed: toCount(stats.licencesClaimed),
      last30Days: toCount(stats.leadsLast30Days),
      total: toCount(stats.leadsTotal),
      code: toText(stats.code),
      integrations: (toObjects(stats.integrations) ?? [])
        .map(({ name }) => toText(name))
        .filter(name => name !== ''),
      items: toItemTables(stats.userStats, now, {
        id: user => toId(user.appId),
        last30Days: user => toCount(user.leadsLast30Days),
        total: user => toCount(user.leadsTotal),
        activatedOn: user => toDay(user.activationDate),
      }),
    }
  );
}
