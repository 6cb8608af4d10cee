import cookieSession from 'cookie-session';
import type { Request, RequestHandler, Response } from 'express';
import Keygrip from 'keygrip';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Config } from '../config';
import { SessionTooLarge } from '../errors';
import { HOUR_MS, MINUTE_MS } from '../units';
import type { EndedSessions } from './ended-sessions';
import { createSeal, deriveKey, type Seal } from './seal';
import { type Claims, readClaims, Session, type SessionData, sessionSchema } from './session';

/** Browsers may drop larger cookies (RFC 6265, section 6.1). The attributes count, too. */
export const COOKIE_LIMIT_BYTES = 4096;
const COOKIE_ATTRIBUTES_BYTES = 120;

const OPENED_SESSION_TTL_MS = 5 * MINUTE_MS;

/** Limits the cache of decrypted sessions, keyed by the Cookie header. */
const OPENED_SESSIONS_CACHE = { max: 500, ttl: OPENED_SESSION_TTL_MS, ttlAutopurge: true };

type Settings = Pick<Config, 'secure' | 'sessionKeys' | 'sessionIdleMinutes' | 'sessionMaxHours'>;

/** The name of a cookie. The prefix makes browsers reject it from sibling hosts and over plain http. */
export function cookieName(name: string, { secure }: Pick<Config, 'secure'>): string {
  return secure ? `__Host-${name}` : name;
}

/** Middleware that opens the session cookie and puts the session into `response.locals.session`. */
export function session(
  settings: Settings,
  { now, endedSessions }: { now: () => number; endedSessions: EndedSessions },
): RequestHandler {
  const name = cookieName('session', settings);
  const seal = createSeal(settings.sessionKeys, 'session');
  const openedSessions = new LRUCache<string, OpenedSession>(OPENED_SESSIONS_CACHE);
  const idleLimit = settings.sessionIdleMinutes * MINUTE_MS;
  const absoluteLimit = settings.sessionMaxHours * HOUR_MS;
  // Sealing a cookie for each response, to extend the idle limit by seconds, is not worth its cost.
  const seenInterval = Math.min(MINUTE_MS, idleLimit / 10);

  const signedCookie = cookieSession({
    name,
    keys: new Keygrip(
      settings.sessionKeys.map(key => Buffer.from(deriveKey(key, 'session: sign')).toString('base64url')),
      'sha256',
    ),
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.secure,
    path: '/',
    maxAge: absoluteLimit,
  });

  return async (request, response, next) => {
    const opened = await openSession(request, response);
    const withinLimits = opened && isWithinLimits(opened.data) ? opened.data : undefined;
    const data = withinLimits && !(await endedSessions.has(withinLimits.id)) ? withinLimits : undefined;
    const isDue = opened !== undefined && data !== undefined && isDueForRenewal(opened);

    const write = async (changed: SessionData | undefined) => {
      // A sign-in ends the session that it replaces.
      if (data && data.id !== changed?.id) await endedSessions.add(data.id, remainingLifetime(data));
      const cookie = readCookie(request, response);
      if (changed === undefined) {
        cookie.session = null;
        return;
      }
      // The session ended during this request: its cookie must not restore it.
      if (await endedSessions.has(changed.id)) return;
      if (opened) opened.renewedAt = now();
      const sealed = await seal.encrypt({ ...changed, seenAt: now() });
      // cookie-session writes base64 of JSON.
      const bytes = cookieSize(name, Buffer.from(JSON.stringify({ sealed })).toString('base64'));
      if (bytes <= COOKIE_LIMIT_BYTES) cookie.session = { sealed };
      // Losing a toast is better than losing the session.
      else if (changed.toasts.length > 0 || changed.requests)
        await write({ ...changed, toasts: [], requests: undefined });
      else if (changed.changedAt !== undefined || changed.run)
        await write({ ...changed, changedAt: undefined, run: undefined });
      else throw new SessionTooLarge(bytes);
    };
    response.locals.session = new Session(data, now, write, {
      claims: opened?.claims,
      changed: isDue,
      expired: opened !== undefined && withinLimits === undefined,
    });
    next();
  };

  /** The session in the cookies of a request; undefined for none that the portal has sealed. */
  async function openSession(request: Request, response: Response): Promise<OpenedSession | undefined> {
    const { cookie: cookies } = request.headers;
    if (cookies === undefined) return undefined;
    const cached = openedSessions.get(cookies);
    if (cached) return cached;
    const opened = await openSealed(readCookie(request, response).session?.sealed, seal);
    if (opened) openedSessions.set(cookies, opened);
    return opened;
  }

  /**
   * Lets cookie-session read the cookie, and write it with the response. Called only when needed: the accessor that the
   * package defines for each request costs memory under load (docs/performance.md).
   */
  function readCookie(request: Request, response: Response): Pick<Request, 'session'> {
    if (!('session' in request)) signedCookie(request, response, () => {});
    return request;
  }

  /** Whether to renew a cookie. Concurrent requests with the same cookie share one renewal until half of the idle limit has passed. */
  function isDueForRenewal({ data, stale, renewedAt }: OpenedSession): boolean {
    const unseenFor = now() - data.seenAt;
    const isRecent = now() - renewedAt < seenInterval && unseenFor < idleLimit / 2;
    return !isRecent && (stale || unseenFor >= seenInterval);
  }

  /** How long a copy of the session's cookie stays valid, in milliseconds. */
  function remainingLifetime({ openedAt }: SessionData): number {
    return Math.min(idleLimit, openedAt + absoluteLimit - now());
  }

  function isWithinLimits({ openedAt, seenAt }: SessionData): boolean {
    return now() - seenAt < idleLimit && now() - openedAt < absoluteLimit;
  }
}

/** The size of a cookie in bytes. The value must be ASCII. */
export function cookieSize(name: string, value: string): number {
  return name.length + 1 + value.length + COOKIE_ATTRIBUTES_BYTES;
}

interface OpenedSession {
  readonly data: SessionData;
  readonly claims: Claims | undefined;
  /** Whether it was sealed with an older key (see `createSeal`). */
  readonly stale: boolean;
  /** When a response to these cookies last contained a newer one, in milliseconds since 1970. */
  renewedAt: number;
}

async function openSealed(sealed: unknown, seal: Seal): Promise<OpenedSession | undefined> {
  const opened = typeof sealed === 'string' ? await seal.decrypt(sealed) : undefined;
  const parsed = v.safeParse(sessionSchema, opened?.value);
  if (!opened || !parsed.success) return undefined;
  const data = parsed.output;
  return { data, claims: readClaims(data.idToken), stale: opened.stale, renewedAt: 0 };
}

declare global {
  namespace Express {
    interface Locals {
      session: Session;
    }
  }
}
