import type { RequestListener } from 'node:http';
import express, { type Express, type Request } from 'express';
import { type BackendOptions, createBackends, refuse, reportError, tokenOwner } from './backends';
import { createFaultInjector, type FaultInjector } from './fault-injector';
import { createPages } from './pages';

export interface SandboxOptions extends BackendOptions {
  /** Makes calls fail; by default, no fault is active. */
  faults?: FaultInjector;
}

/** The stand-ins for the backends at /api and /ecard-api, and the pages at /sandbox. */
export function createSandbox({ faults = createFaultInjector(), ...options }: SandboxOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(['/api', '/ecard-api'], express.json(), (request, response, next) => {
    faults.receive(
      request,
      response,
      () => next(),
      () => emailOf(request, options),
    );
  });
  app.use(createBackends(options));
  app.use('/sandbox', createPages({ ...options, faults }));
  app.use((_request, response) => refuse(response, 404, 'not found'));
  app.use(reportError);
  return app;
}

/** The account of a call: the owner of its token, or the recipient of the sign-in link. */
async function emailOf(request: Request, { store, verifyToken }: SandboxOptions) {
  const email = (await tokenOwner(request, verifyToken)) ?? request.body?.Email;
  return store.findAccount(String(email))?.email;
}

/**
 * Serves both on one origin: the sandbox at /api, /ecard-api and /sandbox, the portal everywhere else. Other machines have
 * another name for it than `publicUrl`, from which the portal accepts forms.
 */
export const createHost =
  (sandbox: RequestListener, portal: RequestListener, publicUrl: string): RequestListener =>
  (request, response) => {
    const { headers } = request;
    if (headers.origin === `http://${headers.host}`) headers.origin = publicUrl;
    const isForSandbox = /^\/(api|ecard-api|sandbox)([/?]|$)/.test(request.url ?? '');
    (isForSandbox ? sandbox : portal)(request, response);
  };
