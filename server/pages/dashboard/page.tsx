import { randomUUID } from 'node:crypto';
import type { ProductKey } from '../../../shared/products';
import {
  DashboardPage,
  IntegrationsPanel,
  ProductPanel,
  type ProductPanelProps,
} from '../../../views/pages/DashboardPage';
import { cards } from '../product/cards';
import { leadCapture } from '../product/lead-capture';
import { loadStats } from '../product/load-stats';
import { signedInPage } from '../signed-in-page';
import { cardsPanel, leadCapturePanel, presentIntegration, presentPanel } from './present';

/** GET /dashboard */
export const dashboardPage = signedInPage({
  requires: 'session',
  title: 'Dashboard',
  shape: 'panels',
  async load(request, dependencies) {
    const { helpUrl } = dependencies.config;
    const options = {
      formKey: randomUUID(),
      requestedAt: (productKey: ProductKey) => request.session.licensesRequestedAt(productKey),
      helpUrl,
      now: dependencies.now(),
    };
    const leadCaptureStats = loadStats(request, leadCapture, dependencies);
    const cardsStats = loadStats(request, cards, dependencies);
    return {
      products: [
        leadCaptureStats.then(stats => presentPanel(leadCapturePanel, stats, options)),
        cardsStats.then(stats => presentPanel(cardsPanel, stats, options)),
      ].map(ignoreRejection),
      integrations: ignoreRejection(
        leadCaptureStats.then(stats => ({ helpUrl, integration: presentIntegration(stats) })),
      ),
    };
  },
  parts: data => [
    ...data.products.map(renderPanel),
    data.integrations.then(props => <IntegrationsPanel {...props} />),
  ],
  show: async (_request, data, layout) => ({
    element: (
      <DashboardPage
        layout={layout}
        products={await Promise.all(data.products)}
        integrations={await data.integrations}
      />
    ),
  }),
});

async function renderPanel(props: Promise<ProductPanelProps>) {
  return <ProductPanel {...(await props)} />;
}

/** Marks a rejection as handled, because data that arrives late may never be awaited. */
function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
