import { toItemTables } from './product-stats';
import { parseFields, type StatsResponse, toCount, toDay, toId, toObjects, toText } from './wire';

/** Parses the stats of a scanner account (P169). Returns undefined if the body is not a JSON object. */
export function parseScannerStats({ body, now }: StatsResponse) {
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
