import type { ReactElement } from 'react';
import { messages } from '../../shared/messages';
import { AccountContext } from '../../views/Account';
import type { PageTitle } from '../../views/components/PageHead';
import { Layout, type LayoutProps } from '../../views/Layout';
import { NoProductPage } from '../../views/pages/NoProductPage';
import { SkeletonPage, type SkeletonPageProps } from '../../views/pages/SkeletonPage';
import type { Dependencies } from '../dependencies';
import type { PageContent, PagePart } from '../http/reply';
import { accountOf } from './account';
import {
  type Load,
  type Requirement,
  type RolesUnknown,
  requiring,
  type SignedInHandler,
  type SignedInRequest,
} from './handler';
import { presentLayout, titleWithCompany } from './layout';
import { type AnyList, type PageLists, withShortUrl } from './lists/page-lists';

interface SignedInPage<Data> extends PageTitle, Omit<SkeletonPageProps, 'layout'> {
  /** The requirement of the page. Without the role, the page says so, and shows nothing else. */
  readonly requires: Requirement;
  readonly status?: number;
  /** The lists of the page, whose state its URL has. */
  readonly lists?: PageLists<Record<string, AnyList>>;
  /** The stylesheet in addition to the common one, which has all that 'lists' need. By default, the one for other pages. */
  readonly styles?: PageContent['styles'];
  /** Fetches the data. The layout says that roles are not known. */
  readonly load: Load<Data | RolesUnknown>;
  readonly show: (
    request: SignedInRequest,
    data: Data,
    layout: LayoutProps,
    dependencies: Dependencies,
  ) => Promise<ShownPage>;
  /** Parts of the page that may be ready before the rest (see `PageReply`). */
  readonly parts?: (data: Data) => readonly PagePart[];
}

interface ShownPage {
  readonly element: ReactElement;
  /** Replaces the page's title in the document's title (P208). */
  readonly documentTitle?: string;
}

/** A GET handler for a page with the portal's layout, and a skeleton while its data is loading (P7). */
export function signedInPage<Data extends object>({
  requires,
  status = 200,
  lists,
  load,
  show,
  parts,
  shape,
  columns,
  styles,
  ...page
}: SignedInPage<Data>): SignedInHandler {
  return requiring(requires, async (received, dependencies) => {
    const request = lists ? withShortUrl(received, lists) : received;
    if ('kind' in request) return request;
    const { toasts } = request.session;
    const data = load(request, dependencies);
    const content = async () => {
      const [loaded, known] = await Promise.all([data, request.details()]);
      const userDetailsProblem = known ? undefined : messages.access.userDetailsMissing;
      const layout = { ...presentLayout(request, known, page, toasts), userDetailsProblem };
      const { helpUrl } = dependencies.config;
      const { element, documentTitle = page.title }: ShownPage =
        requires === 'role' && known?.roles.length === 0
          ? { element: <NoProductPage layout={layout} content={{ helpUrl }} /> }
          : loaded === 'roles unknown'
            ? { element: <Layout {...layout} /> }
            : await show(request, loaded, layout, dependencies);
      return { title: titleWithCompany(documentTitle, known), element, styles };
    };
    const skeleton = () => {
      const known = dependencies.backends.portalUsers.lastShownDetails(request.administrator.context);
      const layout = presentLayout(request, known, page, toasts);
      const element = <SkeletonPage shape={shape} columns={columns} layout={layout} />;
      return { title: titleWithCompany(page.title, known), element, styles };
    };
    const partsOf = async () => {
      const [loaded, known] = await Promise.all([data, request.details()]);
      if (loaded === 'roles unknown' || !parts) return [];
      // Parts are rendered outside of the layout.
      const account = accountOf(request.administrator.context, known);
      const ofAccount = async (part: PagePart) => (
        <AccountContext value={account}>{await part}</AccountContext>
      );
      return parts(loaded).map(ofAccount);
    };
    const loading = { skeleton, parts: partsOf };
    return { kind: 'page', status, content: content(), loading, showsToasts: true };
  });
}
