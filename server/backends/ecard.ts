import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import { type CallContext, type Caller, path } from './call';
import { createItemLists, type ProductStats } from './product-stats';
import type { StatsTasks } from './stats-tasks';

/** The stats of a company's cards (P173). */
export interface EcardStats extends ProductStats {
  /** The number of leads from cards. */
  readonly leads: number;
}

export type Ecard = ReturnType<typeof createEcard>;

/** The client of the ecard backend (P173 to P177). Every call throws a BackendError when it fails. */
export function createEcard(caller: Caller, tasks: StatsTasks, now: () => number) {
  return {
    async stats(entityId: string, context: CallContext): Promise<EcardStats> {
      const failure = messages.cards.statsCallFailed;
      const stats = await caller.fetchStats(
        {
          name: 'ecard stats',
          method: 'GET',
          path: path('/portal/companies/{id}/stats', entityId),
          context,
          failure,
        },
        body => tasks.parse('parseEcardStats', { body, now: now() }),
      );
      if (!stats) throw new BackendError(failure, 'content');
      return { ...stats, items: stats.items && createItemLists(stats.items, tasks.sortTable) };
    },

    /** Requests more licenses; the backend adds them later. */
    requestLicenses: (entityId: string, context: CallContext) =>
      caller.send({
        name: 'ecard top-up',
        method: 'POST',
        path: path('/portal/companies/{id}/topup', entityId),
        context,
        failure: messages.cards.requestCallFailed,
      }),

    /** Clears a card's NFC profile, which cannot be undone. The backend does not check the company: the caller must. */
    deactivateCard: (cardId: string, context: CallContext) =>
      caller.send({
        name: 'ecard deactivation',
        method: 'DELETE',
        path: path('/portal/nfcprofiles/{cardId}/clear', cardId),
        context,
        failure: messages.cards.deactivateCallFailed,
      }),

    /** Asks the backend to email all profile data to the administrator. */
    requestProfileData: (entityId: string, context: CallContext) =>
      caller.send({
        name: 'ecard export',
        method: 'POST',
        path: path('/portal/companies/{id}/export', entityId),
        context,
        failure: messages.cards.exportCallFailed,
      }),
  };
}
