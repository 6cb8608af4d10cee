import type { ScannerStats } from '../../shared/licenses';
import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import { createList } from '../lists/list';
import type { Threads } from '../lists/threads';
import { type Bearer, type Caller, LARGEST_STATS } from './call';

/** Every call throws a BackendError: thrown when the backend does not do what it is asked. */
export interface Scanner {
  readonly stats: (entityId: string, bearer: Bearer) => Promise<ScannerStats>;
  /** Requests more licenses; the backend adds them later. */
  readonly requestLicenses: (entityId: string, bearer: Bearer) => Promise<void>;
  readonly revokeLicense: (entityId: string, licenseId: string, bearer: Bearer) => Promise<void>;
}

/** The scanner backend (P169 to P172). */
export function createScanner(caller: Caller, threads: Threads): Scanner {
  return {
    async stats(entityId, bearer) {
      const failure = messages.leadCapture.statsCallFailed;
      const path = ['portal', 'scanneraccount', entityId, 'stats'];
      const body = await caller.fetch(
        { name: 'scanner stats', method: 'GET', path, bearer, failure },
        LARGEST_STATS,
      );
      const answer = await threads.readScannerAnswer(body);
      if (!answer) throw new BackendError(failure, 'content');
      const { licenses, ...figures } = answer;
      return {
        ...figures,
        licenses: licenses && {
          activated: createList(licenses.activated, threads.sortTable),
          nonActivated: createList(licenses.nonActivated, threads.sortTable),
        },
      };
    },

    requestLicenses: (entityId, bearer) =>
      caller.send({
        name: 'scanner top-up',
        method: 'POST',
        path: ['portal', 'scanneraccount', entityId, 'topup'],
        bearer,
        failure: messages.leadCapture.requestCallFailed,
      }),

    revokeLicense: (entityId, licenseId, bearer) =>
      caller.send({
        name: 'scanner revoke',
        method: 'DELETE',
        path: ['licencing', 'portal', 'scanneraccount', entityId, 'licences', licenseId],
        bearer,
        failure: messages.leadCapture.revokeCallFailed,
      }),
  };
}
