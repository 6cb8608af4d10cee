import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import { createList, type ListOf } from '../lists/list';
import type { CallContext, Caller } from './call';
import type { Card, CompanyFigures, NonClaimedCard } from './cards';
import type { StatsTasks } from './stats-tasks';

/** The stats of a company from the ecard backend. */
export interface CompanyStats extends CompanyFigures {
  /** Undefined if the backend sent no list. The figures are still valid. */
  readonly cards:
    | {
        /** Cards with an email. */
        readonly claimed: ListOf<Card>;
        /** Cards without an email, in the backend's order. */
        readonly nonClaimed: ListOf<NonClaimedCard>;
      }
    | undefined;
}

export type Ecard = ReturnType<typeof createEcard>;

/** The client of the ecard backend (P173 to P177). Every call throws a BackendError when it fails. */
export function createEcard(caller: Caller, tasks: StatsTasks, now: () => number) {
  return {
    async stats(entityId: string, context: CallContext): Promise<CompanyStats> {
      const failure = messages.cards.statsCallFailed;
      const path = ['portal', 'companies', entityId, 'stats'];
      const stats = await caller.fetchStats(
        { name: 'ecard stats', method: 'GET', path, context, failure },
        body => tasks.parse('parseCompanyStats', { body, now: now() }),
      );
      if (!stats) throw new BackendError(failure, 'content');
      const { cards, ...figures } = stats;
      return {
        ...figures,
        cards: cards && {
          claimed: createList(cards.claimed, tasks.sortTable, cards.extent),
          nonClaimed: createList(cards.nonClaimed, tasks.sortTable, cards.extent),
        },
      };
    },

    /** Requests more licenses; the backend adds them later. */
    requestLicenses: (entityId: string, context: CallContext) =>
      caller.send({
        name: 'ecard top-up',
        method: 'POST',
        path: ['portal', 'companies', entityId, 'topup'],
        context,
        failure: messages.cards.requestCallFailed,
      }),

    /** Clears a card's NFC profile, which cannot be undone. The backend does not check the company: the caller must. */
    deactivateCard: (cardId: string, context: CallContext) =>
      caller.send({
        name: 'ecard deactivation',
        method: 'DELETE',
        path: ['portal', 'nfcprofiles', cardId, 'clear'],
        context,
        failure: messages.cards.deactivateCallFailed,
      }),

    /** Asks the backend to email all profile data to the administrator. */
    requestProfileData: (entityId: string, context: CallContext) =>
      caller.send({
        name: 'ecard export',
        method: 'POST',
        path: ['portal', 'companies', entityId, 'export'],
        context,
        failure: messages.cards.exportCallFailed,
      }),
  };
}
