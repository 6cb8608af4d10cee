import {
  type CardTable,
  type CompanyFigures,
  NO_JOB_TITLE,
  type NonClaimedCardTable,
} from '../../shared/cards';
import { createTable } from '../../shared/table';
import { type Body, count, id, list, parseFields, text } from './wire';

/** A company as its backend sends it, its cards by column. */
export interface CompanyAnswer extends CompanyFigures {
  readonly cards: { readonly claimed: CardTable; readonly nonClaimed: NonClaimedCardTable } | undefined;
}

/** What the body of an answer says of a company; undefined when it is nothing of the kind. */
export function readCompanyAnswer(body: Body): CompanyAnswer | undefined {
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

function readCards(userStats: unknown): CompanyAnswer['cards'] {
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
