import { createTable } from '../lists/table';
import { NO_JOB_TITLE } from './cards';
import { useOf } from './use';
import { count, extentOf, id, list, parseFields, type StatsResponse, text } from './wire';

/** Parses the stats of a company, its cards by column; undefined if the body is not a JSON object. */
export function parseCompanyStats({ body, now }: StatsResponse) {
  const stats = parseFields(body);
  return (
    stats && {
      licensesPurchased: count(stats.licencesPurchased),
      licensesClaimed: count(stats.licencesClaimed),
      activitiesLast30Days: count(stats.activitiesLast30Days),
      activitiesTotal: count(stats.activitiesTotal),
      leads: count(stats.leads),
      cards: readCards(stats.userStats, now),
    }
  );
}

function readCards(userStats: unknown, now: number) {
  const users = list(userStats);
  if (!users) return undefined;
  const { claimed = [], nonClaimed = [] } = Object.groupBy(users, ({ email }) =>
    text(email) === '' ? 'nonClaimed' : 'claimed',
  );
  return {
    claimed: createTable(claimed, {
      texts: {
        cardId: user => id(user.code),
        email: user => text(user.email),
        name: user => text(user.name),
        jobTitle: user => text(user.title) || NO_JOB_TITLE,
      },
      counts: {
        viewsLast30Days: user => count(user.activitiesLast30Days),
        totalViews: user => count(user.activitiesTotal),
        use: user =>
          useOf({ last30Days: count(user.activitiesLast30Days), total: count(user.activitiesTotal) }, now),
      },
    }),
    extent: extentOf(userStats, ({ code, email }) => ({ id: code, email })),
    nonClaimed: createTable(nonClaimed, { texts: { cardId: user => id(user.code) }, counts: {} }),
  };
}
