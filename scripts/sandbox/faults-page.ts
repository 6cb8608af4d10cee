import express, { type Router } from 'express';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Call, callTitles } from './backend-calls';
import { FaultsPage } from './FaultsPage';
import type { FaultInjector } from './fault-injector';
import { everyOfferedFault } from './faults';
import type { Store } from './store';

const CALLS_SHOWN_LIMIT = 20;

/**
 * Returns the page to be mounted at /sandbox/faults. `POST /` with `call`, `fault` and optionally `times` and `email`
 * turns a fault on, `POST /off` turns all faults off.
 */
export function createFaultsPage({ store, faults }: { store: Store; faults: FaultInjector }): Router {
  const router = express.Router();

  router.get('/', (_request, response) => {
    const page = createElement(FaultsPage, {
      faults: describeFaults(faults),
      calls: faults.calls.slice(-CALLS_SHOWN_LIMIT).reverse(),
      emails: store.accounts().map(({ email }) => email),
    });
    response.type('html').send(`<!doctype html>${renderToStaticMarkup(page)}`);
  });

  router.post('/', express.urlencoded({ extended: false }), ({ body }, response) => {
    const call = Object.keys(callTitles).find(name => name === body?.call) as Call | undefined;
    const fault = everyOfferedFault.find(({ name }) => name === body?.fault)?.fault;
    const times = Number.parseInt(String(body?.times), 10);
    const email = store.findAccount(String(body?.email ?? ''))?.email;
    if (call && fault) faults.on(call, fault, { times: times > 0 ? times : undefined, email });
    response.redirect(303, '/sandbox/faults');
  });

  router.post('/off', (_request, response) => {
    faults.off();
    response.redirect(303, '/sandbox/faults');
  });

  return router;
}

export function describeFaults(faults: FaultInjector): string[] {
  return faults.active().map(({ call, fault, email }) => {
    const title = everyOfferedFault.find(known => known.fault === fault)?.title ?? 'fails';
    return `${callTitles[call]}: ${title}${email === undefined ? '' : ` (${email})`}`;
  });
}
