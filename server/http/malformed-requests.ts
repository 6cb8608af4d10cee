import type { Request, RequestHandler } from 'express';
import { PageError } from '../errors';

/** Middleware that rejects requests without exactly one Host header, and paths with broken percent-encoding. */
export function rejectMalformedRequests(): RequestHandler {
  return (request, response, next) => {
    if (!hasOneHost(request)) {
      // The client and a proxy may disagree on where the next request begins (request smuggling).
      response.set('Connection', 'close');
      throw new PageError('Missing or repeated Host header', { status: 400 });
    }
    if (!isDecodable(request.path)) {
      throw new PageError('Malformed percent-encoding in the path', { status: 400 });
    }
    next();
  };
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, section 3.2). */
function hasOneHost({ httpVersion, headersDistinct }: Request): boolean {
  return httpVersion === '1.0' || headersDistinct.host?.length === 1;
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
