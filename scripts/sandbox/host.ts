import type { RequestListener } from 'node:http';
import express, { type Express } from 'express';
import { notFound, reportError } from './backend';
import { createEcard } from './ecard';
import { createFaultSwitch, type FaultSwitch } from './fault-switch';
import { createFaultsPage } from './faults-page';
import { createInbox } from './inbox';
import { createPortalUsers, type PortalUsersOptions } from './portal-users';
import { createScanner } from './scanner';

export interface SandboxOptions extends PortalUsersOptions {
  /** How long a request for more licenses takes, in milliseconds (1500). */
  topUpDelay?: number;
  /** What can go wrong on the way to the backends; nothing until somebody switches it on. */
  network?: FaultSwitch;
}

/** The backends' stand-ins, the inbox and the faults, each under the address where the portal and people expect it. */
export function createSandbox({ network = createFaultSwitch(), ...options }: SandboxOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(['/api', '/ecard-api'], (request, response, next) => {
    network.before(() => next())(request, response);
  });
  app.use('/api', createPortalUsers(options), createScanner(options));
  app.use('/ecard-api', createEcard(options));
  app.use('/sandbox/inbox', createInbox({ ...options, network }));
  app.use('/sandbox/faults', createFaultsPage(network));
  app.get('/sandbox', (_request, response) => response.redirect('/sandbox/inbox'));
  app.use(notFound);
  app.use(reportError);
  return app;
}

/**
 * One origin for both: the sandbox takes /api, /ecard-api and /sandbox, the portal everything else. The portal
 * is handed the very requests that it would get alone.
 */
export const createHost =
  (sandbox: RequestListener, portal: RequestListener): RequestListener =>
  (request, response) => {
    const isForSandbox = /^\/(api|ecard-api|sandbox)([/?]|$)/.test(request.url ?? '');
    (isForSandbox ? sandbox : portal)(request, response);
  };
