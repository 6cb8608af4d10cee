import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import { createList, type ListOf } from '../lists/list';
import type { CallContext, Caller } from './call';
import type { License, NonActivatedLicense, ScannerFigures } from './licenses';
import type { StatsTasks } from './stats-tasks';

/** The stats of a scanner account from its backend. */
export interface ScannerStats extends ScannerFigures {
  /** Undefined if the backend sent no list. The figures are still valid. */
  readonly licenses:
    | {
        /** Licenses with an email (P86). */
        readonly activated: ListOf<License>;
        /** Licenses without an email, in the backend's order. */
        readonly nonActivated: ListOf<NonActivatedLicense>;
      }
    | undefined;
}

export type Scanner = ReturnType<typeof createScanner>;

/** The client of the scanner backend (P169 to P172). Every call throws a BackendError when it fails. */
export function createScanner(caller: Caller, tasks: StatsTasks, now: () => number) {
  return {
    async stats(entityId: string, context: CallContext): Promise<ScannerStats> {
      const failure = messages.leadCapture.statsCallFailed;
      const path = ['portal', 'scanneraccount', entityId, 'stats'];
      const stats = await caller.fetchStats(
        { name: 'scanner stats', method: 'GET', path, context, failure },
        body => tasks.parse('parseScannerStats', { body, now: now() }),
      );
      if (!stats) throw new BackendError(failure, 'content');
      const { licenses, ...figures } = stats;
      return {
        ...figures,
        licenses: licenses && {
          activated: createList(licenses.activated, tasks.sortTable, licenses.extent),
          nonActivated: createList(licenses.nonActivated, tasks.sortTable, licenses.extent),
        },
      };
    },

    /** Requests more licenses; the backend adds them later. */
    requestLicenses: (entityId: string, context: CallContext) =>
      caller.send({
        name: 'scanner top-up',
        method: 'POST',
        path: ['portal', 'scanneraccount', entityId, 'topup'],
        context,
        failure: messages.leadCapture.requestCallFailed,
      }),

    revokeLicense: (entityId: string, licenseId: string, context: CallContext) =>
      caller.send({
        name: 'scanner revoke',
        method: 'DELETE',
        path: ['licencing', 'portal', 'scanneraccount', entityId, 'licences', licenseId],
        context,
        failure: messages.leadCapture.revokeCallFailed,
      }),
  };
}
