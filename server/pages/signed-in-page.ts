import { createElement, type ReactElement } from 'react';
import type { UserDetails } from '../../shared/admin';
import { messages } from '../../shared/messages';
import { paths } from '../../shared/paths';
import type { PageTitle } from '../../views/components/PageHead';
import type { LayoutProps } from '../../views/Layout';
import { SkeletonPage, type SkeletonPageProps } from '../../views/pages/SkeletonPage';
import type { Dependencies } from '../dependencies';
import { loadingPage, type PagePart } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import type { RemovalRuns, StoredRun } from '../removals/runs';
import { formatCount } from './figures';
import type { SignedInHandler } from './handler';
import { presentLayout, titleWithCompany } from './layout';
import { fetchUserDetails } from './user-details';

export interface SignedInPage<Data> extends PageTitle, Omit<SkeletonPageProps, 'layout'> {
  /** 200 by default. */
  readonly status?: number;
  /** Fetches the data. The details are undefined if they are not available. */
  readonly load: (
    request: SignedInRequest,
    details: Promise<UserDetails | undefined>,
    dependencies: Dependencies,
  ) => Promise<Data>;
  readonly show: (
    request: SignedInRequest,
    data: Data,
    layout: LayoutProps,
    dependencies: Dependencies,
  ) => Promise<ShownPage>;
  /** Returns parts of the page that may be ready before the rest (see `PageReply`). */
  readonly parts?: (data: Data) => readonly PagePart[];
}

interface ShownPage {
  readonly element: ReactElement;
  /** Replaces the page's title in the document's title (P208). */
  readonly documentTitle?: string;
}

/** Returns a GET handler for a page with the portal's layout, and a skeleton while its data is loading (P7). */
export function signedInPage<Data>({
  status = 200,
  load,
  show,
  parts,
  shape,
  ...page
}: SignedInPage<Data>): SignedInHandler {
  return async (request, dependencies) => {
    const { portalUsers, removalRuns } = dependencies;
    const unseenRun = await takeUnseenRun(request, removalRuns);
    const toasts = request.session.takeToasts();
    let known = portalUsers.expected(request.administrator.context);
    const current = fetchUserDetails(request, portalUsers);
    current.then(
      details => {
        known = details;
      },
      () => {},
    );
    const data = load(request, current, dependencies);
    const content = async () => {
      const [fetched, details] = await Promise.all([data, current]);
      const layout = presentLayout(request, details, page, toasts);
      const outage = details ? undefined : messages.access.userDetailsMissing;
      const shown = { ...layout, outage, unseenRun: presentUnseenRun(unseenRun) };
      const { element, documentTitle = page.title } = await show(request, fetched, shown, dependencies);
      return { title: titleWithCompany(documentTitle, details), element };
    };
    const skeleton = () => ({
      title: titleWithCompany(page.title, known),
      element: createElement(SkeletonPage, { shape, layout: presentLayout(request, known, page, []) }),
    });
    return loadingPage(content(), { status, skeleton, parts: async () => parts?.(await data) ?? [] });
  };
}

/** Returns a finished bulk removal that the administrator has not seen, and updates the session (P249, T42). */
async function takeUnseenRun(
  { session, administrator }: SignedInRequest,
  removalRuns: RemovalRuns,
): Promise<StoredRun | undefined> {
  const { userId } = administrator.context;
  const sessionRun = await removalRuns.find(userId, session.runId);
  if (sessionRun?.run.isDone) session.recordRunEnd();
  return removalRuns.findUnseen(userId, sessionRun);
}

/** Reports a bulk removal that ended while no page showed it (P249). */
function presentUnseenRun(stored: StoredRun | undefined): LayoutProps['unseenRun'] {
  if (!stored) return undefined;
  const { run } = stored;
  const [done, all] = [formatCount(run.results.length), formatCount(run.items.length)];
  return {
    text: `The removal that you left has ended: ${done} of ${all} were processed.`,
    href: `${paths.removalRun}?run=${run.id}`,
  };
}
