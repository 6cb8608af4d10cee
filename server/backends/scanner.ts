import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import { type CallContext, type Caller, path } from './call';
import { createItemLists, type ProductStats } from './product-stats';
import type { StatsTasks } from './stats-tasks';

/** The stats of a scanner account (P169). */
export interface ScannerStats extends ProductStats {
  /** The corporate code that users enter to claim a license. */
  readonly code: string;
  readonly integrations: readonly string[];
}

export type Scanner = ReturnType<typeof createScanner>;

/** The client of the scanner backend (P169 to P172). Every call throws a BackendError when it fails. */
export function createScanner(caller: Caller, tasks: StatsTasks, now: () => number) {
  return {
    async stats(entityId: string, context: CallContext): Promise<ScannerStats> {
      const failure = messages.leadCapture.statsCallFailed;
      const stats = await caller.fetchStats(
        {
          name: 'scanner stats',
          method: 'GET',
          path: path('/portal/scanneraccount/{id}/stats', entityId),
          context,
          failure,
        },
        body => tasks.parse('parseScannerStats', { body, now: now() }),
      );
      if (!stats) throw new BackendError(failure, 'content');
      return { ...stats, items: stats.items && createItemLists(stats.items, tasks.sortTable) };
    },

    /** Requests more licenses; the backend adds them later. */
    requestLicenses: (entityId: string, context: CallContext) =>
      caller.send({
        name: 'scanner top-up',
        method: 'POST',
        path: path('/portal/scanneraccount/{id}/topup', entityId),
        context,
        failure: messages.leadCapture.requestCallFailed,
      }),

    revokeLicense: (entityId: string, licenseId: string, context: CallContext) =>
      caller.send({
        name: 'scanner revoke',
        method: 'DELETE',
        path: path('/licencing/portal/scanneraccount/{id}/licences/{licenseId}', entityId, licenseId),
        context,
        failure: messages.leadCapture.revokeCallFailed,
      }),
  };
}
