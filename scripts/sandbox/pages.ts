import { readFileSync } from 'node:fs';
import express, { type Request, type Response, type Router } from 'express';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { callNames, portalCalls } from './backend-calls';
import { FaultsPage } from './FaultsPage';
import type { FaultInjector } from './fault-injector';
import { everyOfferedFault } from './faults';
import { InboxPage } from './InboxPage';
import type { Email, Store } from './store';

const CALLS_SHOWN_LIMIT = 20;

const stylesheets = [
  'sandbox.css',
  ...[
    'styles/tokens',
    'styles/base',
    'styles/controls',
    'components/Alert',
    'components/Panel',
    'components/Notice',
  ].map(name => `../../views/${name}.css`),
];

/** The email with its link on the host that the browser has asked. */
function onHost(email: Email, { headers: { host = '' } }: Request): Email {
  if (email.link === undefined) return email;
  const { pathname, search } = new URL(email.link);
  return { ...email, link: `http://${host}${pathname}${search}` };
}

/**
 * The sandbox's pages, to be mounted at /sandbox. `GET /inbox` shows the emails (`?to=` for one recipient);
 * `GET /inbox/latest.json` has `{ link, subject }` of the newest one. `POST /faults` with `call`, `fault` and optionally
 * `times` and `email` turns a fault on, `POST /faults/off` turns all faults off.
 */
export function createPages({ store, faults }: { store: Store; faults: FaultInjector }): Router {
  const router = express.Router();

  router.use((_request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      // The URLs contain email addresses and sign-in links.
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });

  router.get('/', (_request, response) => response.redirect('/sandbox/inbox'));

  router.get('/sandbox.css', (_request, response) => {
    const sheets = stylesheets.map(name => readFileSync(new URL(name, import.meta.url)));
    response.type('css').send(sheets.join('\n'));
  });

  router.get('/inbox', (request, response) => {
    const to = addressIn(request.query.to);
    const accounts = store.accounts();
    // The portal may have another name here than in the links.
    const emails = store.emails(to).map(email => onHost(email, request));
    send(response, createElement(InboxPage, { to, emails, accounts, faults: describeFaults(faults) }));
  });

  router.get('/inbox/latest.json', (request, response) => {
    const [latest] = store.emails(addressIn(request.query.to));
    if (!latest) return response.status(404).json({ error: 'no mail' });
    response.json({ link: latest.link ?? null, subject: latest.subject });
  });

  router.get('/inbox/:id/attachment', (request, response, next) => {
    const attachment = store.emails().find(({ id }) => String(id) === request.params.id)?.attachment;
    if (!attachment) return next();
    response.attachment(attachment.fileName).send(attachment.content);
  });

  router.get('/faults', (_request, response) => {
    const calls = faults.calls.slice(-CALLS_SHOWN_LIMIT).reverse();
    const emails = store.accounts().map(({ email }) => email);
    send(response, createElement(FaultsPage, { faults: describeFaults(faults), calls, emails }));
  });

  router.post('/faults', express.urlencoded({ extended: false }), ({ body }, response) => {
    const call = callNames.find(name => name === body?.call);
    const fault = everyOfferedFault.find(({ name }) => name === body?.fault)?.fault;
    const times = Number.parseInt(String(body?.times), 10);
    const email = store.findAccount(String(body?.email ?? ''))?.email;
    if (call && fault) faults.on(call, fault, { times: times > 0 ? times : undefined, email });
    response.redirect(303, '/sandbox/faults');
  });

  router.post('/faults/off', (_request, response) => {
    faults.off();
    response.redirect(303, '/sandbox/faults');
  });

  return router;
}

function send(response: Response, page: ReactNode): void {
  response.type('html').send(`<!doctype html>${renderToStaticMarkup(page)}`);
}

const addressIn = (parameter: unknown): string | undefined =>
  typeof parameter === 'string' && parameter.trim() !== '' ? parameter.trim() : undefined;

function describeFaults(faults: FaultInjector): string[] {
  return faults.active().map(({ call, fault, email }) => {
    const title = everyOfferedFault.find(known => known.fault === fault)?.title ?? 'fails';
    return `${portalCalls[call][0]}: ${title}${email === undefined ? '' : ` (${email})`}`;
  });
}
