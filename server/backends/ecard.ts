import type { Card, CompanyFigures, NonClaimedCard } from '../../shared/cards';
import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import { createList, type ListOf, type SortTable } from '../lists/list';
import { type CallContext, type Caller, LARGEST_STATS } from './call';
import type { CompanyAnswer } from './company-stats';
import type { Body } from './wire';

/** A company's cards, as their backend reports them. */
export interface CompanyStats extends CompanyFigures {
  /** Undefined when the backend sent something that is no list: the figures still hold. */
  readonly cards:
    | {
        /** Those with an e-mail. */
        readonly claimed: ListOf<Card>;
        /** Those without, in the backend's order. */
        readonly nonClaimed: ListOf<NonClaimedCard>;
      }
    | undefined;
}

/** Every call throws a BackendError: thrown when the backend does not do what it is asked. */
export interface Ecard {
  readonly stats: (entityId: string, bearer: CallContext) => Promise<CompanyStats>;
  /** Requests more licenses; the backend adds them later. */
  readonly requestLicenses: (entityId: string, bearer: CallContext) => Promise<void>;
  /** Clears a card's NFC profile, which cannot be undone. The call names no company: check the card first. */
  readonly deactivateCard: (cardId: string, bearer: CallContext) => Promise<void>;
  /** Asks the backend to e-mail all profile data to the administrator. */
  readonly requestProfileData: (entityId: string, bearer: CallContext) => Promise<void>;
}

/** The work on statistics, which may be large. */
interface StatsTasks {
  readonly readCompanyAnswer: (body: Body) => Promise<CompanyAnswer | undefined>;
  readonly sortTable: SortTable;
}

/** The ecard backend (P173 to P177). */
export function createEcard(caller: Caller, tasks: StatsTasks): Ecard {
  return {
    async stats(entityId, bearer) {
      const failure = messages.cards.statsCallFailed;
      const path = ['portal', 'companies', entityId, 'stats'];
      const body = await caller.fetch(
        { name: 'ecard stats', method: 'GET', path, bearer, failure },
        LARGEST_STATS,
      );
      const answer = await tasks.readCompanyAnswer(body);
      if (!answer) throw new BackendError(failure, 'content');
      const { cards, ...figures } = answer;
      return {
        ...figures,
        cards: cards && {
          claimed: createList(cards.claimed, tasks.sortTable),
          nonClaimed: createList(cards.nonClaimed, tasks.sortTable),
        },
      };
    },

    requestLicenses: (entityId, bearer) =>
      caller.send({
        name: 'ecard top-up',
        method: 'POST',
        path: ['portal', 'companies', entityId, 'topup'],
        bearer,
        failure: messages.cards.requestCallFailed,
      }),

    deactivateCard: (cardId, bearer) =>
      caller.send({
        name: 'ecard deactivation',
        method: 'DELETE',
        path: ['portal', 'nfcprofiles', cardId, 'clear'],
        bearer,
        failure: messages.cards.deactivateCallFailed,
      }),

    requestProfileData: (entityId, bearer) =>
      caller.send({
        name: 'ecard export',
        method: 'POST',
        path: ['portal', 'companies', entityId, 'export'],
        bearer,
        failure: messages.cards.exportCallFailed,
      }),
  };
}
