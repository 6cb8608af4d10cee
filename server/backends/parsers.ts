// The parsers of large responses. Worker threads run them by name (server/workers/tasks.ts).
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

/** Shown if the backend has no job title (P111). */
const NO_JOB_TITLE = 'Not specified';

/** Parses the stats of a company in the ecard backend (P173). Returns undefined if the body is not a JSON object. */
export function parseEcardStats({ body, now }: StatsResponse) {
  const stats = parseFields(body);
  return (
    stats && {
      licensesPurchased: toCount(stats.licencesPurchased),
      licensesClaimed: toCount(stats.licencesClaimed),
      last30Days: toCount(stats.activitiesLast30Days),
      total: toCount(stats.activitiesTotal),
      leads: toCount(stats.leads),
      // The activation date and the shares are not shown, so they are not parsed (P174).
      items: toItemTables(stats.userStats, now, {
        id: user => toId(user.code),
        texts: { name: user => toText(user.name), jobTitle: user => toText(user.title) || NO_JOB_TITLE },
        last30Days: user => toCount(user.activitiesLast30Days),
        total: user => toCount(user.activitiesTotal),
      }),
    }
  );
}
