import { createElement } from 'react';
import { entityFor, SCANNER } from '../../../shared/admin';
import { readLicenseListState } from '../../../shared/list-state';
import { LeadCapturePage } from '../../../views/pages/LeadCapturePage';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import type { Handler } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { signedInPage } from '../signed-in-page';
import { loadStats, presentKnown } from '../stats';
import { presentLeadCapture } from './present';
import { selectPages } from './select';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  /** The scanner app's download link. */
  readonly scannerAppUrl: string;
  readonly helpUrl: string;
}

/** GET /leads-capture */
export function leadCapturePage({
  portalUsers,
  scanner,
  scannerAppUrl,
  helpUrl,
}: Options): Handler<SignedInRequest> {
  return signedInPage({
    portalUsers,
    title: 'Lead Capture',
    subtitle: 'Licenses for the lead-capture scanner app',
    shape: 'list',
    load: (request, details) =>
      loadStats(request, entityFor(details, SCANNER), entityId =>
        scanner.stats(entityId, request.administrator.bearer),
      ),
    async show(request, stats, layout) {
      const state = readLicenseListState(request.query);
      const content = await presentKnown(stats, request, helpUrl, async known =>
        presentLeadCapture(known, await selectPages(known, state), state, {
          downloadLink: scannerAppUrl,
          revoke: request.query.revoke,
        }),
      );
      return createElement(LeadCapturePage, { layout, content });
    },
  });
}
