import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../config';

const HSTS_MAX_AGE_SECONDS = 63_072_000;

/** Middleware without Express, for responses that the HTTP server sends itself. */
type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Browser features that the pages never use. The copy buttons need clipboard-write. */
const PERMISSIONS_POLICY = [
  ...[
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map(feature => `${feature}=()`),
  'clipboard-write=(self)',
].join(', ');

/** The name of the endpoint for reports of policy violations. */
const REPORT_ENDPOINT = 'csp';

/** Middleware that sets the security headers of every response, including errors, redirects and assets. */
export function securityHeaders({
  secure,
  cspReportUrl,
}: Pick<Config, 'secure' | 'cspReportUrl'>): Middleware {
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
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure && { maxAge: HSTS_MAX_AGE_SECONDS, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    if (cspReportUrl !== undefined) {
      response.setHeader('Reporting-Endpoints', `${REPORT_ENDPOINT}="${new URL(cspReportUrl).href}"`);
    }
    setCommonHeaders(request, response, next);
  };
}
