import { parseCookie, stringifySetCookie } from 'cookie';
import cookieSession from 'cookie-session';
import type { RequestHandler, Response } from 'express';
import Keygrip from 'keygrip';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/units';
import type { Config } from '../config';
import { SessionTooLarge } from '../errors';
import { type Claims, packCredentials, readClaims, unpackCredentials } from './credentials';
import type { EndedSessions } from './ended-sessions';
import { createSeal, deriveKey } from './seal';
import {
  type Decisions,
  identitySchema,
  type Note,
  type NoteKind,
  noteName,
  noteSchemas,
  Session,
  type SessionIdentity,
  type SessionState,
  shortOf,
  TOAST_TTL_MS,
} from './session';

/** Browsers may drop larger cookies (RFC 6265, section 6.1). The attributes count, too. */
export const COOKIE_LIMIT_BYTES = 4096;
const COOKIE_ATTRIBUTES_BYTES = 120;

/**
 * The limit of the cookies in one response. Proxies refuse responses whose headers exceed 4 KB, and a redirect repeats the
 * searches of its page in its location. A response that renews the tokens needs more.
 */
const COOKIES_LIMIT_BYTES = 1500;
const COOKIES_WITH_TOKENS_LIMIT_BYTES = 2430;

/** The size of the cookies that cookie-session writes: the identity of the session, and its signature. */
const IDENTITY_COOKIE_BYTES = 480;

/** How long a change is remembered, in milliseconds: longer than any data from before it is cached. */
const CHANGE_TTL_MS = 2 * MINUTE_MS;

const OPENED_SESSION_TTL_MS = 5 * MINUTE_MS;

/** Limits the cache of decrypted sessions, keyed by the Cookie header. */
const OPENED_SESSIONS_CACHE = { max: 500, ttl: OPENED_SESSION_TTL_MS, ttlAutopurge: true };

/** The names of a session's cookies: their kind, the key of a note, and the session, which an earlier version left out. */
const COOKIE_NAME = /^([a-z]+)(?:\.([\w-]+?))??(?:\.([\da-f]{8}))?(?:\.sig)?$/;

type Cookies = Readonly<Record<string, string | undefined>>;

type Settings = Pick<Config, 'secure' | 'sessionKeys' | 'sessionIdleMinutes' | 'sessionMaxHours'>;

/** The name of a cookie. The prefix makes browsers reject it from sibling hosts and over plain http. */
export function cookieName(name: string, { secure }: Pick<Config, 'secure'>): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * Middleware that opens the cookies of the session and puts it into `response.locals.session`. One has the session's identity,
 * one the tokens, and each note has its own. Their names end with a part of its ID, so that a late response of an earlier
 * session neither replaces nor clears them. The tokens are sealed for the ID, a note for the ID and its name.
 */
export function session(
  settings: Settings,
  { now, endedSessions }: { now: () => number; endedSessions: EndedSessions },
): RequestHandler {
  const prefix = cookieName('', settings);
  const seal = createSeal(settings.sessionKeys, 'session');
  const tokensSeal = createSeal(settings.sessionKeys, 'tokens');
  const notesSeal = createSeal(settings.sessionKeys, 'notes');
  const openedSessions = new LRUCache<string, readonly OpenedSession[]>(OPENED_SESSIONS_CACHE);
  const idleLimit = settings.sessionIdleMinutes * MINUTE_MS;
  const absoluteLimit = settings.sessionMaxHours * HOUR_MS;
  // Sealing a cookie for each response, to extend the idle limit by seconds, is not worth its cost.
  const seenInterval = Math.min(MINUTE_MS, idleLimit / 10);

  const attributes = { httpOnly: true, sameSite: 'lax', secure: settings.secure, path: '/' } as const;
  const keys = new Keygrip(
    settings.sessionKeys.map(key => Buffer.from(deriveKey(key, 'session: sign')).toString('base64url')),
    'sha256',
  );

  const identityName = (id: string) => `${prefix}session.${shortOf(id)}`;
  const tokensName = (id: string) => `${prefix}tokens.${shortOf(id)}`;
  const noteCookie = (id: string, name: string) => `${prefix}${name}.${shortOf(id)}`;
  let latestChange = 0;
  const changeTime = () => {
    latestChange = Math.max(now(), latestChange + 1);
    return latestChange;
  };

  return async (request, response, next) => {
    const opened = await openSessions(request.headers.cookie);
    const withinLimits = opened.filter(isWithinLimits);
    const current = await firstOpen(withinLimits);

    const write = async (changed: SessionState | undefined, decisions: Decisions) => {
      if (request.method === 'HEAD') return;
      const sent = parseCookie(request.headers.cookie ?? '');
      const isSameSession = current !== undefined && changed?.identity === current.state.identity;
      if (isSameSession && endedSessions.endedHere(current.state.identity.id)) return;
      // A sign-in ends the session that it replaces.
      if (current && !isSameSession) await endSession(current);
      if (changed === undefined) {
        for (const other of cookiesOfOthers(sent)) response.clearCookie(other, attributes);
        return;
      }
      const isStale = !isSameSession || current.isStale;
      const cookies: CookieToWrite[] = [];
      if (isStale || changed.credentials !== current.state.credentials) {
        cookies.push(await sealTokens(changed));
      }
      const limit = cookies.length > 0 ? COOKIES_WITH_TOKENS_LIMIT_BYTES : COOKIES_LIMIT_BYTES;
      if (isStale) {
        const name = identityName(changed.identity.id);
        cookieSession({ ...attributes, name, keys, maxAge: absoluteLimit })(request, response, () => {});
        request.session = { sealed: await seal.encrypt(changed.identity) };
      }
      const notes = new Map(decisions);
      if (isSameSession && (isStale || now() - current.seenAt >= seenInterval)) {
        current.renewedAt = now();
        notes.set('seen', { kind: 'seen', key: '', value: now() });
      }
      for (const [name, note] of notes) cookies.push(await sealNote(changed.identity, name, note));
      cookies.push(...cookiesOfOthers(sent, changed.identity.id).map(clearing));
      writeCookies(response, cookies, isStale ? limit - IDENTITY_COOKIE_BYTES : limit);
    };
    response.locals.session = new Session(current?.state, {
      now,
      changeTime,
      write,
      claims: current?.claims,
      isDue: current !== undefined && isDueForRenewal(current),
      expired: opened.length > 0 && withinLimits.length === 0,
    });
    next();
  };

  /** @throws {SessionTooLarge} Thrown when the tokens do not fit into a cookie. */
  async function sealTokens({ identity, credentials }: SessionState): Promise<CookieToWrite> {
    const sealed = await tokensSeal.encryptBytes(packCredentials(credentials), identity.id);
    const bytes = cookieSize(tokensName(identity.id), sealed);
    if (bytes > COOKIE_LIMIT_BYTES) throw new SessionTooLarge(bytes);
    return {
      header: setCookie(tokensName(identity.id), sealed, remainingLifetime(identity)),
      importance: 'always',
    };
  }

  async function sealNote(
    identity: SessionIdentity,
    name: string,
    note: Note | undefined,
  ): Promise<CookieToWrite> {
    const cookie = noteCookie(identity.id, name);
    if (!note) return clearing(cookie);
    const sealed = await notesSeal.encrypt(note.value, placeOf(identity.id, name));
    return {
      header: setCookie(cookie, sealed, lifetimeOf(note, identity)),
      importance: note.kind === 'toast' || note.kind === 'seen' ? note.kind : 'always',
    };
  }

  // Not by `response.cookie`, which would add Expires: every byte of the headers counts.
  function setCookie(name: string, value: string, milliseconds: number): string {
    const maxAge = Math.max(1, Math.ceil(milliseconds / SECOND_MS));
    return stringifySetCookie({ ...attributes, name, value, maxAge });
  }

  function clearing(name: string): CookieToWrite {
    const { path, secure } = attributes;
    const header = stringifySetCookie({ path, secure, name, value: '', expires: new Date(0) });
    return { header, importance: 'clearing' };
  }

  function lifetimeOf(note: Note, identity: SessionIdentity): number {
    if (note.kind === 'toast') return TOAST_TTL_MS;
    if (note.kind === 'changed') return CHANGE_TTL_MS;
    return note.kind === 'job' ? note.value.until - now() : remainingLifetime(identity);
  }

  /** The names of the cookies of other sessions: late responses and an earlier version of the portal leave them. */
  function cookiesOfOthers(cookies: Cookies, id?: string): string[] {
    return Object.keys(cookies).filter(cookie => {
      const parts = readName(cookie);
      return parts && (id === undefined || parts.session !== shortOf(id));
    });
  }

  /** Parses the name of a cookie; undefined for one that is not of a session. */
  function readName(cookie: string) {
    const [, kind, key = '', session] = COOKIE_NAME.exec(cookie.slice(prefix.length)) ?? [];
    return cookie.startsWith(prefix) && (kind === 'session' || kind === 'tokens' || isNoteKind(kind))
      ? { kind, key, session }
      : undefined;
  }

  /** The sessions in the cookies of a request that the portal has sealed, from the latest: browsers send new cookies last. */
  async function openSessions(header: string | undefined): Promise<readonly OpenedSession[]> {
    if (header === undefined) return [];
    const cached = openedSessions.get(header);
    if (cached) return cached;
    const cookies = parseCookie(header);
    const names = Object.keys(cookies).filter(name => readName(name)?.kind === 'session');
    const opened = await Promise.all(names.toReversed().map(name => openCookies(name, cookies)));
    const sessions = opened.filter(session => session !== undefined);
    if (sessions.length > 0) openedSessions.set(header, sessions);
    return sessions;
  }

  async function firstOpen(sessions: readonly OpenedSession[]): Promise<OpenedSession | undefined> {
    for (const session of sessions) {
      if (!(await endedSessions.has(session.state.identity.id))) return session;
    }
    return undefined;
  }

  async function openCookies(name: string, cookies: Cookies): Promise<OpenedSession | undefined> {
    const value = cookies[name] ?? '';
    if (!keys.verify(`${name}=${value}`, cookies[`${name}.sig`] ?? '')) return undefined;
    const opened = await seal.decrypt(JSON.parse(Buffer.from(value, 'base64').toString()).sealed);
    const parsed = v.safeParse(identitySchema, opened?.value);
    if (!opened || !parsed.success) return undefined;
    const identity = parsed.output;
    // An earlier version of the portal had one name for the identities of all sessions, and one for their tokens.
    const sealedTokens = cookies[tokensName(identity.id)] ?? cookies[`${prefix}tokens`];
    const tokens = await tokensSeal.decryptBytes(sealedTokens ?? '', identity.id);
    if (!tokens) return undefined;
    const credentials = unpackCredentials(tokens.value);
    const notes = await openNotes(identity, cookies);
    const seen = notes.flatMap(({ kind, value }) => (kind === 'seen' ? [value] : []));
    return {
      state: { identity, credentials, notes },
      seenAt: Math.max(identity.openedAt, identity.seenAt ?? 0, ...seen),
      claims: readClaims(credentials.idToken),
      isStale: opened.stale || tokens.stale || name !== identityName(identity.id),
      hasOthers: cookiesOfOthers(cookies, identity.id).length > 0,
      renewedAt: 0,
    };
  }

  async function openNotes({ id }: SessionIdentity, cookies: Cookies): Promise<Note[]> {
    const notes: Note[] = [];
    for (const [cookie, sealed = ''] of Object.entries(cookies)) {
      const { kind = '', key = '', session } = readName(cookie) ?? {};
      if (!isNoteKind(kind) || session !== shortOf(id)) continue;
      const opened = await notesSeal.decrypt(sealed, placeOf(id, noteName({ kind, key })));
      const parsed = v.safeParse(noteSchemas[kind], opened?.value);
      if (parsed.success) notes.push({ kind, key, value: parsed.output } as Note);
    }
    return notes;
  }

  /** Whether to write cookies. Concurrent requests with the same cookies share one renewal until half of the idle limit has passed. */
  function isDueForRenewal({ seenAt, isStale, hasOthers, renewedAt }: OpenedSession): boolean {
    const unseenFor = now() - seenAt;
    const isRecent = now() - renewedAt < seenInterval && unseenFor < idleLimit / 2;
    return !isRecent && (isStale || hasOthers || unseenFor >= seenInterval);
  }

  /** Ends a session for copies of its cookies, until they would have expired. */
  async function endSession({ state: { identity } }: OpenedSession): Promise<void> {
    await endedSessions.add(identity.id, Math.min(idleLimit, remainingLifetime(identity)));
  }

  /** How long until the absolute limit of a session, in milliseconds. */
  function remainingLifetime({ openedAt }: SessionIdentity): number {
    return openedAt + absoluteLimit - now();
  }

  function isWithinLimits({ state, seenAt }: OpenedSession): boolean {
    return now() - seenAt < idleLimit && remainingLifetime(state.identity) > 0;
  }
}

/** The place that a note is sealed for, so that it cannot be moved to another session or name. */
function placeOf(id: string, name: string): string {
  return `${id} ${name}`;
}

function isNoteKind(kind = ''): kind is NoteKind {
  return Object.hasOwn(noteSchemas, kind);
}

/**
 * Writes cookies within a limit. Losing a toast is better than a response that a proxy refuses; a later
 * response clears the other cookies and writes the time of the visit.
 */
function writeCookies(response: Response, cookies: readonly CookieToWrite[], limit: number): void {
  let bytes = 0;
  for (const importance of ['always', 'toast', 'clearing', 'seen'] as const) {
    for (const { header } of cookies.filter(cookie => cookie.importance === importance)) {
      const size = `Set-Cookie: ${header}\r\n`.length;
      if (importance !== 'always' && bytes + size > limit) continue;
      bytes += size;
      response.append('Set-Cookie', header);
    }
  }
}

interface CookieToWrite {
  /** The value of its Set-Cookie header. */
  readonly header: string;
  readonly importance: 'always' | 'toast' | 'clearing' | 'seen';
}

/** The size of a cookie in bytes. The value must be ASCII. */
export function cookieSize(name: string, value: string): number {
  return name.length + 1 + value.length + COOKIE_ATTRIBUTES_BYTES;
}

interface OpenedSession {
  readonly state: SessionState;
  /** When it was last used. */
  readonly seenAt: number;
  readonly claims: Claims | undefined;
  /** Whether it was sealed with an older key (see `createSeal`), or by an earlier version of the portal. */
  readonly isStale: boolean;
  /** Whether there are cookies of other sessions. */
  readonly hasOthers: boolean;
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
