import { createElement, type ReactElement } from 'react';
import type { UserDetails } from '../../shared/admin';
import type { LayoutProps } from '../../views/Layout';
import { SkeletonPage, type SkeletonPageProps } from '../../views/pages/SkeletonPage';
import type { PortalUsers } from '../backends/portal-users';
import { type Handler, loadingPage } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import { presentLayout } from './layout';
import { userDetails } from './user-details';

interface SignedInPage extends Omit<SkeletonPageProps, 'layout'> {
  readonly portalUsers: PortalUsers;
  /** 200 by default. */
  readonly status?: number;
  readonly load: (
    request: SignedInRequest,
    details: UserDetails | undefined,
  ) => Promise<(layout: LayoutProps) => ReactElement>;
}

/** A page within the portal's frame. Whoever waits long for its data sees a skeleton of it meanwhile. */
export function signedInPage({
  portalUsers,
  status = 200,
  load,
  ...page
}: SignedInPage): Handler<SignedInRequest> {
  return request => {
    const toasts = request.session.takeToasts();
    let details: UserDetails | undefined;
    const title = () => (details?.company ? `${page.title} – ${details.company}` : page.title);

    const content = async () => {
      details = await userDetails(portalUsers, request);
      const view = await load(request, details);
      return { title: title(), element: view(presentLayout(request, details, toasts)) };
    };
    const skeleton = () => ({
      title: title(),
      element: createElement(SkeletonPage, { ...page, layout: presentLayout(request, details, []) }),
    });
    return loadingPage(content(), { status, skeleton });
  };
}
