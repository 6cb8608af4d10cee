import { hash, randomUUID } from 'node:crypto';
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
import type { ProductNumber } from '../roles';
import type { EndedSessions } from './ended-sessions';
import { createSeal, deriveKey, type Seal } from './seal';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Browsers may drop larger cookies (RFC 6265, section 6.1). The attributes count, too. */
export const COOKIE_LIMIT_BYTES = 4096;
const COOKIE_ATTRIBUTES_BYTES = 120;

/** How long a toast waits for the next page, in milliseconds. Later it would be confusing. */
const TOAST_TTL_MS = 2 * MINUTE_MS;

const OPENED_SESSION_TTL_MS = 5 * MINUTE_MS;

/** Limits the cache of decrypted sessions, keyed by the Cookie header. */
const OPENED_SESSIONS_CACHE = { max: 500, ttl: OPENED_SESSION_TTL_MS, ttlAutopurge: true };

const toastSchema = v.object({
  id: v.number(),
  code: v.picklist(toastCodes),
  values: v.array(v.union([v.string(), v.number()])),
});

const sessionSchema = v.object({
  id: v.string(),
  idToken: v.string(),
  refreshToken: v.string(),
  /** Digest of the code in the sign-in link that opened the session. */
  openedBy: v.string(),
  openedAt: v.number(),
  seenAt: v.number(),
  /** When its administrator last changed data. */
  changedAt: v.optional(v.number()),
  /** The latest bulk removal of this session, and until when it is available. */
  run: v.optional(v.object({ id: v.string(), until: v.number() })),
  /** When licenses of each product were last requested in this session, by the number of the product. */
  requests: v.optional(v.record(v.string(), v.number())),
  /** Drops toasts of other versions of the portal: an unknown toast must not invalidate the session. */
  toasts: v.pipe(
    v.array(v.unknown()),
    v.transform(toasts => toasts.filter(toast => v.is(toastSchema, toast))),
  ),
});

type SessionData = v.InferOutput<typeof sessionSchema>;

const claimsSchema = v.object({ sub: v.string(), email: v.string(), exp: v.number() });

/** The owner of a session, according to the identity provider's token. */
interface Claims {
  readonly userId: string;
  readonly email: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * The session of a browser during one request. All of its data is in one sealed cookie; the server stores none.
 * Changes reach the browser with the response.
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

  /** Whether there was a session that has reached its idle or absolute limit. */
  readonly expired: boolean;

  /** Random ID of the session; undefined when signed out. */
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

  /** When its administrator last changed data, in milliseconds since 1970; 0 for never. */
  get changedAt(): number {
    return this.#data?.changedAt ?? 0;
  }

  /** ID of the latest bulk removal of this session, until its outcome is known to the administrator. */
  get runId(): string | undefined {
    const run = this.#data?.run;
    return run && this.now() < run.until ? run.id : undefined;
  }

  /** Records a bulk removal, which is available until `until`, in milliseconds since 1970. */
  recordRun(id: string, until: number): void {
    this.#update({ run: { id, until } });
  }

  /** Records that the bulk removal of this session has ended, so that no replica uses cached data from before (T42). */
  recordRunEnd(endedAt: number): void {
    if (endedAt > this.changedAt) this.#update({ changedAt: endedAt });
  }

  /** Forgets the bulk removal of this session, because the administrator knows its outcome. */
  forgetRun(): void {
    if (this.#data?.run) this.#update({ run: undefined });
  }

  /** Records a change, so that no replica uses cached data from before it (T42). */
  recordChange(): void {
    this.#update({ changedAt: this.now() });
  }

  /** When licenses of a product were last requested, in milliseconds since 1970; undefined for never. */
  requestedAt(product: ProductNumber): number | undefined {
    return this.#data?.requests?.[product];
  }

  /** Records that licenses of a product were requested. */
  recordRequest(product: ProductNumber): void {
    this.#update({ requests: { ...this.#data?.requests, [product]: this.now() } });
  }

  /** Whether this sign-in code opened the session. Opening the same link again is then not an error. */
  wasOpenedBy(code: string): boolean {
    return this.#data?.openedBy === digest(code);
  }

  /** Starts a new session, without data of an earlier one (ASVS 5.0, 7.2.4). */
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
    this.#update({ idToken, refreshToken });
  }

  end(): void {
    this.#claims = undefined;
    this.#change(undefined);
  }

  /** Adds a toast for the next page. */
  addToast(code: Toast['code'], ...values: Toast['values']): void {
    if (!this.#data) return;
    const toast = { id: this.now(), code, values: [...values] };
    this.#update({ toasts: [...this.#data.toasts, toast] });
  }

  takeToasts(): readonly Toast[] {
    if (!this.#data || this.#data.toasts.length === 0) return [];
    const { toasts } = this.#data;
    this.#update({ toasts: [] });
    return toasts.filter(toast => this.now() - toast.id < TOAST_TTL_MS);
  }

  /**
   * Writes changes to the cookie of the response. Call it before the first byte of the response.
   * @throws {SessionTooLarge} Thrown when the session does not fit into a cookie.
   */
  async save(): Promise<void> {
    if (!this.#changed) return;
    await this.write(this.#data);
    this.#changed = false;
  }

  #update(changes: Partial<SessionData>): void {
    if (this.#data) this.#change({ ...this.#data, ...changes });
  }

  #change(data: SessionData | undefined): void {
    this.#data = data;
    this.#changed = true;
  }
}

function readClaims(idToken: string): Claims | undefined {
  try {
    const { sub, email, exp } = v.parse(claimsSchema, decodeJwt(idToken));
    return { userId: sub, email, expiresAt: exp * 1000 };
  } catch {
    return undefined;
  }
}

function digest(code: string): string {
  return hash('sha256', code, 'base64url');
}

type SessionSettings = Pick<Config, 'secure' | 'sessionKeys' | 'sessionIdleMinutes' | 'sessionMaxHours'>;

/** The name of a cookie. The prefix makes browsers reject it from sibling hosts and over plain http. */
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
