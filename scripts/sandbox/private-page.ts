import type { RequestHandler } from 'express';

/** What the sandbox's pages need and nothing else: no script, no picture, no foreign origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Keeps a page of the sandbox in this browser's window, and out of its cache. */
export const privatePage: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    // The addresses of mails and their links are nobody else's business.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  next();
};
