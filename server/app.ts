import type { RequestListener } from 'node:http';
import express from 'express';
import { paths } from '../shared/paths';
import type { Dependencies } from './dependencies';
import { serveAssets } from './http/assets';
import { errorHandler, methodsOf, notFound } from './http/error-handler';
import { sameOriginForms } from './http/forms';
import { healthChecks } from './http/health';
import { linkPreviews } from './http/link-previews';
import { shedLoad } from './http/load-shedding';
import { rejectMalformedRequests } from './http/malformed-requests';
import { joinPieces } from './http/read-form';
import { withoutOrigins } from './http/request-target';
import { securityHeaders } from './http/security';
import { securityTxt } from './http/security-txt';
import { routes } from './routes';
import { sealedCookies } from './session/sealed-cookies';
import { session } from './session/session-cookie';
import { requestLog } from './telemetry/request-log';

export function createApp(dependencies: Dependencies): RequestListener {
  const { config, now, endedSessions, assets, publicFolder, lifecycle, eventLoop, tracing } = dependencies;
  const app = express();
  app.set('trust proxy', config.trustProxy);
  app.set('strict routing', true);
  app.set('case sensitive routing', true);
  app.disable('x-powered-by');
  app.disable('etag');

  const router = routes(dependencies);
  const checks = healthChecks(lifecycle);
  const contact = securityTxt(config, now);
  const methods = methodsOf(checks, contact, router);
  const knownPaths = new Set([...Object.values(paths), ...methods.keys()]);
  app.use(joinPieces());
  app.use(requestLog({ ...dependencies, knownPaths }));
  if (tracing) app.use(tracing.requests(config));
  app.use(securityHeaders(config));
  app.use(checks);
  app.use(rejectMalformedRequests());
  app.use(contact);
  // Before load shedding: the pages of rejected and of accepted requests need the stylesheet.
  app.use(paths.assets, serveAssets(publicFolder));
  app.use(shedLoad(eventLoop));
  app.use(linkPreviews(assets));
  app.use(sameOriginForms(config));
  app.use(session(config, { now, endedSessions }));
  app.use(sealedCookies(config));
  app.use(router);
  app.use(notFound(methods));
  app.use(errorHandler(dependencies));
  // Outermost: Express parses the target of a request before any middleware runs.
  return withoutOrigins(app);
}
