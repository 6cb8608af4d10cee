import { entityFor, SCANNER } from '../../../shared/admin';
import { licencesExport, nonActivatedLicencesExport } from '../../../shared/exports';
import type { ScannerStats } from '../../../shared/licences';
import { readLicenceListState } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import { BackendError } from '../../errors';
import { type Handler, type RedirectReply, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { Threads } from '../../lists/threads';
import { csv } from '../csv';
import { everything, selectActivated } from './select';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  readonly threads: Threads;
  readonly now: () => number;
}

/** GET /leads-capture/licenses.csv: every activated licence of the current search and order. */
export function licencesCsv(options: Options): Handler<SignedInRequest> {
  return async request => {
    const state = readLicenceListState(request.query);
    const licences = await loadLicences(request, options);
    if (!licences) return toPage();
    return csv(request, licencesExport, await selectActivated(licences.activated, state), {
      search: state.q,
      now: options.now,
      threads: options.threads,
      toast: 'licensesExported',
    });
  };
}

/** GET /leads-capture/non-activated-licenses.csv */
export function nonActivatedLicencesCsv(options: Options): Handler<SignedInRequest> {
  return async request => {
    const licences = await loadLicences(request, options);
    if (!licences) return toPage();
    return csv(request, nonActivatedLicencesExport, await licences.nonActivated.all(everything), {
      search: '',
      now: options.now,
      threads: options.threads,
      toast: 'nonActivatedLicensesExported',
    });
  };
}

/**
 * The account's licences; undefined without the role.
 * @throws {BackendError} Thrown when the licences cannot be had: a download is then an error page, never half
 * a file.
 */
async function loadLicences(
  { administrator: { bearer } }: SignedInRequest,
  { portalUsers, scanner }: Options,
): Promise<ScannerStats['licences']> {
  const entityId = entityFor(await portalUsers.details(bearer), SCANNER);
  if (entityId === undefined) return undefined;
  const { licences } = await scanner.stats(entityId, bearer);
  if (!licences) throw new BackendError(messages.leadCapture.licencesUnreadable, 'content');
  return licences;
}

/** Without the role there is nothing to download; the page says so. */
function toPage(): RedirectReply {
  return redirect(paths.leadCapture, { status: 302 });
}
