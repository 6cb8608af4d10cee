import type { IncomingMessage } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { type ProductNumber, SCANNER } from '../../server/roles';
import type { Account, Store } from './store';

/** Returns the owner of a bearer token. Rejects if the token is not valid. */
export type VerifyToken = (token: string) => Promise<{ email: string }>;

export interface BackendOptions {
  store: Store;
  verifyToken: VerifyToken;
  /** The delay of requests for more licenses, in milliseconds (1500). */
  topUpDelay?: number;
}

/** Responds with `{"error": …}`. */
export function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

/** Whether the account has a role for this product and entity. */
export const hasRole = (account: Account, product: ProductNumber, entityId: string): boolean =>
  account.roles.some(role => Number(role.product) === product && role.entityId === entityId);

/** Returns the email of the owner of a call's bearer token; undefined without a valid one. */
export async function tokenOwner({ headers }: IncomingMessage, verifyToken: VerifyToken) {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const owner = token === undefined ? undefined : await verifyToken(token).catch(() => undefined);
  return owner?.email;
}

/** Returns a handler for callers with a valid token and an account; others get 401 or 403. */
export const asCaller =
  <Params>(
    { store, verifyToken }: BackendOptions,
    handle: (caller: Account, request: Request<Params>, response: Response) => void,
  ): RequestHandler<Params> =>
  async (request, response) => {
    const email = await tokenOwner(request, verifyToken);
    if (email === undefined) return refuse(response, 401, 'invalid token');
    const caller = store.findAccount(email);
    if (!caller) return refuse(response, 403, 'no portal user');
    handle(caller, request, response);
  };

/** Like `asCaller`, for paths with an :entityId: callers without a role for it get 403. */
export const asAdminOf = <Params extends { entityId: string } = { entityId: string }>(
  product: ProductNumber,
  options: BackendOptions,
  handle: (caller: Account, request: Request<Params>, response: Response) => void,
): RequestHandler<Params> =>
  asCaller<Params>(options, (caller, request, response) => {
    if (!hasRole(caller, product, request.params.entityId)) return refuse(response, 403, 'no role for this');
    handle(caller, request, response);
  });

/**
 * Returns the calls that both products have, below a path with :entityId: the stats, and the request for more licenses or
 * cards, which are added after `topUpDelay` milliseconds, not activated.
 */
export function createProductRouter(product: ProductNumber, path: string, options: BackendOptions): Router {
  const { store, topUpDelay = 1_500 } = options;
  const router = express.Router();

  router.get(
    `${path}/stats`,
    asAdminOf(product, options, (_caller, request, response) => {
      const { entityId } = request.params;
      const stats = product === SCANNER ? store.scannerStats(entityId) : store.companyStats(entityId);
      if (!stats) return refuse(response, 404, 'unknown entity');
      // `send` would hash the megabytes of a large company for an unused ETag.
      response.type('json').end(stats);
    }),
  );

  router.post(
    `${path}/topup`,
    asAdminOf(product, options, (_caller, request, response) => {
      if (!store.requestTopUp(product, request.params.entityId, topUpDelay)) {
        return refuse(response, 404, 'unknown entity');
      }
      response.status(202).json({});
    }),
  );

  return router;
}

/** Responds with an error in JSON: client errors with their status, others with 500. */
export const reportError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  refuse(response, status >= 400 && status < 500 ? status : 500, String(error));
};
