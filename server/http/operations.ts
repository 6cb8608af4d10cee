import { type RequestHandler, Router } from 'express';
import { paths } from '../../shared/paths';

/** Whether the process takes traffic; it stops doing so when it is told to end. */
export interface Lifecycle {
  draining: boolean;
}

/** Middleware that lets go of clients while the process ends: their next request finds another one. */
export function endConnections(lifecycle: Readonly<Lifecycle>): RequestHandler {
  return (_request, response, next) => {
    if (lifecycle.draining) response.set('Connection', 'close');
    next();
  };
}

/** Health checks for the platform. They need neither a session nor a backend. */
export function operations(lifecycle: Readonly<Lifecycle>): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const report =
    (healthy: () => boolean): RequestHandler =>
    (_request, response) => {
      response
        .set('Cache-Control', 'no-store')
        .status(healthy() ? 200 : 503)
        .type('text')
        .send(healthy() ? 'ok' : 'draining');
    };
  router.get(
    paths.healthz,
    report(() => true),
  );
  router.get(
    paths.readyz,
    report(() => !lifecycle.draining),
  );
  return router;
}
