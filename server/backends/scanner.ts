import type { License, NonActivatedLicense, ScannerFigures } from '../../shared/licenses';
import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import { createList, type ListOf, type SortTable } from '../lists/list';
import { type CallContext, type Caller, LARGEST_STATS } from './call';
import type { ScannerAnswer } from './scanner-stats';
import type { Body } from './wire';

/** A scanner account, as its backend reports it. */
export interface ScannerStats extends ScannerFigures {
  /** Undefined when the backend sent something that is no list: the figures still hold. */
  readonly licenses:
    | {
        /** Those with an e-mail (P86). */
        readonly activated: ListOf<License>;
        /** Those without, in the backend's order. */
        readonly nonActivated: ListOf<NonActivatedLicense>;
      }
    | undefined;
}

/** Every call throws a BackendError: thrown when the backend does not do what it is asked. */
export interface Scanner {
  readonly stats: (entityId: string, bearer: CallContext) => Promise<ScannerStats>;
  /** Requests more licenses; the backend adds them later. */
  readonly requestLicenses: (entityId: string, bearer: CallContext) => Promise<void>;
  readonly revokeLicense: (entityId: string, licenseId: string, bearer: CallContext) => Promise<void>;
}

/** The work on statistics, which may be large. */
interface StatsTasks {
  readonly readScannerAnswer: (body: Body) => Promise<ScannerAnswer | undefined>;
  readonly sortTable: SortTable;
}

/** The scanner backend (P169 to P172). */
export function createScanner(caller: Caller, tasks: StatsTasks): Scanner {
  return {
    async stats(entityId, bearer) {
      const failure = messages.leadCapture.statsCallFailed;
      const path = ['portal', 'scanneraccount', entityId, 'stats'];
      const body = await caller.fetch(
        { name: 'scanner stats', method: 'GET', path, bearer, failure },
        LARGEST_STATS,
      );
      const answer = await tasks.readScannerAnswer(body);
      if (!answer) throw new BackendError(failure, 'content');
      const { licenses, ...figures } = answer;
      return {
        ...figures,
        licenses: licenses && {
          activated: createList(licenses.activated, tasks.sortTable),
          nonActivated: createList(licenses.nonActivated, tasks.sortTable),
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
