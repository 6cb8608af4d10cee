import { createElement } from 'react';
import { NotFoundPage } from '../../views/pages/NotFoundPage';
import type { PortalUsers } from '../backends/portal-users';
import type { Handler } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import { signedInPage } from './signed-in-page';

/** Any address that is none, for somebody who is signed in. */
export function notFoundPage({
  portalUsers,
}: {
  readonly portalUsers: PortalUsers;
}): Handler<SignedInRequest> {
  return signedInPage({
    portalUsers,
    status: 404,
    title: 'Page not found',
    subtitle: 'There is nothing at this address',
    shape: 'list',
    load: async () => undefined,
    show: async (_request, _data, layout) => createElement(NotFoundPage, { layout }),
  });
}
