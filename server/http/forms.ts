import { type Request, type RequestHandler, urlencoded } from 'express';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { PageError } from '../errors';
import type { Reply } from './reply';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Middleware that reads posted forms: at most 16 KB and 100 fields. */
export function readForms(): RequestHandler {
  return urlencoded({ extended: false, limit: '16kb', parameterLimit: 100 });
}

/**
 * Middleware that refuses forms sent from other sites (ASVS 5.0, 3.5.1). Browsers say where a request comes
 * from in Sec-Fetch-Site, older ones in Origin; a client that sends neither is no browser that could be misled.
 */
export function sameOriginForms({ publicUrl }: Pick<Config, 'publicUrl'>): RequestHandler {
  return (request, _response, next) => {
    const site = request.headers['sec-fetch-site'];
    const origin = request.headers.origin;
    const own =
      site === undefined
        ? origin === undefined || origin === publicUrl
        : site === 'same-origin' || site === 'none';
    if (SAFE_METHODS.has(request.method) || (own && !isSentAhead(request))) next();
    else next(new PageError('A form was posted from another site', { status: 403 }));
  };
}

/** Whether a browser sends this before anybody has asked for it. Nothing may come of that, whatever page it is from. */
function isSentAhead({ headers }: Request): boolean {
  return String(headers['sec-purpose'] ?? '').startsWith('prefetch');
}

/** Does the work of one form once, however often the form arrives (P145). */
export interface Once {
  /** The outcome of the work, shared by all who come with the same key. Work that throws may be done again. */
  readonly run: (key: string, work: () => Promise<Reply>) => Promise<Reply>;
}

/** How long a form that was sent is remembered, in milliseconds, and how many of them. */
export const REMEMBERED_FOR = 10 * 60 * 1000;
const REMEMBERED = 10_000;

/** Remembers outcomes in this process; what is new here is left to `everywhere`, if there are other processes. */
export function createOnce(everywhere?: Once): Once {
  const outcomes = new LRUCache<string, { promise: Promise<Reply> }>({
    max: REMEMBERED,
    ttl: REMEMBERED_FOR,
  });
  return {
    run(key, work) {
      const known = outcomes.get(key);
      if (known) return known.promise;
      const promise = everywhere ? everywhere.run(key, work) : work();
      outcomes.set(key, { promise });
      promise.catch(() => outcomes.delete(key));
      return promise;
    },
  };
}
