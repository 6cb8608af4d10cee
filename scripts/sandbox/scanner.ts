import express, { type Router } from 'express';
import { SCANNER } from '../../shared/admin';
import { asAdminOf, type BackendOptions, refuse, TOP_UP_DELAY_MS } from './backend';

export interface ScannerOptions extends BackendOptions {
  topUpDelay?: number;
}

/**
 * Returns the stand-in for the scanner backend, to be mounted at /api. Requested licenses are added, not activated, after
 * `topUpDelay` milliseconds (1500).
 */
export function createScanner(options: ScannerOptions): Router {
  const { store, topUpDelay = TOP_UP_DELAY_MS } = options;
  const router = express.Router();

  router.get(
    '/portal/scanneraccount/:entityId/stats',
    asAdminOf(SCANNER, options, (_caller, request, response) => {
      const { entityId } = request.params;
      const stats = store.scannerStats(entityId);
      if (!stats) return refuse(response, 404, 'unknown scanner account');
      // `send` would hash the megabytes of a large company for an unused ETag.
      response.type('json').end(stats);
    }),
  );

  router.post(
    '/portal/scanneraccount/:entityId/topup',
    asAdminOf(SCANNER, options, (_caller, request, response) => {
      const { entityId } = request.params;
      if (!store.requestTopUp(SCANNER, entityId, topUpDelay)) {
        return refuse(response, 404, 'unknown scanner account');
      }
      response.status(202).json({});
    }),
  );

  router.delete(
    '/licencing/portal/scanneraccount/:entityId/licences/:licenseId',
    asAdminOf<{ entityId: string; licenseId: string }>(SCANNER, options, (_caller, request, response) => {
      const { entityId, licenseId } = request.params;
      if (!store.removeLicense(entityId, licenseId)) return refuse(response, 404, 'unknown license');
      response.status(204).end();
    }),
  );

  return router;
}
