import { createHash, randomUUID } from 'node:crypto';
import cookieSession from 'cookie-session';
import type { Request, RequestHandler, Response } from 'express';
import { decodeJwt } from 'jose';
import Keygrip from 'keygrip';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { type Toast, toastCodes } from '../../shared/messages';
import type { Tokens } from '../backends/identity';
import type { Config } from '../config';
import { SessionTooLarge } from '../errors';
import type { EndedSessions } from './ended-sessions';
import { createSeal, deriveKey, type Seal } from './seal';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Browsers need not keep more (RFC 6265, section 6.1); the attributes count too. */
export const LARGEST_COOKIE = 4096;
const ATTRIBUTES = 120;

/** A toast is for the next page. After this many milliseconds it would only puzzle. */
const TOAST_LIFE = 2 * MINUTE;

/**
 * Opened sessions are cached by their cookies. What checking a cookie has found stays true; the limits bound the memory.
 */
const OPENED_SESSIONS_CACHE = { max: 500, ttl: 5 * MINUTE, ttlAutopurge: true };

const sessionSchema = v.object({
  id: v.string(),
  idToken: v.string(),
  refreshToken: v.string(),
  /** Digest of the sign-in link's code that opened the session. */
  openedBy: v.string(),
  openedAt: v.number(),
  seenAt: v.number(),
  /** When its administrator last changed something. */
  changedAt: v.optional(v.number()),
  toasts: v.array(
    v.object({
      id: v.number(),
      code: v.picklist(toastCodes),
      values: v.array(v.union([v.string(), v.number()])),
    }),
  ),
});

type SessionData = v.InferOutput<typeof sessionSchema>;

const claimsSchema = v.object({ sub: v.string(), email: v.string(), exp: v.number() });

/** Who a session belongs to, as the identity provider's token says. */
export interface Claims {
  readonly userId: string;
  readonly email: string;
  /** When the token ends, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * The session of one browser for the time of one request. All of it lives in one sealed cookie; nothing is
 * kept on the server. Changes reach the browser when the reply is written.
 */
export class Session {
  #data: SessionData | undefined;
  #claims: Claims | undefined;
  #changed = false;

  constructor(
    data: SessionData | undefined,
    private readonly now: () => number,
    private readonly write: (data: SessionData | undefined) => Promise<void>,
    {
      claims,
      changed = false,
      expired = false,
    }: Partial<Pick<Session, 'claims' | 'expired'>> & { changed?: boolean },
  ) {
    this.#data = data;
    this.#claims = data && claims;
    this.#changed = changed;
    this.expired = expired;
  }

  /** Whether there was a session until it came to its idle or absolute limit. */
  readonly expired: boolean;

  /** Random name of the session; undefined when signed out. */
  get id(): string | undefined {
    return this.#data?.id;
  }

  /** The identity provider's tokens; undefined when signed out. */
  get tokens(): Tokens | undefined {
    return this.#data;
  }

  get claims(): Claims | undefined {
    return this.#claims;
  }

  /** When its administrator last changed something, in milliseconds since 1970; 0 for never. */
  get changedAt(): number {
    return this.#data?.changedAt ?? 0;
  }

  /** Notes a change, so that no replica uses an answer from before it (T42). */
  noteChange(): void {
    if (this.#data) this.#change({ ...this.#data, changedAt: this.now() });
  }

  /** Whether this sign-in code opened the session: the same link is then no error. */
  wasOpenedBy(code: string): boolean {
    return this.#data?.openedBy === digest(code);
  }

  /** Begins a session. Nothing of an earlier one is carried over (ASVS 5.0, 7.2.4). */
  open(tokens: Tokens, code: string): void {
    const now = this.now();
    this.#claims = readClaims(tokens.idToken);
    this.#change({
      id: randomUUID(),
      idToken: tokens.idToken,
      refreshToken: tokens.refreshToken,
      openedBy: digest(code),
      openedAt: now,
      seenAt: now,
      toasts: [],
    });
  }

  renewTokens({ idToken, refreshToken }: Tokens): void {
    if (!this.#data) return;
    this.#claims = readClaims(idToken);
    this.#change({ ...this.#data, idToken, refreshToken });
  }

  end(): void {
    this.#claims = undefined;
    this.#change(undefined);
  }

  /** Leaves a message for the next page that is shown. */
  addToast(code: Toast['code'], ...values: Toast['values']): void {
    if (!this.#data) return;
    const toast = { id: this.now(), code, values: [...values] };
    this.#change({ ...this.#data, toasts: [...this.#data.toasts, toast] });
  }

  /** The messages left for this page. They are shown once. */
  takeToasts(): readonly Toast[] {
    if (!this.#data || this.#data.toasts.length === 0) return [];
    const { toasts } = this.#data;
    this.#change({ ...this.#data, toasts: [] });
    return toasts.filter(toast => this.now() - toast.id < TOAST_LIFE);
  }

  /**
   * Puts what has changed into the reply's cookie. Must come before the reply's first byte.
   * @throws {SessionTooLarge} Thrown when the session does not fit into a cookie.
   */
  async save(): Promise<void> {
    if (!this.#changed) return;
    await this.write(this.#data);
    this.#changed = false;
  }

  #change(data: SessionData | undefined): void {
    this.#data = data;
    this.#changed = true;
  }
}

/** Which token belongs to whom, and until when; undefined for a token that lacks one of it. */
function readClaims(idToken: string): Claims | undefined {
  try {
    const { sub, email, exp } = v.parse(claimsSchema, decodeJwt(idToken));
    return { userId: sub, email, expiresAt: exp * 1000 };
  } catch {
    return undefined;
  }
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

type SessionSettings = Pick<Config, 'secure' | 'sessionKeys' | 'sessionIdleMinutes' | 'sessionMaxHours'>;

/** The name that a cookie has; the prefix makes browsers keep out cookies from sibling hosts and plain http. */
export function cookieName(name: string, { secure }: Pick<Config, 'secure'>): string {
  return secure ? `__Host-${name}` : name;
}

/** Middleware that opens the session cookie and puts the session into `response.locals.session`. */
export function session(
  settings: SessionSettings,
  { now, endedSessions }: { now: () => number; endedSessions: EndedSessions },
): RequestHandler {
  const name = cookieName('session', settings);
  const seal = createSeal(settings.sessionKeys, 'session');
  const openedSessions = new LRUCache<string, OpenedSession>(OPENED_SESSIONS_CACHE);
  const idleLimit = settings.sessionIdleMinutes * MINUTE;
  const absoluteLimit = settings.sessionMaxHours * HOUR;
  // Sealing each reply anew only to move the idle limit by a second would cost more than it gives.
  const seenInterval = Math.min(MINUTE, idleLimit / 10);

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
      // A sign-in replaces the session before it, which ends too.
      if (data && data.id !== changed?.id) await endedSessions.add(data.id, lifeLeft(data));
      const cookie = readCookie(request, response);
      if (changed === undefined) {
        cookie.session = null;
        return;
      }
      // Ended while this reply was being made: its cookie must not bring the session back.
      if (await endedSessions.has(changed.id)) return;
      if (opened) opened.renewedAt = now();
      const sealed = await seal.close({ ...changed, seenAt: now() });
      // cookie-session writes base64 of JSON.
      const bytes = cookieSize(name, Buffer.from(JSON.stringify({ sealed })).toString('base64'));
      if (bytes <= LARGEST_COOKIE) cookie.session = { sealed };
      // Rather a message lost than a session.
      else if (changed.toasts.length > 0) await write({ ...changed, toasts: [] });
      else if (changed.changedAt !== undefined) await write({ ...changed, changedAt: undefined });
      else throw new SessionTooLarge(bytes);
    };
    response.locals.session = new Session(data, now, write, {
      claims: opened?.claims,
      changed: isDue,
      expired: opened !== undefined && withinLimits === undefined,
    });
    next();
  };

  /** The session that a request's cookies hold; undefined when there is none that the portal has sealed. */
  async function openSession(request: Request, response: Response): Promise<OpenedSession | undefined> {
    const { cookie: cookies } = request.headers;
    if (cookies === undefined) return undefined;
    const before = openedSessions.get(cookies);
    if (before) return before;
    const opened = await openSealed(readCookie(request, response).session?.sealed, seal);
    if (opened) openedSessions.set(cookies, opened);
    return opened;
  }

  /**
   * The session cookie, which cookie-session reads, and writes with the response. It is called only when it has to be: the
   * accessor that it defines for each request costs memory under load (docs/performance.md).
   */
  function readCookie(request: Request, response: Response): Pick<Request, 'session'> {
    if (!('session' in request)) signedCookie(request, response, () => {});
    return request;
  }

  /** One reply is enough for several requests with the same cookies, as long as there is time for another one. */
  function isDueForRenewal({ data, stale, renewedAt }: OpenedSession): boolean {
    const unseenFor = now() - data.seenAt;
    const isRecent = now() - renewedAt < seenInterval && unseenFor < idleLimit / 2;
    return !isRecent && (stale || unseenFor >= seenInterval);
  }

  /** How long a copy of the session's cookie could still be used, in milliseconds. */
  function lifeLeft({ openedAt }: SessionData): number {
    return Math.min(idleLimit, openedAt + absoluteLimit - now());
  }

  function isWithinLimits({ openedAt, seenAt }: SessionData): boolean {
    return now() - seenAt < idleLimit && now() - openedAt < absoluteLimit;
  }
}

/** Bytes of a whole cookie; the value has ASCII characters only. */
export function cookieSize(name: string, value: string): number {
  return name.length + 1 + value.length + ATTRIBUTES;
}

interface OpenedSession {
  readonly data: SessionData;
  readonly claims: Claims | undefined;
  /** See `Opened`. */
  readonly stale: boolean;
  /** When a reply to these cookies has last brought a newer one, in milliseconds since 1970. */
  renewedAt: number;
}

async function openSealed(sealed: unknown, seal: Seal): Promise<OpenedSession | undefined> {
  const opened = typeof sealed === 'string' ? await seal.open(sealed) : undefined;
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
