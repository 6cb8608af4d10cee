import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { CARDS, entityFor, SCANNER } from '../../../shared/admin';
import { DashboardPage } from '../../../views/pages/DashboardPage';
import type { Ecard } from '../../backends/ecard';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import { type Handler, page } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { presentLayout, presentTitle } from '../layout';
import { loadStats } from '../stats';
import { userDetails } from '../user-details';
import { presentCards, presentIntegration, presentLeadCapture } from './present';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  readonly ecard: Ecard;
  readonly helpUrl: string;
}

/** GET /dashboard */
export function dashboardPage({ portalUsers, scanner, ecard, helpUrl }: Options): Handler<SignedInRequest> {
  return async request => {
    const { bearer } = request.administrator;
    const details = await userDetails(portalUsers, request);
    const [account, company] = await Promise.all([
      loadStats(request, entityFor(details, SCANNER), entityId => scanner.stats(entityId, bearer)),
      loadStats(request, entityFor(details, CARDS), entityId => ecard.stats(entityId, bearer)),
    ]);
    const props = {
      layout: presentLayout(request, details),
      once: randomUUID(),
      helpUrl,
      leadCapture: presentLeadCapture(account),
      cards: presentCards(company),
      integration: presentIntegration(account),
    };
    return page(presentTitle('Dashboard', details), createElement(DashboardPage, props));
  };
}
