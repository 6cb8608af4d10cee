import { randomUUID } from 'node:crypto';
import { type ProductKey, productKeys } from '../../../shared/products';
import { DashboardPage, IntegrationsPanel, ProductPanel } from '../../../views/pages/DashboardPage';
import type { Product } from '../product/define-product';
import { loadStats } from '../product/load-stats';
import { productDefinitions } from '../product/products';
import { signedInPage } from '../signed-in-page';
import { presentIntegration, presentPanel } from './present';

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
    const panelOf = async (product: Product) => {
      const { key, path, icon, title } = product;
      const stats = await loadStats(request, key, dependencies);
      return { path, icon, title, panel: await presentPanel(product, stats, options) };
    };
    const integrationsOf = async () => ({
      helpUrl,
      integration: presentIntegration(await loadStats(request, 'license', dependencies)),
    });
    return {
      products: productKeys.map(key => ignoreRejection(panelOf(productDefinitions[key]))),
      integrations: ignoreRejection(integrationsOf()),
    };
  },
  parts: data => [
    ...data.products.map(panel => panel.then(props => <ProductPanel key={props.path} {...props} />)),
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

/** Marks a rejection as handled, because data that arrives late may never be awaited. */
function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
