import { NotFoundPage } from '../../views/pages/NotFoundPage';
import { signedInPage } from './signed-in-page';

/** GET any unknown path, with a session. */
export const notFoundPage = signedInPage({
  requires: 'session',
  status: 404,
  title: 'Page not found',
  subtitle: 'There is nothing at this address',
  shape: 'list',
  load: async () => ({}),
  show: async (_request, _data, layout) => ({ element: <NotFoundPage layout={layout} /> }),
});
