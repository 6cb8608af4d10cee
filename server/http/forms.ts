import { setTimeout as wait } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { MEBIBYTE } from '../../shared/units';
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
    if (!SAFE_METHODS.has(request.method) && (!own || isPrefetch(request))) {
      throw new PageError('A form was posted from another site', { status: 403 });
    }
    next();
  };
}

/** Whether the browser prefetches this request. It must have no effect, even from our own pages. */
function isPrefetch({ headers }: Request): boolean {
  return String(headers['sec-purpose'] ?? '').startsWith('prefetch');
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

/** The outcome of a submitted form. */
export interface FormOutcome {
  readonly reply: RedirectReply;
  /** Whether nothing was carried out, so that the same form can be sent again. */
  readonly wasRefused?: boolean | undefined;
}

/** Carries out each submitted form once (P145). */
export interface Forms {
  /**
   * The reply of `carryOut`, shared by all requests with the same key, on every replica. A form that throws or is refused can be
   * sent again. Returns `alreadySent` if another replica received the form but does not say how it ended.
   */
  readonly once: (
    key: string,
    carryOut: () => Promise<FormOutcome>,
    alreadySent: RedirectReply,
  ) => Promise<RedirectReply>;
}

/** The forms that replicas have received, each for this many milliseconds. */
export interface SharedForms {
  /** Returns whether the form is new; true while the store is unavailable. */
  readonly add: (key: string, milliseconds: number) => Promise<boolean>;
  /** Keeps how a form has ended. */
  readonly settle: (key: string, outcome: RedirectReply | 'refused', milliseconds: number) => Promise<void>;
  /**
   * How a form has ended, or for how many milliseconds it has been in progress. Undefined if the store is unavailable or has
   * lost it. Only one caller learns that it was refused, and carries it out: it is in progress again.
   */
  readonly find: (
    key: string,
    milliseconds: number,
  ) => Promise<RedirectReply | 'refused' | number | undefined>;
  /** Calls a function whenever the store is back, which may have missed or lost forms. */
  readonly onConnected: (listener: () => void) => void;
}

/** Whether this has the format of the key in the portal's own forms: a random UUID. */
export function isFormKey(key: string | undefined): key is string {
  return key !== undefined && /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(key);
}

/** How long a form is remembered, in milliseconds. */
const FORM_TTL_MS = 10 * 60 * 1000;

/** The age of a form, in milliseconds, from which other replicas do not wait for its outcome: less than DRAIN_LIMIT_MS. */
const OUTCOME_TIMEOUT_MS = 10_000;

/** How often another replica looks for the outcome of a form, in milliseconds. */
const OUTCOME_POLL_INTERVAL_MS = 100;

/** The memory limit of the cache, in bytes. */
const FORM_CACHE_LIMIT_BYTES = 8 * MEBIBYTE;

/** The memory of an entry without its reply, in bytes: the key, the promise and the cache's own fields. */
const ENTRY_OVERHEAD_BYTES = 1024;

/** A form that this process has received. */
interface Submission {
  readonly promise: Promise<RedirectReply>;
  /** Once it has ended. */
  readonly reply?: RedirectReply;
  readonly size: number;
}

/** The forms of this process, and of the replicas that share them. */
export function createForms(shared?: SharedForms): Forms {
  const replies = new LRUCache<string, Submission>({
    maxSize: FORM_CACHE_LIMIT_BYTES,
    sizeCalculation: ({ size }) => size,
    ttl: FORM_TTL_MS,
  });

  shared?.onConnected(async () => {
    for (const [key, { reply }] of [...replies.entries()]) {
      await (reply ? shared.settle(key, reply, FORM_TTL_MS) : shared.add(key, FORM_TTL_MS));
    }
  });

  function keep(key: string, reply: RedirectReply): RedirectReply {
    replies.set(key, { promise: Promise.resolve(reply), reply, size: ENTRY_OVERHEAD_BYTES + sizeOf(reply) });
    return reply;
  }

  async function refuse(key: string): Promise<void> {
    replies.delete(key);
    await shared?.settle(key, 'refused', FORM_TTL_MS);
  }

  async function carryOutHere(key: string, carryOut: () => Promise<FormOutcome>): Promise<RedirectReply> {
    try {
      const { reply, wasRefused } = await carryOut();
      if (wasRefused) await refuse(key);
      else {
        keep(key, reply);
        await shared?.settle(key, reply, FORM_TTL_MS);
      }
      return reply;
    } catch (error) {
      await refuse(key);
      throw error;
    }
  }

  async function carryOutOnce(key: string, carryOut: () => Promise<FormOutcome>, alreadySent: RedirectReply) {
    if (shared && !(await shared.add(key, FORM_TTL_MS))) {
      const outcome = await outcomeElsewhere(shared, key);
      if (outcome === undefined) replies.delete(key);
      if (outcome !== 'refused') return outcome ? keep(key, outcome) : alreadySent;
    }
    return carryOutHere(key, carryOut);
  }

  return {
    once(key, carryOut, alreadySent) {
      const cached = replies.get(key);
      if (cached) return cached.promise;
      const promise = carryOutOnce(key, carryOut, alreadySent);
      replies.set(key, { promise, size: ENTRY_OVERHEAD_BYTES });
      return promise;
    },
  };
}

/** Waits for the outcome of a form that another replica carries out. Undefined if it cannot be known. */
async function outcomeElsewhere({ find }: SharedForms, key: string) {
  for (;;) {
    const outcome = await find(key, FORM_TTL_MS);
    if (typeof outcome !== 'number') return outcome;
    if (outcome >= OUTCOME_TIMEOUT_MS) return undefined;
    await wait(OUTCOME_POLL_INTERVAL_MS);
  }
}

/** The size of a reply in bytes. The location repeats the query. */
function sizeOf(reply: RedirectReply): number {
  return 2 * JSON.stringify(reply).length;
}
