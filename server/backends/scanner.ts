import type { Licence, ScannerStats } from '../../shared/licences';
import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import type { Bearer, Caller } from './call';
import { count, id, isFields, list, text } from './wire';

/** Every call throws a BackendError: thrown when the backend does not do what it is asked. */
export interface Scanner {
  readonly stats: (entityId: string, bearer: Bearer) => Promise<ScannerStats>;
  /** Requests more licences; the backend adds them later. */
  readonly requestLicences: (entityId: string, bearer: Bearer) => Promise<void>;
  readonly revokeLicence: (entityId: string, licenceId: string, bearer: Bearer) => Promise<void>;
}

/** The scanner backend (specification, section 7). */
export function createScanner(caller: Caller): Scanner {
  return {
    async stats(entityId, bearer) {
      const failure = messages.leadCapture.statsCallFailed;
      const path = ['portal', 'scanneraccount', entityId, 'stats'];
      const answer = await caller.fetch({ method: 'GET', path, bearer, failure });
      if (!isFields(answer)) throw new BackendError(failure, 'content');
      return readStats(answer);
    },

    requestLicences: (entityId, bearer) =>
      caller.send({
        method: 'POST',
        path: ['portal', 'scanneraccount', entityId, 'topup'],
        bearer,
        failure: messages.leadCapture.requestCallFailed,
      }),

    revokeLicence: (entityId, licenceId, bearer) =>
      caller.send({
        method: 'DELETE',
        path: ['licencing', 'portal', 'scanneraccount', entityId, 'licences', licenceId],
        bearer,
        failure: messages.leadCapture.revokeCallFailed,
      }),
  };
}

function readStats(stats: Readonly<Record<string, unknown>>): ScannerStats {
  return {
    code: text(stats.code),
    licencesPurchased: count(stats.licencesPurchased),
    licencesClaimed: count(stats.licencesClaimed),
    leadsLast30Days: count(stats.leadsLast30Days),
    leadsTotal: count(stats.leadsTotal),
    integrations: (list(stats.integrations) ?? []).map(({ name }) => text(name)).filter(name => name !== ''),
    licences: list(stats.userStats)?.map(readLicence),
  };
}

function readLicence(user: Readonly<Record<string, unknown>>): Licence {
  return {
    appId: id(user.appId),
    email: text(user.email),
    activationDate: text(user.activationDate),
    leadsLast30Days: count(user.leadsLast30Days),
    leadsTotal: count(user.leadsTotal),
  };
}
