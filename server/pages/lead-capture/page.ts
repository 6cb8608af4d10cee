import { createElement } from 'react';
import { entityFor, SCANNER } from '../../../shared/admin';
import { readLicenceListState } from '../../../shared/list-state';
import { LeadCapturePage, type LeadCapturePageProps } from '../../../views/pages/LeadCapturePage';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import { BackendError } from '../../errors';
import { type Handler, page } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { presentLayout, presentTitle } from '../layout';
import { userDetails } from '../user-details';
import { presentLeadCapture } from './present';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  /** The scanner app's download link. */
  readonly scannerAppUrl: string;
  readonly helpUrl: string;
}

/** GET /leads-capture */
export function leadCapturePage(options: Options): Handler<SignedInRequest> {
  return async request => {
    const details = await userDetails(options.portalUsers, request);
    const content = await leadCapture(request, entityFor(details, SCANNER), options);
    const layout = presentLayout(request, details);
    return page(presentTitle('Lead Capture', details), createElement(LeadCapturePage, { layout, content }));
  };
}

async function leadCapture(
  { administrator, query, path, search, log }: SignedInRequest,
  entityId: string | undefined,
  { scanner, scannerAppUrl, helpUrl }: Options,
): Promise<LeadCapturePageProps['content']> {
  if (entityId === undefined) return { state: 'not activated', helpUrl };
  try {
    const stats = await scanner.stats(entityId, administrator.bearer);
    const extras = { downloadLink: scannerAppUrl, revoke: query.revoke };
    return { state: 'ready', ...presentLeadCapture(stats, readLicenceListState(query), extras) };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    log.error({ err: error }, error.message);
    return { state: 'failed', retryHref: path + search };
  }
}
