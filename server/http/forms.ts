import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../shared/units';
import type { Config } from '../config';
import { PageError } from '../errors';
import type { RedirectReply } from './reply';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Middleware that rejects forms posted from other sites (ASVS 5.0, 3.5.1). Browsers send Sec-Fetch-Site, older ones
 * Origin. A client that sends neither is not a browser, so CSRF does not apply to it.
 */
export function sameOriginForms({ publicUrl }: Pick<Config, 'publicUrl'>): RequestHandler {
  return (request, _response, next) => {
    const site = request.headers['sec-fetch-site'];
    const origin = request.headers.origin;
    const own =
      site === undefined
        ? origin === undefined || origin === publicUrl
        : site === 'same-origin' || site === 'none';
    // A prefetch must have no effect, even from our own pages.
    const isPrefetch = String(request.headers['sec-purpose'] ?? '').startsWith('prefetch');
    if (!SAFE_METHODS.has(request.method) && (!own || isPrefetch)) {
      throw new PageError('A form was posted from another site', { status: 403 });
    }
    next();
  };
}

/**
 * Middleware for downloads: redirects requests from other sites to the page that links them, so that other sites can neither
 * start downloads nor cause toasts (T47).
 */
export function sameOriginDownloads(linkedFrom: string): RequestHandler {
  return ({ headers }, response, next) => {
    const site = headers['sec-fetch-site'];
    if (site !== 'cross-site' && site !== 'same-site') next();
    else response.redirect(302, linkedFrom);
  };
}

export interface FormOutcome {
  readonly reply: RedirectReply;
  /** Whether nothing was carried out, so that the same form can be sent again. */
  readonly wasRefused?: boolean | undefined;
}

/** The forms that replicas have received. */
export interface SharedForms {
  /** Remembers a form. Returns whether it is new; true while the store is unavailable. */
  readonly add: (key: string, milliseconds: number) => Promise<boolean>;
  readonly remove: (key: string) => Promise<void>;
}

/** Whether this has the format of the key in the portal's own forms: a random UUID. */
export function isFormKey(key: string | undefined): key is string {
  return key !== undefined && /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(key);
}

/** How long a form is remembered, in milliseconds. */
const FORM_TTL_MS = 10 * MINUTE_MS;

/** How many forms a process remembers. A reply takes up to 16 KB: its location repeats the query. */
const REMEMBERED_FORMS = 1000;

/** Carries out each form once (P145), of this process and of the replicas that share them. */
export function createForms(shared?: SharedForms) {
  const replies = new LRUCache<string, Promise<RedirectReply>>({ max: REMEMBERED_FORMS, ttl: FORM_TTL_MS });

  async function forget(key: string): Promise<void> {
    replies.delete(key);
    await shared?.remove(key);
  }

  async function carryOutOnce(key: string, carryOut: () => Promise<FormOutcome>, alreadySent: RedirectReply) {
    if (shared && !(await shared.add(key, FORM_TTL_MS))) {
      // The other replica may still refuse it.
      replies.delete(key);
      return alreadySent;
    }
    try {
      const { reply, wasRefused } = await carryOut();
      if (wasRefused) await forget(key);
      return reply;
    } catch (error) {
      await forget(key);
      throw error;
    }
  }

  return {
    /**
     * The reply of `carryOut`, shared by all requests with the same key; `alreadySent` on another replica. A form that throws
     * or is refused can be sent again.
     */
    once(key: string, carryOut: () => Promise<FormOutcome>, alreadySent: RedirectReply) {
      const known = replies.get(key);
      if (known) return known;
      const reply = carryOutOnce(key, carryOut, alreadySent);
      replies.set(key, reply);
      return reply;
    },
  };
}
