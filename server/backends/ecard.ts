import { type Card, type CompanyStats, NO_JOB_TITLE } from '../../shared/cards';
import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import type { Bearer, Caller } from './call';
import { count, isFields, list, text } from './wire';

/** Every call throws a BackendError: thrown when the backend does not do what it is asked. */
export interface Ecard {
  readonly stats: (entityId: string, bearer: Bearer) => Promise<CompanyStats>;
  /** Requests more licences; the backend adds them later. */
  readonly requestLicences: (entityId: string, bearer: Bearer) => Promise<void>;
}

/** The ecard backend (specification, section 7). */
export function createEcard(caller: Caller): Ecard {
  return {
    async stats(entityId, bearer) {
      const failure = messages.cards.statsCallFailed;
      const path = ['portal', 'companies', entityId, 'stats'];
      const answer = await caller.fetch({ method: 'GET', path, bearer, failure });
      if (!isFields(answer)) throw new BackendError(failure, 'content');
      return readStats(answer);
    },

    requestLicences: (entityId, bearer) =>
      caller.send({
        method: 'POST',
        path: ['portal', 'companies', entityId, 'topup'],
        bearer,
        failure: messages.cards.requestCallFailed,
      }),
  };
}

function readStats(stats: Readonly<Record<string, unknown>>): CompanyStats {
  return {
    licencesPurchased: count(stats.licencesPurchased),
    licencesClaimed: count(stats.licencesClaimed),
    activitiesLast30Days: count(stats.activitiesLast30Days),
    activitiesTotal: count(stats.activitiesTotal),
    leads: count(stats.leads),
    cards: list(stats.userStats)?.map(readCard),
  };
}

function readCard(user: Readonly<Record<string, unknown>>): Card {
  return {
    cardId: text(user.code),
    email: text(user.email),
    name: text(user.name),
    jobTitle: text(user.title) || NO_JOB_TITLE,
    viewsLast30Days: count(user.activitiesLast30Days),
    totalViews: count(user.activitiesTotal),
  };
}
