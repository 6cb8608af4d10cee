import { hash } from 'node:crypto';
import { type Request, type RequestHandler, urlencoded } from 'express';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { PageError } from '../errors';
import type { Reply } from './reply';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Middleware that reads posted forms: at most 16 KB and 100 fields. Forms of `largeForms` are left to their routes. */
export function readForms({ largeForms }: { readonly largeForms: readonly string[] }): RequestHandler {
  const read = urlencoded({ extended: false, limit: '16kb', parameterLimit: 100 });
  return (request, response, next) => {
    if (largeForms.includes(request.path)) next();
    else read(request, response, next);
  };
}

/** Middleware that reads forms of many rows, for administrators only: at most 1 MB and 20,000 fields. */
export function readLargeForms(): RequestHandler {
  return urlencoded({ extended: false, limit: '1mb', parameterLimit: 20_000 });
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

/** Whether a browser sends this ahead of a click. It must have no effect, whichever page it is from. */
function isSentAhead({ headers }: Request): boolean {
  return String(headers['sec-purpose'] ?? '').startsWith('prefetch');
}

/**
 * Middleware for downloads: a page of another site that leads to one gets the list's page instead, so that it can
 * neither start downloads nor leave their messages behind (T47).
 */
export function ownDownloads(page: string): RequestHandler {
  return ({ headers }, response, next) => {
    const site = headers['sec-fetch-site'];
    if (site !== 'cross-site' && site !== 'same-site') next();
    else response.set('Cache-Control', 'no-store').redirect(302, page);
  };
}

/** Deduplicates forms by key (P145). */
export interface Once {
  /** Returns the outcome of the work, shared by all requests with the same key. Work that throws may be done again. */
  readonly run: (key: string, work: () => Promise<Reply>) => Promise<Reply>;
}

/** Whether this is a one-time key as the portal's own forms carry it: a random UUID. */
export function isFormKey(key: string | undefined): key is string {
  return key !== undefined && /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(key);
}

/** Returns a short key for a form of any size. */
export function digestOf(form: unknown): string {
  return hash('sha256', JSON.stringify(form), 'base64url');
}

/** How long the outcome of a form is kept, in milliseconds. */
export const FORM_OUTCOME_TTL_MS = 10 * 60 * 1000;

/** Memory for outcomes, in bytes. */
const FORM_CACHE_BYTES = 8 * 1024 * 1024;

/** What an entry takes beside its reply, in bytes: the key, the promise and the cache's own fields. */
const ENTRY_BYTES = 1024;

interface Outcome {
  readonly promise: Promise<Reply>;
  readonly size: number;
}

/** Returns a deduplicator of this process. A key that is new here is passed to `everywhere`, where replicas share one. */
export function createOnce(everywhere?: Once): Once {
  const outcomes = new LRUCache<string, Outcome>({
    maxSize: FORM_CACHE_BYTES,
    sizeCalculation: ({ size }) => size,
    ttl: FORM_OUTCOME_TTL_MS,
  });
  return {
    run(key, work) {
      const known = outcomes.get(key);
      if (known) return known.promise;
      const promise = everywhere ? everywhere.run(key, work) : work();
      outcomes.set(key, { promise, size: ENTRY_BYTES });
      promise.then(
        reply => outcomes.set(key, { promise, size: ENTRY_BYTES + sizeOf(reply) }),
        () => outcomes.delete(key),
      );
      return promise;
    },
  };
}

/** Actions reply with redirects, which are small; their locations repeat the query. */
function sizeOf(reply: Reply): number {
  return reply.kind === 'redirect' ? 2 * JSON.stringify(reply).length : 0;
}
