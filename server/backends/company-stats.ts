import { type Card, type CompanyFigures, NO_JOB_TITLE, type NonClaimedCard } from '../../shared/cards';
import { createTable, type TableOf } from '../lists/table';
import { type Body, count, id, list, parseFields, text } from './wire';

/** The stats of a company from the ecard backend, its cards stored by column. */
export interface ParsedCompanyStats extends CompanyFigures {
  readonly cards:
    | { readonly claimed: TableOf<Card>; readonly nonClaimed: TableOf<NonClaimedCard> }
    | undefined;
}

/** Parses the stats of a company; undefined if the body is not a JSON object. */
export function parseCompanyStats(body: Body): ParsedCompanyStats | undefined {
  const stats = parseFields(body);
  return (
    stats && {
      licensesPurchased: count(stats.licencesPurchased),
      licensesClaimed: count(stats.licencesClaimed),
      activitiesLast30Days: count(stats.activitiesLast30Days),
      activitiesTotal: count(stats.activitiesTotal),
      leads: count(stats.leads),
      cards: readCards(stats.userStats),
    }
  );
}

function readCards(userStats: unknown): ParsedCompanyStats['cards'] {
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
      },
    }),
    nonClaimed: createTable(nonClaimed, { texts: { cardId: user => id(user.code) }, counts: {} }),
  };
}
