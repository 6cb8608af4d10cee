import type { RequestHandler } from 'express';
import { PageError } from '../errors';

/** Middleware that rejects requests without exactly one Host header, and paths with broken percent-encoding. */
export function rejectMalformedRequests(): RequestHandler {
  return (request, response, next) => {
    const { httpVersion, headersDistinct, path } = request;
    // HTTP/1.1 requires exactly one (RFC 9112, section 3.2).
    if (httpVersion !== '1.0' && headersDistinct.host?.length !== 1) {
      // The client and a proxy may disagree on where the next request begins (request smuggling).
      response.set('Connection', 'close');
      throw new PageError('Missing or repeated Host header', { status: 400 });
    }
    try {
      decodeURIComponent(path);
    } catch (cause) {
      throw new PageError('Malformed percent-encoding in the path', { status: 400, cause });
    }
    next();
  };
}
