import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config';

const HSTS_MAX_AGE_SECONDS = 63_072_000;

/** Browser features that the pages never use, for documents. The copy buttons need clipboard-write. */
export const PERMISSIONS_POLICY = [
  ...[
    'camera',
    'clipboard-read',
    'display-capture',
    'geolocation',
    'hid',
    'local-fonts',
    'microphone',
    'midi',
    'payment',
    'publickey-credentials-get',
    'serial',
    'usb',
  ].map(feature => `${feature}=()`),
  'clipboard-write=(self)',
].join(', ');

/**
 * The Cache-Control of everything but files with a hash in their name. No proxy may rewrite the addresses in a page: its
 * scripts and forms would no longer work.
 */
export const NOT_CACHED = 'no-store, no-transform';

/** The name of the endpoint for reports of policy violations. */
const REPORT_ENDPOINT = 'csp';

/**
 * Middleware that sets the headers of every response, including errors, redirects and assets. Policies that it does not name
 * are the defaults of helmet.
 */
export function securityHeaders({
  secure,
  cspReportUrl,
}: Pick<Config, 'secure' | 'cspReportUrl'>): RequestHandler {
  const setCommonHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
        ...(cspReportUrl !== undefined && { reportTo: [REPORT_ENDPOINT] }),
      },
    },
    crossOriginEmbedderPolicy: true,
    strictTransportSecurity: secure && { maxAge: HSTS_MAX_AGE_SECONDS },
    xFrameOptions: { action: 'deny' },
    // Only obsolete browsers and plugins read these headers.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (request, response, next) => {
    if (cspReportUrl !== undefined) {
      response.setHeader('Reporting-Endpoints', `${REPORT_ENDPOINT}="${new URL(cspReportUrl).href}"`);
    }
    response.setHeader('Cache-Control', NOT_CACHED);
    setCommonHeaders(request, response, next);
  };
}
