import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../config';

const TWO_YEARS = 63_072_000;

/** Middleware that uses nothing of Express. */
type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** What the portal's pages never use; the copy buttons write to the clipboard. */
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

/** The name of the endpoint to which browsers report violations of the policy. */
const REPORT_ENDPOINT = 'csp';

/** Returns middleware for the headers of every response, errors, redirects and assets included. */
export function securityHeaders({
  secure,
  cspReportUrl,
}: Pick<Config, 'secure' | 'cspReportUrl'>): Middleware {
  const setCommonHeaders = commonHeaders(secure, cspReportUrl);
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    if (cspReportUrl !== undefined) {
      response.setHeader('Reporting-Endpoints', `${REPORT_ENDPOINT}="${new URL(cspReportUrl).href}"`);
    }
    setCommonHeaders(request, response, next);
  };
}

function commonHeaders(secure: boolean, cspReportUrl: string | undefined): Middleware {
  return helmet({
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
    strictTransportSecurity: secure && { maxAge: TWO_YEARS, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  });
}
