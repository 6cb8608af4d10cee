import type { IncomingMessage } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler, type Response, type Router } from 'express';
import { escapeFormulas } from '../../server/lists/exports';
import { type ProductKey, productTerms } from '../../shared/products';
import type { Account, Card, NewEmail, Store } from './store';

/** The owner of a bearer token. Rejects if the token is not valid. */
export type VerifyToken = (token: string) => Promise<{ email: string }>;

export interface BackendOptions {
  store: Store;
  verifyToken: VerifyToken;
  createMagicLink: (email: string) => Promise<string>;
  /** The delay of requests for more licenses, in milliseconds (1500). */
  topUpDelay?: number;
}

/** Responds with `{"error": …}`. */
export function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

/** The email of the owner of a call's bearer token; undefined without a valid one. */
export async function tokenOwner({ headers }: IncomingMessage, verifyToken: VerifyToken) {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const owner = token === undefined ? undefined : await verifyToken(token).catch(() => undefined);
  return owner?.email;
}

/** The account of a call that has passed `asCaller`. */
const callerOf = (response: Response): Account => response.locals.caller;

/** Whether the caller has a role for this product and entity. */
const hasRole = (response: Response, product: ProductKey, entityId: unknown): boolean =>
  callerOf(response).roles.some(
    role => Number(role.product) === productTerms[product].number && role.entityId === entityId,
  );

const productPaths = [
  ['license', '/api/portal/scanneraccount/:entityId'],
  ['card', '/ecard-api/portal/companies/:entityId'],
] as const;

/**
 * The stand-ins for the backends: of portal users and the scanner below /api, of cards below /ecard-api. Sign-in links and
 * exports go to the sandbox's inbox. Licenses and cards that were requested are added, not activated, after `topUpDelay`.
 */
export function createBackends({
  store,
  verifyToken,
  createMagicLink,
  topUpDelay = 1500,
}: BackendOptions): Router {
  const router = express.Router();

  const asCaller: RequestHandler = async (request, response, next) => {
    const email = await tokenOwner(request, verifyToken);
    if (email === undefined) return refuse(response, 401, 'invalid token');
    response.locals.caller = store.findAccount(email);
    if (!response.locals.caller) return refuse(response, 403, 'no portal user');
    next();
  };

  /** For paths with an :entityId. */
  const asAdminOf =
    (product: ProductKey): RequestHandler =>
    (request, response, next) =>
      asCaller(request, response, () =>
        hasRole(response, product, request.params.entityId)
          ? next()
          : refuse(response, 403, 'no role for this'),
      );

  router.post('/api/portalusers/magiclink', express.json(), async (request, response) => {
    const email: unknown = request.body?.Email;
    if (typeof email !== 'string' || email.trim() === '') return refuse(response, 400, 'Email is missing');
    const account = store.findAccount(email);
    if (!account) return refuse(response, 404, `unknown user ${email}`);
    store.addEmail(signInEmail(account, await createMagicLink(account.email)));
    response.json({});
  });

  router.get('/api/portalusers', asCaller, (_request, response) => {
    const { name, company, roles } = callerOf(response);
    response.json({ name, company, roles });
  });

  for (const [product, path] of productPaths) {
    router.get(`${path}/stats`, asAdminOf(product), ({ params }, response) => {
      const stats = store.stats(product, String(params.entityId));
      if (!stats) return refuse(response, 404, 'unknown entity');
      // `send` would hash the megabytes of a large company for an unused ETag.
      response.type('json').end(stats);
    });

    router.post(`${path}/topup`, asAdminOf(product), ({ params }, response) => {
      if (!store.requestTopUp(product, String(params.entityId), topUpDelay))
        return refuse(response, 404, 'unknown entity');
      response.status(202).json({});
    });
  }

  router.delete(
    '/api/licencing/portal/scanneraccount/:entityId/licences/:licenseId',
    asAdminOf('license'),
    ({ params }, response) => {
      const { entityId, licenseId } = params;
      if (!store.remove('license', String(entityId), String(licenseId)))
        return refuse(response, 404, 'unknown license');
      response.status(204).end();
    },
  );

  router.post(`${productPaths[1][1]}/export`, asAdminOf('card'), ({ params }, response) => {
    const cards = store.cards(String(params.entityId));
    if (!cards) return refuse(response, 404, 'unknown company');
    store.addEmail(exportEmail(callerOf(response), cards));
    response.status(202).json({});
  });

  router.delete('/ecard-api/portal/nfcprofiles/:cardId/clear', asCaller, ({ params }, response) => {
    const cardId = String(params.cardId);
    const entityId = store.companyOfCard(cardId);
    if (entityId === undefined) return refuse(response, 404, 'unknown card');
    if (!hasRole(response, 'card', entityId))
      return refuse(response, 403, 'no role for the company of this card');
    store.remove('card', entityId, cardId);
    response.status(204).end();
  });

  return router;
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

/** Responds with an error in JSON: client errors with their status, others with 500. */
export const reportError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  refuse(response, status >= 400 && status < 500 ? status : 500, String(error));
};
