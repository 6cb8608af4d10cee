import { entityFor, SCANNER } from '../../../shared/admin';
import { licensesExport, nonActivatedLicensesExport } from '../../../shared/exports';
import { readLicenseListState } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner, ScannerStats } from '../../backends/scanner';
import { BackendError } from '../../errors';
import { type Handler, type RedirectReply, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { Workers } from '../../workers/workers';
import { csv } from '../csv';
import { everything, selectActivated } from './select';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  readonly workers: Workers;
  readonly now: () => number;
}

/** GET /leads-capture/licenses.csv: every activated license of the current search and order. */
export function licensesCsv(options: Options): Handler<SignedInRequest> {
  return async request => {
    const state = readLicenseListState(request.query);
    const licenses = await loadLicenses(request, options);
    if (!licenses) return toPage();
    return csv(request, licensesExport, await selectActivated(licenses.activated, state), {
      search: state.q,
      now: options.now,
      workers: options.workers,
      toast: 'licensesExported',
    });
  };
}

/** GET /leads-capture/non-activated-licenses.csv */
export function nonActivatedLicensesCsv(options: Options): Handler<SignedInRequest> {
  return async request => {
    const licenses = await loadLicenses(request, options);
    if (!licenses) return toPage();
    return csv(request, nonActivatedLicensesExport, await licenses.nonActivated.all(everything), {
      search: '',
      now: options.now,
      workers: options.workers,
      toast: 'nonActivatedLicensesExported',
    });
  };
}

/**
 * The account's licenses; undefined without the role.
 * @throws {BackendError} Thrown when the licenses cannot be had: a download is then an error page, never half
 * a file.
 */
async function loadLicenses(
  { administrator: { bearer } }: SignedInRequest,
  { portalUsers, scanner }: Options,
): Promise<ScannerStats['licenses']> {
  const entityId = entityFor(await portalUsers.details(bearer), SCANNER);
  if (entityId === undefined) return undefined;
  const { licenses } = await scanner.stats(entityId, bearer);
  if (!licenses) throw new BackendError(messages.leadCapture.licensesUnreadable, 'content');
  return licenses;
}

/** Without the role there is nothing to download; the page says so. */
function toPage(): RedirectReply {
  return redirect(paths.leadCapture, { status: 302 });
}
