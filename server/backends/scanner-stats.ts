import { createTable } from '../lists/table';
import { useOf } from './use';
import { count, day, extentOf, id, list, parseFields, type StatsResponse, text } from './wire';

/** Parses the stats of a scanner account, its licenses by column; undefined if the body is not a JSON object. */
export function parseScannerStats({ body, now }: StatsResponse) {
  const stats = parseFields(body);
  return (
    stats && {
      code: text(stats.code),
      licensesPurchased: count(stats.licencesPurchased),
      licensesClaimed: count(stats.licencesClaimed),
      leadsLast30Days: count(stats.leadsLast30Days),
      leadsTotal: count(stats.leadsTotal),
      integrations: (list(stats.integrations) ?? [])
        .map(({ name }) => text(name))
        .filter(name => name !== ''),
      licenses: readLicenses(stats.userStats, now),
    }
  );
}

function readLicenses(userStats: unknown, now: number) {
  const users = list(userStats);
  if (!users) return undefined;
  const { activated = [], nonActivated = [] } = Object.groupBy(users, ({ email }) =>
    text(email) === '' ? 'nonActivated' : 'activated',
  );
  return {
    activated: createTable(activated, {
      texts: { licenseId: user => id(user.appId), email: user => text(user.email) },
      counts: {
        leadsLast30Days: user => count(user.leadsLast30Days),
        leadsTotal: user => count(user.leadsTotal),
        use: user =>
          useOf(
            {
              last30Days: count(user.leadsLast30Days),
              total: count(user.leadsTotal),
              activatedOn: day(user.activationDate),
            },
            now,
          ),
      },
    }),
    extent: extentOf(userStats, ({ appId, email }) => ({ id: appId, email })),
    nonActivated: createTable(nonActivated, { texts: { licenseId: user => id(user.appId) }, counts: {} }),
  };
}
