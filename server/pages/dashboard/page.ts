import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { DashboardPage } from '../../../views/pages/DashboardPage';
import type { Ecard } from '../../backends/ecard';
import type { PortalUsers } from '../../backends/portal-users';
import type { Scanner } from '../../backends/scanner';
import type { Handler } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { cards } from '../cards/product';
import { leadCapture } from '../lead-capture/product';
import { loadStats } from '../product/stats';
import { signedInPage } from '../signed-in-page';
import { presentCards, presentIntegration, presentLeadCapture } from './present';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  readonly ecard: Ecard;
  readonly scannerAppUrl: string;
  readonly cardsAppUrl: string;
  readonly helpUrl: string;
}

/** GET /dashboard */
export function dashboardPage(options: Options): Handler<SignedInRequest> {
  const { portalUsers, helpUrl } = options;
  return signedInPage({
    portalUsers,
    title: 'Dashboard',
    subtitle: 'Licenses and activity at a glance',
    shape: 'cards',
    load: (request, details) =>
      Promise.all([
        loadStats(leadCapture, options, request, details),
        loadStats(cards, options, request, details),
      ]),
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
