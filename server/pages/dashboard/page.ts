import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { CARDS, entityFor, SCANNER } from '../../../shared/admin';
import { DashboardPage } from '../../../views/pages/DashboardPage';
import type { Ecard } from '../../backends/ecard';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import type { Handler } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { signedInPage } from '../signed-in-page';
import { loadStats } from '../stats';
import { presentCards, presentIntegration, presentLeadCapture } from './present';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  readonly ecard: Ecard;
  readonly helpUrl: string;
}

/** GET /dashboard */
export function dashboardPage({ portalUsers, scanner, ecard, helpUrl }: Options): Handler<SignedInRequest> {
  return signedInPage({
    portalUsers,
    title: 'Dashboard',
    subtitle: 'Licenses and activity at a glance',
    shape: 'cards',
    load(request, details) {
      const { bearer } = request.administrator;
      return Promise.all([
        loadStats(request, entityFor(details, SCANNER), entityId => scanner.stats(entityId, bearer)),
        loadStats(request, entityFor(details, CARDS), entityId => ecard.stats(entityId, bearer)),
      ]);
    },
    show: async (_request, [account, company], layout) =>
      createElement(DashboardPage, {
        layout,
        once: randomUUID(),
        helpUrl,
        leadCapture: presentLeadCapture(account),
        cards: presentCards(company),
        integration: presentIntegration(account),
      }),
  });
}
