import express, { type Router } from 'express';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FaultsPage } from './FaultsPage';
import { faultsInWords, offeredCalls, offeredFaults } from './fault-catalogue';
import type { FaultSwitch } from './fault-switch';
import { privatePage } from './private-page';

const ARRIVALS_SHOWN = 20;

/**
 * The page to be mounted at /sandbox/faults, where a person switches faults of the backends on (`POST /` with
 * `call`, `fault` and perhaps `times`) and off (`POST /off`).
 */
export function createFaultsPage(network: FaultSwitch): Router {
  const router = express.Router();
  router.use(privatePage);

  router.get('/', (_request, response) => {
    const page = createElement(FaultsPage, {
      faults: faultsInWords(network),
      arrivals: network.arrivals.slice(-ARRIVALS_SHOWN).reverse(),
    });
    response.type('html').send(`<!doctype html>${renderToStaticMarkup(page)}`);
  });

  router.post('/', express.urlencoded({ extended: false }), ({ body }, response) => {
    const call = offeredCalls.find(([name]) => name === body?.call)?.[0];
    const fault = offeredFaults.flatMap(([, group]) => group).find(({ name }) => name === body?.fault)?.fault;
    const times = Number.parseInt(String(body?.times), 10);
    if (call === undefined || fault === undefined) return response.redirect(303, '/sandbox/faults');
    network.on(call, fault, times > 0 ? times : undefined);
    response.redirect(303, '/sandbox/faults');
  });

  router.post('/off', (_request, response) => {
    network.allOff();
    response.redirect(303, '/sandbox/faults');
  });

  return router;
}
