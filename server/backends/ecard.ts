import { type Card, type CompanyStats, NO_JOB_TITLE } from '../../shared/cards';
import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import type { Bearer, Caller } from './call';
import { count, id, isFields, list, text } from './wire';

/** Every call throws a BackendError: thrown when the backend does not do what it is asked. */
export interface Ecard {
  readonly stats: (entityId: string, bearer: Bearer) => Promise<CompanyStats>;
  /** Requests more licences; the backend adds them later. */
  readonly requestLicences: (entityId: string, bearer: Bearer) => Promise<void>;
  /** Clears a card's NFC profile, which cannot be undone. The call names no company: check the card first. */
  readonly deactivateCard: (cardId: string, bearer: Bearer) => Promise<void>;
  /** Asks the backend to e-mail all profile data to the administrator. */
  readonly requestProfileData: (entityId: string, bearer: Bearer) => Promise<void>;
}

/** The ecard backend (specification, section 7). */
export function createEcard(caller: Caller, now: () => number): Ecard {
  return {
    async stats(entityId, bearer) {
      const failure = messages.cards.statsCallFailed;
      const path = ['portal', 'companies', entityId, 'stats'];
      const answer = await caller.fetch({ method: 'GET', path, bearer, failure });
      if (!isFields(answer)) throw new BackendError(failure, 'content');
      return readStats(answer, new Date(now()).toISOString());
    },

    requestLicences: (entityId, bearer) =>
      caller.send({
        method: 'POST',
        path: ['portal', 'companies', entityId, 'topup'],
        bearer,
        failure: messages.cards.requestCallFailed,
      }),

    deactivateCard: (cardId, bearer) =>
      caller.send({
        method: 'DELETE',
        path: ['portal', 'nfcprofiles', cardId, 'clear'],
        bearer,
        failure: messages.cards.deactivateCallFailed,
      }),

    requestProfileData: (entityId, bearer) =>
      caller.send({
        method: 'POST',
        path: ['portal', 'companies', entityId, 'export'],
        bearer,
        failure: messages.cards.exportCallFailed,
      }),
  };
}

function readStats(stats: Readonly<Record<string, unknown>>, derivedAt: string): CompanyStats {
  return {
    licencesPurchased: count(stats.licencesPurchased),
    licencesClaimed: count(stats.licencesClaimed),
    activitiesLast30Days: count(stats.activitiesLast30Days),
    activitiesTotal: count(stats.activitiesTotal),
    leads: count(stats.leads),
    cards: list(stats.userStats)?.map(user => readCard(user, derivedAt)),
  };
}

function readCard(user: Readonly<Record<string, unknown>>, derivedAt: string): Card {
  return {
    cardId: id(user.code),
    email: text(user.email),
    name: text(user.name),
    jobTitle: text(user.title) || NO_JOB_TITLE,
    activationDate: derivedAt,
    viewsLast30Days: count(user.activitiesLast30Days),
    totalViews: count(user.activitiesTotal),
    sharesLast30Days: 0,
    totalShares: 0,
  };
}
