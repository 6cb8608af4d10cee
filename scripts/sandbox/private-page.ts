import type { RequestHandler } from 'express';

/** The CSP of the sandbox's pages: no scripts, no images, no other origins. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sets headers that keep a page of the sandbox out of caches and frames. */
export const privatePage: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    // The URLs contain email addresses and sign-in links.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  next();
};
