import { randomUUID } from 'node:crypto';
import { inviteUrl, productTerms } from '../../../shared/products';
import type { ProductContent, WithoutFigures } from '../../../views/components/ProductPage';
import type { ProductStats } from '../../backends/product-stats';
import { productsOf } from '../../session/roles';
import type { SignedInHandler } from '../handler';
import { documentTitle } from '../lists/document-title';
import { presentList, selectionKey } from '../lists/list-view';
import { withoutLongQueries } from '../lists/page-lists';
import { signedInPage } from '../signed-in-page';
import type { Product } from './define-product';
import { loadStats } from './load-stats';
import { presentRemoval } from './removal-dialog';
import { presentLicenseRequest } from './request-licenses';
import { presentFewLeft, presentUsageFilter } from './usage';

/** A GET handler for a product's page in each of its states. */
export function productPage(product: Product): SignedInHandler {
  const { key, title, Page, icon } = product;
  return signedInPage<{ stats: ProductStats | 'no access' | 'failed'; showsPeopleLinks: boolean }>({
    title,
    lists: product,
    requires: 'role of its product',
    shape: 'product',
    columns: product.columns,
    styles: 'lists',
    async load(request, dependencies) {
      const stats = await loadStats(request, key, dependencies);
      if (stats === 'unknown') return 'roles unknown';
      return { stats, showsPeopleLinks: productsOf(await request.details()).length > 1 };
    },
    async show(request, { stats, showsPeopleLinks }, layout, dependencies) {
      const { path, search, query, session } = request;
      const { config, now } = dependencies;
      const element = (content: ProductContent<object>) => (
        <Page layout={layout} content={content} icon={icon} />
      );
      if (stats === 'no access') {
        const [text, helpUrl] = [product.notActivated, config.helpUrl];
        return {
          element: element({ state: 'not activated', title: `${title} Not Activated`, text, helpUrl }),
        };
      }
      const state = withoutLongQueries(product.readState(query));
      const formKey = randomUUID();
      const context = { state, query, formKey };
      const withoutFigures: WithoutFigures = {
        licenseRequest: presentLicenseRequest(product, {
          urlOf: to => product.url(to, state),
          formKey,
          requestedAt: session.licensesRequestedAt(key),
          now: now(),
        }),
        downloadLink: config.appUrls[key],
        dialogs: [],
        ...product.withoutFigures?.(context),
      };
      if (stats === 'failed') {
        const [message, retryHref] = [productTerms[key].messages.statsFailed, path + search];
        return { element: element({ state: 'failed', message, retryHref, ...withoutFigures }) };
      }
      const listRequest = {
        query,
        selectionKey: await selectionKey(request, dependencies),
        status: layout.removalStatus,
        showsPeopleLinks,
        now: now(),
      };
      const [claimed, unclaimed] = await Promise.all([
        presentList(product, product.lists.claimed, stats, listRequest),
        presentList(product, product.lists.unclaimed, stats, listRequest),
      ]);
      const removal = presentRemoval(product, stats, context);
      const dialogs = [removal.dialog, ...withoutFigures.dialogs];
      return {
        element: element({
          state: 'ready',
          ...withoutFigures,
          isFirst: stats.licensesClaimed === 0 && stats.licensesPurchased > 0,
          inviteHref: stats.licensesPurchased === 0 ? undefined : inviteUrl(key),
          showsPeopleLinks,
          claimed,
          unclaimed,
          overview: { ...product.overview(stats), fewLeft: presentFewLeft(product, stats) },
          filter: presentUsageFilter(product, stats, product.readState(query)),
          notice: removal.notice,
          dialogs,
        }),
        documentTitle: documentTitle(title, state, product.lists, { claimed, unclaimed }, dialogs),
      };
    },
  });
}
