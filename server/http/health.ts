import { type RequestHandler, type Response, Router } from 'express';
import { paths } from '../../shared/paths';

/** Whether the process is draining, which starts with SIGTERM, SIGINT or an uncaught error. */
export interface Lifecycle {
  draining: boolean;
}

/** Middleware that closes connections while the process drains, so that the next request reaches another replica. */
export function closeConnections(lifecycle: Readonly<Lifecycle>): RequestHandler {
  return (_request, response, next) => {
    if (lifecycle.draining) response.set('Connection', 'close');
    next();
  };
}

/** The health checks for the platform. They use neither sessions nor backends. */
export function healthChecks(lifecycle: Readonly<Lifecycle>): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const report = (response: Response, isHealthy: boolean): void => {
    response
      .status(isHealthy ? 200 : 503)
      .type('text')
      .send(isHealthy ? 'ok' : 'draining');
  };
  router.get(paths.healthz, (_request, response) => report(response, true));
  router.get(paths.readyz, (_request, response) => report(response, !lifecycle.draining));
  return router;
}
