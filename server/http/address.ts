import type { Request, RequestHandler } from 'express';
import { PageError } from '../errors';

/** Middleware that refuses what names no host, or more than one, and addresses whose percent-encoding is broken. */
export function readableAddress(): RequestHandler {
  return (request, response, next) => {
    if (!isHostKnown(request)) {
      // Whoever wrote this and whoever passed it on may not agree on where the next request begins.
      response.set('Connection', 'close');
      next(new PageError('No host', { status: 400 }));
      return;
    }
    next(isDecodable(request.path) ? undefined : new PageError('A damaged address', { status: 400 }));
  };
}

/** Who speaks HTTP/1.1 must name one host (RFC 9112, section 3.2). */
function isHostKnown({ httpVersion, headersDistinct }: Request): boolean {
  return httpVersion === '1.0' || headersDistinct.host?.length === 1;
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
