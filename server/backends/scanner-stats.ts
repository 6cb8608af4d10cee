import { readItems } from './product-stats';
import { count, day, id, list, parseFields, type StatsResponse, text } from './wire';

/** Parses the stats of a scanner account (P169). Returns undefined if the body is not a JSON object. */
export function parseScannerStats({ body, now }: StatsResponse) {
  const stats = parseFields(body);
  return (
    stats && {
      licensesPurchased: count(stats.licencesPurchased),
      licensesClaimed: count(stats.licencesClaimed),
      last30Days: count(stats.leadsLast30Days),
      total: count(stats.leadsTotal),
      code: text(stats.code),
      integrations: (list(stats.integrations) ?? [])
        .map(({ name }) => text(name))
        .filter(name => name !== ''),
      items: readItems(stats.userStats, now, {
        id: user => id(user.appId),
        last30Days: user => count(user.leadsLast30Days),
        total: user => count(user.leadsTotal),
        activatedOn: user => day(user.activationDate),
      }),
    }
  );
}
