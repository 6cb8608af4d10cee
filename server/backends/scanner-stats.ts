import type { LicenceTable, NonActivatedLicenceTable, ScannerFigures } from '../../shared/licences';
import { createTable } from '../../shared/table';
import { type Body, count, id, list, parseFields, text } from './wire';

/** A scanner account as its backend sends it, its licences by column. */
export interface ScannerAnswer extends ScannerFigures {
  readonly licences:
    | { readonly activated: LicenceTable; readonly nonActivated: NonActivatedLicenceTable }
    | undefined;
}

/** What the body of an answer says of a scanner account; undefined when it is nothing of the kind. */
export function readScannerAnswer(body: Body): ScannerAnswer | undefined {
  const stats = parseFields(body);
  return (
    stats && {
      code: text(stats.code),
      licencesPurchased: count(stats.licencesPurchased),
      licencesClaimed: count(stats.licencesClaimed),
      leadsLast30Days: count(stats.leadsLast30Days),
      leadsTotal: count(stats.leadsTotal),
      integrations: (list(stats.integrations) ?? [])
        .map(({ name }) => text(name))
        .filter(name => name !== ''),
      licences: readLicences(stats.userStats),
    }
  );
}

function readLicences(userStats: unknown): ScannerAnswer['licences'] {
  const users = list(userStats);
  if (!users) return undefined;
  const { activated = [], nonActivated = [] } = Object.groupBy(users, ({ email }) =>
    text(email) === '' ? 'nonActivated' : 'activated',
  );
  return {
    activated: createTable(activated, {
      texts: { appId: user => id(user.appId), email: user => text(user.email) },
      counts: {
        leadsLast30Days: user => count(user.leadsLast30Days),
        leadsTotal: user => count(user.leadsTotal),
      },
    }),
    nonActivated: createTable(nonActivated, { texts: { appId: user => id(user.appId) }, counts: {} }),
  };
}
