import type { RequestHandler } from 'express';
import { PageError } from '../errors';

/** Middleware that refuses addresses whose percent-encoding is broken. */
export function readableAddress(): RequestHandler {
  return (request, _response, next) =>
    next(isDecodable(request.path) ? undefined : new PageError('A damaged address', { status: 400 }));
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
