import { readItems } from './product-stats';
import { count, id, parseFields, type StatsResponse, text } from './wire';

/** Shown if the backend has no job title (P111). */
const NO_JOB_TITLE = 'Not specified';

/** Parses the stats of a company in the ecard backend (P173). Returns undefined if the body is not a JSON object. */
export function parseEcardStats({ body, now }: StatsResponse) {
  const stats = parseFields(body);
  return (
    stats && {
      licensesPurchased: count(stats.licencesPurchased),
      licensesClaimed: count(stats.licencesClaimed),
      last30Days: count(stats.activitiesLast30Days),
      total: count(stats.activitiesTotal),
      leads: count(stats.leads),
      // The activation date and the shares are not shown, so they are not parsed (P174).
      items: readItems(stats.userStats, now, {
        id: user => id(user.code),
        texts: { name: user => text(user.name), jobTitle: user => text(user.title) || NO_JOB_TITLE },
        last30Days: user => count(user.activitiesLast30Days),
        total: user => count(user.activitiesTotal),
      }),
    }
  );
}
