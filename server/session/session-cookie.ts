import { parseCookie, stringifySetCookie } from 'cookie';
import cookieSession from 'cookie-session';
import type { Request, RequestHandler, Response } from 'express';
import Keygrip from 'keygrip';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Config } from '../config';
import { SessionTooLarge } from '../errors';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../units';
import { type Claims, packCredentials, readClaims, unpackCredentials } from './credentials';
import type { EndedSessions } from './ended-sessions';
import { createSeal, deriveKey } from './seal';
import { Session, type SessionData, type SessionState, sessionSchema } from './session';

/** Browsers may drop larger cookies (RFC 6265, section 6.1). The attributes count, too. */
export const COOKIE_LIMIT_BYTES = 4096;
const COOKIE_ATTRIBUTES_BYTES = 120;

/**
 * The limit of the cookie that many responses carry. Proxies refuse responses whose headers exceed 4 KB, and a redirect
 * repeats the searches of its page in its location.
 */
const SESSION_DATA_LIMIT_BYTES = 1500;

/** The limit of both cookies in a response that renews the tokens. */
const BOTH_COOKIES_LIMIT_BYTES = 2430;

const OPENED_SESSION_TTL_MS = 5 * MINUTE_MS;

/** Limits the cache of decrypted sessions, keyed by the Cookie header. */
const OPENED_SESSIONS_CACHE = { max: 500, ttl: OPENED_SESSION_TTL_MS, ttlAutopurge: true };

type Settings = Pick<Config, 'secure' | 'sessionKeys' | 'sessionIdleMinutes' | 'sessionMaxHours'>;

/** The name of a cookie. The prefix makes browsers reject it from sibling hosts and over plain http. */
export function cookieName(name: string, { secure }: Pick<Config, 'secure'>): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * Middleware that opens the cookies of the session and puts it into `response.locals.session`. One has its tokens, and is
 * written at the sign-in and when they are renewed; the other has the values that change. The first is sealed for the ID in
 * the second.
 */
export function session(
  settings: Settings,
  { now, endedSessions }: { now: () => number; endedSessions: EndedSessions },
): RequestHandler {
  const name = cookieName('session', settings);
  const tokensName = cookieName('tokens', settings);
  const seal = createSeal(settings.sessionKeys, 'session');
  const tokensSeal = createSeal(settings.sessionKeys, 'tokens');
  const openedSessions = new LRUCache<string, OpenedSession>(OPENED_SESSIONS_CACHE);
  const idleLimit = settings.sessionIdleMinutes * MINUTE_MS;
  const absoluteLimit = settings.sessionMaxHours * HOUR_MS;
  // Sealing a cookie for each response, to extend the idle limit by seconds, is not worth its cost.
  const seenInterval = Math.min(MINUTE_MS, idleLimit / 10);

  const attributes = { httpOnly: true, sameSite: 'lax', secure: settings.secure, path: '/' } as const;
  const signedCookie = cookieSession({
    ...attributes,
    name,
    keys: new Keygrip(
      settings.sessionKeys.map(key => Buffer.from(deriveKey(key, 'session: sign')).toString('base64url')),
      'sha256',
    ),
    maxAge: absoluteLimit,
  });

  return async (request, response, next) => {
    const opened = await openSession(request, response);
    const withinLimits = opened && isWithinLimits(opened.state.data) ? opened.state : undefined;
    const state = withinLimits && !(await endedSessions.has(withinLimits.data.id)) ? withinLimits : undefined;
    const isDue = opened !== undefined && state !== undefined && isDueForRenewal(opened);

    const write = async (changed: SessionState | undefined) => {
      if (request.method === 'HEAD') return;
      // A sign-in ends the session that it replaces.
      if (state && state.data.id !== changed?.data.id)
        await endedSessions.add(state.data.id, remainingLifetime(state.data));
      if (changed === undefined) {
        clearCookies(request, response);
        return;
      }
      // The session ended during this request: its cookie must not restore it.
      if (await endedSessions.has(changed.data.id)) return;
      if (opened) opened.renewedAt = now();
      const renewsTokens = opened?.stale || changed.credentials !== opened?.state.credentials;
      const tokensBytes = renewsTokens ? await writeTokens(changed, response) : 0;
      const limit = Math.min(SESSION_DATA_LIMIT_BYTES, BOTH_COOKIES_LIMIT_BYTES - tokensBytes);
      readCookie(request, response).session = await sealData({ ...changed.data, seenAt: now() }, limit);
    };
    response.locals.session = new Session(state, now, write, {
      claims: opened?.claims,
      changed: isDue,
      expired: opened !== undefined && withinLimits === undefined,
    });
    next();
  };

  /** Writes the cookie of the tokens. Returns its size in bytes. */
  async function writeTokens({ data, credentials }: SessionState, response: Response): Promise<number> {
    const sealed = await tokensSeal.encryptBytes(packCredentials(credentials), data.id);
    const bytes = cookieSize(tokensName, sealed);
    if (bytes > COOKIE_LIMIT_BYTES) throw new SessionTooLarge(bytes);
    // Not by `response.cookie`, which would add Expires: every byte of the headers counts.
    const cookie = { ...attributes, name: tokensName, value: sealed, maxAge: absoluteLimit / SECOND_MS };
    response.append('Set-Cookie', stringifySetCookie(cookie));
    return bytes;
  }

  /** Seals the data for cookie-session. Losing a toast is better than a response that a proxy refuses. */
  async function sealData(data: SessionData, limit: number): Promise<{ sealed: string }> {
    const sealed = await seal.encrypt(data);
    // cookie-session writes base64 of JSON.
    const bytes = cookieSize(name, Buffer.from(JSON.stringify({ sealed })).toString('base64'));
    return bytes > limit && data.toasts.length > 0
      ? sealData({ ...data, toasts: data.toasts.slice(1) }, limit)
      : { sealed };
  }

  function clearCookies(request: Request, response: Response): void {
    const cookies = parseCookie(request.headers.cookie ?? '');
    if (name in cookies || `${name}.sig` in cookies) readCookie(request, response).session = null;
    if (tokensName in cookies) response.clearCookie(tokensName, attributes);
  }

  /** The session in the cookies of a request; undefined for none that the portal has sealed. */
  async function openSession(request: Request, response: Response): Promise<OpenedSession | undefined> {
    const { cookie: cookies } = request.headers;
    if (cookies === undefined) return undefined;
    const cached = openedSessions.get(cookies);
    if (cached) return cached;
    const opened = await openCookies(
      readCookie(request, response).session?.sealed,
      parseCookie(cookies)[tokensName],
    );
    if (opened) openedSessions.set(cookies, opened);
    return opened;
  }

  async function openCookies(sealed: unknown, sealedTokens = ''): Promise<OpenedSession | undefined> {
    const opened = typeof sealed === 'string' ? await seal.decrypt(sealed) : undefined;
    const parsed = v.safeParse(sessionSchema, opened?.value);
    if (!opened || !parsed.success) return undefined;
    const data = parsed.output;
    const tokens = await tokensSeal.decryptBytes(sealedTokens, data.id);
    if (!tokens) return undefined;
    const credentials = unpackCredentials(tokens.value);
    return {
      state: { data, credentials },
      claims: readClaims(credentials.idToken),
      stale: opened.stale || tokens.stale,
      renewedAt: 0,
    };
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
  function isDueForRenewal({ state, stale, renewedAt }: OpenedSession): boolean {
    const unseenFor = now() - state.data.seenAt;
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
  readonly state: SessionState;
  readonly claims: Claims | undefined;
  /** Whether it was sealed with an older key (see `createSeal`). */
  readonly stale: boolean;
  /** When a response to these cookies last contained a newer one, in milliseconds since 1970. */
  renewedAt: number;
}

declare global {
  namespace Express {
    interface Locals {
      session: Session;
    }
  }
}
