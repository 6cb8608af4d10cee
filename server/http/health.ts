import { Router } from 'express';
import { paths } from '../../shared/paths';

/** The health checks for the platform. They use neither sessions nor backends. */
export function healthChecks(lifecycle: { readonly draining: boolean }): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use((_request, response, next) => {
    // The next request of the connection reaches another replica.
    if (lifecycle.draining) response.set('Connection', 'close');
    next();
  });
  router.get(paths.healthz, (_request, response) => void response.type('text').send('ok'));
  router.get(paths.readyz, (_request, response) => {
    if (lifecycle.draining) response.status(503);
    response.type('text').send(lifecycle.draining ? 'draining' : 'ok');
  });
  return router;
}
