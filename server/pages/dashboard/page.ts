import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { DashboardPage, IntegrationsCard, ProductCard } from '../../../views/pages/DashboardPage';
import type { SignedInHandler } from '../../http/reply';
import { type CardsNeeds, cards } from '../cards/product';
import { type LeadCaptureNeeds, leadCapture } from '../lead-capture/product';
import { loadStats } from '../product/stats';
import { type PageOptions, signedInPage } from '../signed-in-page';
import { presentCards, presentIntegration, presentLeadCapture } from './present';

interface Options extends PageOptions, LeadCaptureNeeds, CardsNeeds {
  readonly helpUrl: string;
}

/** GET /dashboard */
export function dashboardPage(options: Options): SignedInHandler {
  const { helpUrl } = options;
  return signedInPage(options, {
    title: 'Dashboard',
    subtitle: 'Licenses and activity at a glance',
    shape: 'cards',
    async load(request, details) {
      const common = { once: randomUUID(), helpUrl };
      const account = loadStats(leadCapture, options, request, details);
      const company = loadStats(cards, options, request, details);
      return {
        products: [
          account.then(stats => ({ ...common, ...presentLeadCapture(stats) })),
          company.then(stats => ({ ...common, ...presentCards(stats) })),
        ].map(ignoreRejection),
        integrations: ignoreRejection(
          account.then(stats => ({ helpUrl, integration: presentIntegration(stats) })),
        ),
      };
    },
    parts: data => [
      ...data.products.map(async props => createElement(ProductCard, await props)),
      data.integrations.then(props => createElement(IntegrationsCard, props)),
    ],
    show: async (_request, data, layout) => ({
      element: createElement(DashboardPage, {
        layout,
        products: await Promise.all(data.products),
        integrations: await data.integrations,
      }),
    }),
  });
}

/** Marks a rejection as handled, because data that arrives late may never be awaited. */
function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
