import { randomUUID } from 'node:crypto';
import { createElement, type FunctionComponent } from 'react';
import type { ListState, Query } from '../../../shared/list-state';
import { requestLicensesPath } from '../../../shared/paths';
import type { ProductContent, ProductPageProps } from '../../../views/components/ProductPage';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { SignedInHandler } from '../handler';
import { signedInPage } from '../signed-in-page';
import { describeView, type ListRequest } from './list';
import type { ListOwner } from './list-definition';
import type { ListContents, Product, ProductLists } from './product';
import { loadStats } from './stats';

/** A request for a product's page. */
export interface PageContext {
  readonly state: ListState;
  readonly query: Query;
  /** The key that deduplicates the page's forms. */
  readonly once: string;
}

/** Returns a GET handler for a product's page in each of its states. */
export function productPage<
  Stats extends object,
  Lists extends ProductLists<Stats>,
  Ready extends { readonly dialogs: readonly ConfirmDialogProps[] },
>(
  product: Product<Stats, Lists>,
  view: FunctionComponent<ProductPageProps<Ready & ListContents<Lists>>>,
  present: (stats: Stats, context: PageContext) => Ready,
): SignedInHandler {
  const { title, subtitle } = product;
  return signedInPage({
    title,
    subtitle,
    shape: 'list',
    load: (request, details, dependencies) => loadStats(request, product, details, dependencies),
    async show({ path, search, query }, stats, layout, { config }) {
      const element = (content: ProductContent<Ready & ListContents<Lists>>) =>
        createElement(view, { layout, content });
      if (stats === 'no access') {
        const { helpUrl } = config;
        return { element: element({ state: 'not activated', ...product.notActivated, helpUrl }) };
      }
      if (stats === 'failed') {
        const retryHref = path + search;
        return { element: element({ state: 'failed', message: product.statsFailed, retryHref }) };
      }
      const state = product.readState(query);
      const lists = await presentLists(product, { stats, state, query });
      const once = randomUUID();
      const ready = present(stats, { state, query, once });
      return {
        element: element({
          state: 'ready',
          once,
          requestAction: product.address(requestLicensesPath(product.path), state),
          downloadLink: product.appUrl(config),
          ...lists,
          ...ready,
        }),
        documentTitle: documentTitle(product, lists, ready.dialogs),
      };
    },
  });
}

/** Returns all lists of a product as its page shows them. */
export async function presentLists<Stats, Lists extends ProductLists<Stats>>(
  product: ListOwner & { readonly lists: Lists },
  request: ListRequest<Stats>,
): Promise<ListContents<Lists>> {
  const presented = Object.entries(product.lists).map(
    async ([name, list]) => [name, await list.present(product, request)] as const,
  );
  return Object.fromEntries(await Promise.all(presented)) as ListContents<Lists>;
}

/** Returns a title such as “Lead Capture: “ann”, page 2”, or that of the open dialog (P208). */
export function documentTitle<Lists extends ProductLists<never>>(
  { title, lists }: { readonly title: string; readonly lists: Lists },
  contents: ListContents<Lists>,
  dialogs: readonly ConfirmDialogProps[],
): string {
  const dialog = dialogs.find(({ item }) => item !== undefined);
  if (dialog) return dialog.title;
  const views = Object.entries(lists).flatMap(([name, { qualifier }]) =>
    describeView(contents[name], qualifier),
  );
  return views.length === 0 ? title : `${title}: ${views.join(', ')}`;
}
