import { createElement } from 'react';
import { entityFor, SCANNER } from '../../../shared/admin';
import { readLicenceListState } from '../../../shared/list-state';
import { LeadCapturePage, type LeadCapturePageProps } from '../../../views/pages/LeadCapturePage';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import type { Handler } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { signedInPage } from '../signed-in-page';
import { loadStats } from '../stats';
import { presentLeadCapture } from './present';

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
    async load(request, details) {
      const { administrator, query, path, search } = request;
      const stats = await loadStats(request, entityFor(details, SCANNER), entityId =>
        scanner.stats(entityId, administrator.bearer),
      );
      const content = (): LeadCapturePageProps['content'] => {
        if (stats === 'no access') return { state: 'not activated', helpUrl };
        if (stats === 'failed') return { state: 'failed', retryHref: path + search };
        const extras = { downloadLink: scannerAppUrl, revoke: query.revoke };
        return { state: 'ready', ...presentLeadCapture(stats, readLicenceListState(query), extras) };
      };
      return layout => createElement(LeadCapturePage, { layout, content: content() });
    },
  });
}
