import { randomUUID } from 'node:crypto';
import { createElement, type FunctionComponent } from 'react';
import type { ListState, Query } from '../../../shared/list-state';
import type { ProductContent, ProductPageProps } from '../../../views/components/ProductPage';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { SignedInHandler } from '../../http/reply';
import { type PageOptions, signedInPage } from '../signed-in-page';
import type { ProductDefinition } from './product';
import { loadStats } from './stats';

/** A request for a product's page. */
export interface PageContext<State> {
  readonly state: State;
  readonly query: Query;
  /** The key that deduplicates the page's forms. */
  readonly once: string;
}

/** The part of a presented page that all products have. */
interface PresentedPage {
  readonly dialogs: readonly ConfirmDialogProps[];
  /** The searches and pages of its lists, for the document's title. */
  readonly view?: readonly string[];
}

interface Options extends PageOptions {
  readonly helpUrl: string;
}

/** Returns a GET handler for a product's page in each of its states. */
export function productPage<
  Stats extends object,
  State extends ListState,
  Needs,
  Ready extends PresentedPage,
>(
  product: ProductDefinition<Stats, State, Needs>,
  view: FunctionComponent<ProductPageProps<Ready>>,
  present: (stats: Stats, context: PageContext<State>) => Promise<Ready>,
) {
  const { title, subtitle } = product;
  return (options: Options & Needs): SignedInHandler =>
    signedInPage(options, {
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
        const shown = await content();
        return {
          element: createElement(view, { layout, content: shown }),
          ...(shown.state === 'ready' && { documentTitle: documentTitle(title, shown) }),
        };
      },
    });
}

/** Returns a title such as “Lead Capture: “ann”, page 2”, or that of the open dialog (P208). */
function documentTitle(title: string, { dialogs, view = [] }: PresentedPage): string {
  const dialog = dialogs.find(({ item }) => item !== undefined);
  if (dialog) return dialog.title;
  return view.length === 0 ? title : `${title}: ${view.join(', ')}`;
}
