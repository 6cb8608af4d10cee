import { createElement, type ReactElement } from 'react';
import type { UserDetails } from '../../shared/admin';
import type { PageTitle } from '../../views/components/PageHead';
import type { LayoutProps } from '../../views/Layout';
import { SkeletonPage, type SkeletonPageProps } from '../../views/pages/SkeletonPage';
import type { PortalUsers } from '../backends/portal-users';
import { type Handler, loadingPage } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import { presentLayout } from './layout';
import { userDetails } from './user-details';

interface SignedInPage<Data> extends PageTitle, Omit<SkeletonPageProps, 'layout'> {
  readonly portalUsers: PortalUsers;
  /** 200 by default. */
  readonly status?: number;
  /** Calls the backends. It starts with the roles of a minute ago, and is not repeated if they still hold. */
  readonly load: (request: SignedInRequest, details: UserDetails | undefined) => Promise<Data>;
  readonly show: (request: SignedInRequest, data: Data, layout: LayoutProps) => Promise<ReactElement>;
}

/** A GET handler for a page in the portal's frame, with a skeleton while its data is slow (P7). */
export function signedInPage<Data>({
  portalUsers,
  status = 200,
  load,
  show,
  shape,
  ...page
}: SignedInPage<Data>): Handler<SignedInRequest> {
  return request => {
    const toasts = request.session.takeToasts();
    const expected = portalUsers.expected(request.administrator.bearer);
    let details = expected;
    const title = () => (details?.company ? `${page.title} · ${details.company}` : page.title);

    const content = async () => {
      const early = expected && load(request, expected);
      // If the roles turn out to be different, this call is not awaited.
      early?.catch(() => {});
      details = await userDetails(portalUsers, request);
      const data = await (early !== undefined && hasSameRoles(details, expected)
        ? early
        : load(request, details));
      const element = await show(request, data, presentLayout(request, details, page, toasts));
      return { title: title(), element };
    };
    const skeleton = () => ({
      title: title(),
      element: createElement(SkeletonPage, { shape, layout: presentLayout(request, details, page, []) }),
    });
    return loadingPage(content(), { status, skeleton });
  };
}

function hasSameRoles(details: UserDetails | undefined, expected: UserDetails | undefined): boolean {
  return JSON.stringify(details?.roles) === JSON.stringify(expected?.roles);
}
