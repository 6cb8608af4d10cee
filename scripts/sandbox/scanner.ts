import type { Router } from 'express';
import { SCANNER } from '../../server/roles';
import { asAdminOf, type BackendOptions, createProductRouter, refuse } from './backend';

/** The stand-in for the scanner backend, to be mounted at /api. */
export function createScanner(options: BackendOptions): Router {
  const router = createProductRouter(SCANNER, '/portal/scanneraccount/:entityId', options);

  router.delete(
    '/licencing/portal/scanneraccount/:entityId/licences/:licenseId',
    asAdminOf<{ entityId: string; licenseId: string }>(SCANNER, options, (_caller, request, response) => {
      const { entityId, licenseId } = request.params;
      if (!options.store.removeLicense(entityId, licenseId)) return refuse(response, 404, 'unknown license');
      response.status(204).end();
    }),
  );

  return router;
}
