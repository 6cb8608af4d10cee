import { randomUUID } from 'node:crypto';
import { createElement, type FunctionComponent } from 'react';
import { messages } from '../../../shared/messages';
import type { ProductContent, ProductPageProps } from '../../../views/components/ProductPage';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { LicenseCounts } from '../../backends/licenses';
import type { Dependencies } from '../../dependencies';
import { SessionEnded } from '../../errors';
import type { ListOf } from '../../lists/list';
import { entityFor } from '../../roles';
import { logFailure } from '../failure';
import type { SignedInHandler, SignedInRequest } from '../handler';
import type { RemovableList } from '../lists/define-list';
import { documentTitle, type ListContents, presentLists } from '../lists/list-view';
import { type Lists, withShortAddress } from '../lists/page-lists';
import { selectionKey } from '../lists/selected-rows';
import { hasEveryProduct, inviteAddress } from '../products';
import { signedInPage } from '../signed-in-page';
import type { PageContext, Product } from './define-product';
import { presentRequest } from './request-licenses';

/** A GET handler for a product's page in each of its states. `usedList` is the list of what people have. */
export function productPage<
  Stats extends LicenseCounts,
  ProductLists extends Lists<Stats>,
  Ready extends { readonly dialogs: readonly ConfirmDialogProps[] },
  Row,
>(
  product: Product<Stats, ProductLists>,
  usedList: RemovableList<Stats, Row>,
  view: FunctionComponent<ProductPageProps<Ready & ListContents<ProductLists>>>,
  present: (stats: Stats, context: PageContext) => Ready,
): SignedInHandler {
  const { title } = product;
  const showPage = signedInPage<{ stats: StatsResult<Stats>; linksPeople: boolean }>({
    title,
    shape: 'product',
    styles: 'lists',
    load: async (request, dependencies) => ({
      stats: await loadStats(request, product, dependencies),
      linksPeople: hasEveryProduct(await request.details()),
    }),
    async show(request, { stats, linksPeople }, layout, dependencies) {
      const { path, search, query, session } = request;
      const { config, now } = dependencies;
      const element = (content: ProductContent<Ready & ListContents<ProductLists>>) =>
        createElement(view, { layout, content });
      if (stats === 'unknown') return { element: element({ state: 'unknown' }) };
      if (stats === 'no access') {
        const { helpUrl } = config;
        return { element: element({ state: 'not activated', ...product.notActivated, helpUrl }) };
      }
      if (stats === 'failed') {
        const retryHref = path + search;
        return { element: element({ state: 'failed', message: product.statsFailed, retryHref }) };
      }
      const { state, lists } = await presentLists(product, stats, {
        query,
        selectionKey: await selectionKey(request, dependencies),
        status: layout.status,
        now: now(),
      });
      const once = randomUUID();
      const { request: form, dialogs } = presentRequest(product, usedList, stats, {
        addressOf: to => product.address(to, state),
        page: product.address(path, state),
        once,
        dialog: query.dialog,
        requestedAt: session.requestedAt(product.role),
        now: now(),
        name: layout.name,
      });
      const ready = present(stats, { state, query, once });
      const allDialogs = [...ready.dialogs, ...dialogs];
      return {
        element: element({
          state: 'ready',
          request: form,
          isFirst: stats.licensesClaimed === 0,
          inviteHref: inviteAddress(product.invitedTo),
          downloadLink: product.appUrl(config),
          linksPeople,
          ...lists,
          ...ready,
          dialogs: allDialogs,
        }),
        documentTitle: documentTitle(title, product.lists, state, lists, allDialogs),
      };
    },
  });
  return withShortAddress(product, showPage);
}

/** The stats of a product, or why there are none: roles are not known, the role is missing, or the backend failed. */
export type StatsResult<Stats> = Stats | 'unknown' | 'no access' | 'failed';

/**
 * Fetches the stats of a product. A failure is logged, and does not affect other products (P4). Starts with the roles of the
 * last minute; if the current ones are different, that call is not awaited.
 */
export async function loadStats<Stats>(
  { administrator: { context }, details, log }: SignedInRequest,
  product: Pick<Product<Stats>, 'role' | 'backend'>,
  dependencies: Dependencies,
): Promise<StatsResult<Stats>> {
  const fetchStats = (entityId: string) => product.backend(dependencies).stats(entityId, context);
  const expectedId = entityFor(dependencies.portalUsers.expected(context), product.role);
  const early = expectedId === undefined ? undefined : fetchStats(expectedId);
  early?.catch(() => {});
  const known = await details();
  if (!known) return 'unknown';
  const entityId = entityFor(known, product.role);
  if (entityId === undefined) return 'no access';
  try {
    return await (early && entityId === expectedId ? early : fetchStats(entityId));
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    logFailure(log, error, messages.fallback.statsFailed);
    return 'failed';
  }
}

/** A list in the stats of a product. */
interface ProductList<Stats, Row> {
  readonly product: Pick<Product<Stats>, 'role' | 'backend'>;
  readonly list: { readonly rows: (stats: Stats) => ListOf<Row> | undefined };
}

/** Fetches the rows of a list, or says why there are none: 'unreadable' if the backend sent no list. */
export async function loadRows<Stats extends object, Row>(
  request: SignedInRequest,
  { product, list }: ProductList<Stats, Row>,
  dependencies: Dependencies,
): Promise<ListOf<Row> | 'unknown' | 'no access' | 'failed' | 'unreadable'> {
  const stats = await loadStats(request, product, dependencies);
  if (typeof stats === 'string') return stats;
  const rows = list.rows(stats);
  return !rows || rows.extent === 'missing' ? 'unreadable' : rows;
}
