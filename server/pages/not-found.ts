import { createElement } from 'react';
import { NotFoundPage } from '../../views/pages/NotFoundPage';
import type { PortalUsers } from '../backends/portal-users';
import type { Handler } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import type { RemovalRuns } from '../removals/runs';
import { signedInPage } from './signed-in-page';

/** The page for an unknown address, when signed in. */
export function notFoundPage({
  portalUsers,
  removalRuns,
}: {
  readonly portalUsers: PortalUsers;
  readonly removalRuns: RemovalRuns;
}): Handler<SignedInRequest> {
  return signedInPage({
    portalUsers,
    removalRuns,
    status: 404,
    title: 'Page not found',
    subtitle: 'There is nothing at this address',
    shape: 'list',
    load: async () => undefined,
    show: async (_request, _data, layout) => ({ element: createElement(NotFoundPage, { layout }) }),
  });
}
