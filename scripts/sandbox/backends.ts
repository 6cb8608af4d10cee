import type { IncomingMessage } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { escapeFormulas } from '../../server/lists/exports';
import { CARDS, type ProductNumber, SCANNER } from '../../server/roles';
import type { Account, Card, NewEmail, Store } from './store';

/** The owner of a bearer token. Rejects if the token is not valid. */
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
const hasRole = (account: Account, product: ProductNumber, entityId: string): boolean =>
  account.roles.some(role => Number(role.product) === product && role.entityId === entityId);

/** The email of the owner of a call's bearer token; undefined without a valid one. */
export async function tokenOwner({ headers }: IncomingMessage, verifyToken: VerifyToken) {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const owner = token === undefined ? undefined : await verifyToken(token).catch(() => undefined);
  return owner?.email;
}

/** A handler for callers with a valid token and an account; others get 401 or 403. */
const asCaller =
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
const asAdminOf = <Params extends { entityId: string } = { entityId: string }>(
  product: ProductNumber,
  options: BackendOptions,
  handle: (caller: Account, request: Request<Params>, response: Response) => void,
): RequestHandler<Params> =>
  asCaller<Params>(options, (caller, request, response) => {
    if (!hasRole(caller, product, request.params.entityId)) return refuse(response, 403, 'no role for this');
    handle(caller, request, response);
  });

/**
 * The calls that both products have, below a path with :entityId: the stats, and the request for more licenses or
 * cards, which are added after `topUpDelay` milliseconds, not activated.
 */
function createProductRouter(product: ProductNumber, path: string, options: BackendOptions): Router {
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

const csvLine = (fields: string[]): string =>
  fields.map(field => `"${String(escapeFormulas(field)).replaceAll('"', '""')}"`).join(',');

function exportEmail(account: Account, cards: readonly Card[]): NewEmail {
  const headings = ['CardID', 'Name', 'Email', 'Job title', 'Visits (30 days)', 'Visits (total)'];
  const rows = cards.map(card => [
    card.code,
    card.name ?? '',
    card.email ?? '',
    card.title ?? '',
    String(card.activitiesLast30Days),
    String(card.activitiesTotal),
  ]);
  return {
    to: account.email,
    subject: 'Your profile data export',
    text: [
      account.name === '' ? 'Hello,' : `Hello ${account.name},`,
      `The profile data of all ${cards.length} digital business cards of ${account.company} is attached.`,
    ].join('\n\n'),
    attachment: {
      fileName: 'profile-data.csv',
      content: [headings, ...rows].map(row => `${csvLine(row)}\r\n`).join(''),
    },
  };
}

/** The stand-in for the ecard backend, to be mounted at /ecard-api. Exports go to the sandbox's inbox. */
export function createEcard(options: BackendOptions): Router {
  const { store } = options;
  const router = createProductRouter(CARDS, '/portal/companies/:entityId', options);

  router.post(
    '/portal/companies/:entityId/export',
    asAdminOf(CARDS, options, (caller, request, response) => {
      const cards = store.cards(request.params.entityId);
      if (!cards) return refuse(response, 404, 'unknown company');
      store.addEmail(exportEmail(caller, cards));
      response.status(202).json({});
    }),
  );

  router.delete(
    '/portal/nfcprofiles/:cardId/clear',
    asCaller<{ cardId: string }>(options, (caller, request, response) => {
      const { cardId } = request.params;
      const entityId = store.companyOfCard(cardId);
      if (entityId === undefined) return refuse(response, 404, 'unknown card');
      if (!hasRole(caller, CARDS, entityId))
        return refuse(response, 403, 'no role for the company of this card');
      store.clearCard(cardId);
      response.status(204).end();
    }),
  );

  return router;
}

export interface PortalUsersOptions extends BackendOptions {
  createMagicLink: (email: string) => Promise<string>;
}

const signInEmail = (account: Account, link: string): NewEmail => ({
  to: account.email,
  subject: 'Your sign-in link',
  text: [
    account.name === '' ? 'Hello,' : `Hello ${account.name},`,
    'Use this link to sign in to the license portal. It works once.',
    'If you did not ask for it, you can ignore this email.',
  ].join('\n\n'),
  link,
});

/** The stand-in for the portal users backend, to be mounted at /api. Magic links go to the sandbox's inbox. */
export function createPortalUsers(options: PortalUsersOptions): Router {
  const { store, createMagicLink } = options;
  const router = express.Router();

  router.post('/portalusers/magiclink', express.json(), async (request, response) => {
    const email: unknown = request.body?.Email;
    if (typeof email !== 'string' || email.trim() === '') return refuse(response, 400, 'Email is missing');
    const account = store.findAccount(email);
    if (!account) return refuse(response, 404, `unknown user ${email}`);
    store.addEmail(signInEmail(account, await createMagicLink(account.email)));
    response.json({});
  });

  router.get(
    '/portalusers',
    asCaller(options, ({ name, company, roles }, _request, response) => {
      response.json({ name, company, roles });
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
