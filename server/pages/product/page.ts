import { randomUUID } from 'node:crypto';
import { createElement, type FunctionComponent } from 'react';
import type { ListState, Query } from '../../../shared/list-state';
import type { ProductContent, ProductPageProps } from '../../../views/components/ProductPage';
import type { PortalUsers } from '../../backends/portal-users';
import type { Handler } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { signedInPage } from '../signed-in-page';
import type { ProductDefinition } from './product';
import { loadStats } from './stats';

/** Where a page is asked for: its list state, its query, and the name of this rendering of its forms. */
export interface PageContext<State> {
  readonly state: State;
  readonly query: Query;
  readonly once: string;
}

interface Options {
  readonly portalUsers: PortalUsers;
  readonly helpUrl: string;
}

/** A GET handler for a product's page, in each of its states. */
export function productPage<Stats extends object, State extends ListState, Needs, Ready extends object>(
  product: ProductDefinition<Stats, State, Needs>,
  view: FunctionComponent<ProductPageProps<Ready>>,
  present: (stats: Stats, context: PageContext<State>) => Promise<Ready>,
) {
  const { title, subtitle } = product;
  return (options: Options & Needs): Handler<SignedInRequest> =>
    signedInPage({
      portalUsers: options.portalUsers,
      title,
      subtitle,
      shape: 'list',
      load: (request, details) => loadStats(product, options, request, details),
      async show(request, stats, layout) {
        const content = async (): Promise<ProductContent<Ready>> => {
          const { path, search, query } = request;
          const { helpUrl } = options;
          if (stats === 'no access') return { state: 'not activated', ...product.notActivated, helpUrl };
          if (stats === 'failed') {
            return { state: 'failed', message: product.statsFailed, retryHref: path + search };
          }
          const state = product.readState(query);
          const once = randomUUID();
          return {
            state: 'ready',
            once,
            requestAction: product.address(product.requestPath, state),
            downloadLink: product.appUrl(options),
            ...(await present(stats, { state, query, once })),
          };
        };
        return createElement(view, { layout, content: await content() });
      },
    });
}
