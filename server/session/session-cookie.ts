import { parseCookie, stringifySetCookie } from 'cookie';
import cookieSession from 'cookie-session';
import type { Request, RequestHandler, Response } from 'express';
import Keygrip from 'keygrip';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/units';
import type { Config } from '../config';
import { SessionTooLarge } from '../errors';
import { packCredentials, readClaims, type Tokens, unpackCredentials } from './credentials';
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
const COOKIE_LIMIT_BYTES = 4096;

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

/** The names of a session's cookies: their kind, the key of a note, and the session. */
const COOKIE_NAME = /^([a-z]+)(?:\.([\w-]+))?\.([\da-f]{8})(?:\.sig)?$/;

type Cookies = Readonly<Record<string, string | undefined>>;

type Settings = Pick<Config, 'secure' | 'sessionKeys' | 'sessionIdleMinutes' | 'sessionMaxHours'>;

/** The name of a cookie. The prefix makes browsers reject it from sibling hosts and over plain http. */
export function cookieName(name: string, { secure }: Pick<Config, 'secure'>): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * Middleware that opens the cookies of the session and puts it into `response.locals.session`. One has the session's identity,
 * one the tokens, and each note has its own. Their names end with a part of its ID, so that a late response of an earlier
 * session neither replaces nor clears them. The others are sealed for its ID and their name.
 */
export function session(
  settings: Settings,
  { now, endedSessions }: { now: () => number; endedSessions: EndedSessions },
): RequestHandler {
  const prefix = cookieName('', settings);
  const seal = createSeal(settings.sessionKeys, 'session');
  const cache = { ttl: OPENED_SESSION_TTL_MS, ttlAutopurge: true };
  /** Decrypted sessions, by the Cookie header. */
  const openedSessions = new LRUCache<string, readonly OpenedSession[]>({ max: 500, ...cache });
  /** Tokens that were renewed too late for a cookie, by the ID of their session: about 3 MB. */
  const renewedTokens = new LRUCache<string, Tokens>({ max: 1000, ...cache });
  const idleLimit = settings.sessionIdleMinutes * MINUTE_MS;
  const absoluteLimit = settings.sessionMaxHours * HOUR_MS;
  // Sealing a cookie for each response, to extend the idle limit by seconds, is not worth its cost.
  const seenInterval = Math.min(MINUTE_MS, idleLimit / 10);

  const attributes = { httpOnly: true, sameSite: 'lax', secure: settings.secure, path: '/' } as const;
  const keys = new Keygrip(
    settings.sessionKeys.map(key => Buffer.from(deriveKey(key, 'session: sign')).toString('base64url')),
    'sha256',
  );

  const nameOf = (id: string, name: string) => `${prefix}${name}.${shortOf(id)}`;
  const clearing = (name: string) => setCookie(name, '', 0);

  return async (request, response, next) => {
    const opened = await openSessions(request.headers.cookie);
    const current = await firstOpen(opened);
    const isOpened = isOpenedPage(request);

    const session = new Session(current?.state, {
      now,
      async write(changed, decisions) {
        const before = current?.state.identity === changed?.identity ? current : undefined;
        // A sign-in ends the session that it replaces.
        if (current && !before) await endSession(current);
        if (request.method === 'HEAD' || (before && endedSessions.endedHere(before.state.identity.id)))
          return;
        const cookies = parseCookie(request.headers.cookie ?? '');
        const others = cookiesOfOthers(cookies, changed?.identity.id).map(clearing);
        response.append('Set-Cookie', changed ? await cookiesOf(changed, before, decisions, others) : others);
        if (changed && before?.isStale !== false) await writeIdentity(changed.identity, request, response);
      },
      keepTokens: (id, tokens) => void renewedTokens.set(id, tokens),
      deny: async () => current && endSession(current),
      // Only a page that somebody opens says that a session has ended.
      isDue: current
        ? current.isStale || current.hasOthers || isUnseen(current)
        : isOpened && opened.length > 0,
      hasEnded: !current && opened.length > 0,
      isOpened,
    });
    const renewed = renewedTokens.get(session.id ?? '');
    if (renewed && session.tokens && isNewer(renewed, session.tokens)) session.renewTokens(renewed);
    response.locals.session = session;
    next();
  };

  /** The cookies to set and to clear, as many as fit. Without `before`, the session is new. */
  async function cookiesOf(
    changed: SessionState,
    before: OpenedSession | undefined,
    decisions: Decisions,
    others: readonly string[],
  ): Promise<string[]> {
    const { identity, credentials } = changed;
    const isStale = before?.isStale !== false;
    const hasTokens = isStale || credentials !== before.state.credentials;
    const cookies = hasTokens ? [await sealTokens(changed)] : [];
    const [toasts, cleared]: [string[], string[]] = [[], []];
    for (const [name, note] of decisions) {
      if (!note) cleared.push(clearing(nameOf(identity.id, name)));
      else (note.kind === 'toast' ? toasts : cookies).push(await sealNote(identity, note));
    }
    const isVisit = before && (isStale || isUnseen(before));
    const seen = isVisit ? [await sealNote(identity, { kind: 'seen', key: '', value: now() })] : [];
    const limit = hasTokens ? COOKIES_WITH_TOKENS_LIMIT_BYTES : COOKIES_LIMIT_BYTES;
    const room = isStale ? limit - IDENTITY_COOKIE_BYTES : limit;
    return withinLimit(room, cookies, [...toasts, ...cleared, ...others, ...seen]);
  }

  /** cookie-session writes the cookie with the headers. Its name has the session, so each session needs a middleware of its own. */
  async function writeIdentity(identity: SessionIdentity, request: Request, response: Response) {
    const sealed = await seal.encrypt(identity);
    const options = { ...attributes, name: nameOf(identity.id, 'session'), keys, maxAge: absoluteLimit };
    cookieSession(options)(request, response, () => {
      request.session = { sealed };
    });
  }

  /** @throws {SessionTooLarge} Thrown when the tokens do not fit into a cookie. */
  async function sealTokens({ identity, credentials }: SessionState): Promise<string> {
    const name = nameOf(identity.id, 'tokens');
    const sealed = await seal.encryptBytes(packCredentials(credentials), placeOf(identity.id, 'tokens'));
    const cookie = setCookie(name, sealed, remainingLifetime(identity));
    if (cookie.length > COOKIE_LIMIT_BYTES) throw new SessionTooLarge(cookie.length);
    return cookie;
  }

  async function sealNote(identity: SessionIdentity, note: Note): Promise<string> {
    const sealed = await seal.encrypt(note.value, placeOf(identity.id, noteName(note)));
    return setCookie(nameOf(identity.id, noteName(note)), sealed, lifetimeOf(note, identity));
  }

  // Not by `response.cookie`, which would add Expires: every byte of the headers counts.
  function setCookie(name: string, value: string, milliseconds: number): string {
    const maxAge = Math.ceil(milliseconds / SECOND_MS);
    return stringifySetCookie({ ...attributes, name, value, maxAge });
  }

  function lifetimeOf(note: Note, identity: SessionIdentity): number {
    if (note.kind === 'toast') return TOAST_TTL_MS;
    if (note.kind === 'changed') return CHANGE_TTL_MS;
    return note.kind === 'job' ? note.value.until - now() : remainingLifetime(identity);
  }

  /** The names of the cookies of other sessions, which late responses leave. */
  function cookiesOfOthers(cookies: Cookies, id = ''): string[] {
    return Object.keys(cookies).filter(cookie => {
      const parts = readName(cookie);
      return parts && parts.session !== shortOf(id);
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
      const { identity } = session.state;
      const isInTime = now() - session.seenAt < idleLimit && remainingLifetime(identity) > 0;
      if (isInTime && !(await endedSessions.has(identity.id))) return session;
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
    const { id, openedAt } = identity;
    const tokens = await seal.decryptBytes(cookies[nameOf(id, 'tokens')] ?? '', placeOf(id, 'tokens'));
    if (!tokens) return undefined;
    const credentials = unpackCredentials(tokens.value);
    const notes = new Map<string, Note>();
    for (const [cookie, sealed = ''] of Object.entries(cookies)) {
      const { kind = '', key = '', session } = readName(cookie) ?? {};
      if (!isNoteKind(kind) || session !== shortOf(id)) continue;
      const note = noteName({ kind, key });
      const value = (await seal.decrypt(sealed, placeOf(id, note)))?.value;
      const parsed = v.safeParse(noteSchemas[kind], value);
      if (parsed.success) notes.set(note, { kind, key, value: parsed.output } as Note);
    }
    const seen = notes.get('seen');
    return {
      state: { identity, credentials, claims: readClaims(credentials.idToken), notes },
      seenAt: Math.max(openedAt, seen?.kind === 'seen' ? seen.value : 0),
      isStale: opened.stale || tokens.stale,
      hasOthers: cookiesOfOthers(cookies, id).length > 0,
    };
  }

  function isUnseen({ seenAt }: OpenedSession): boolean {
    return now() - seenAt >= seenInterval;
  }

  /** Ends a session for copies of its cookies, on all replicas, until they would have expired. */
  async function endSession({ state: { identity } }: OpenedSession): Promise<void> {
    if (endedSessions.endedHere(identity.id)) return;
    await endedSessions.add(identity.id, Math.min(idleLimit, remainingLifetime(identity)));
  }

  /** How long until the absolute limit of a session, in milliseconds. */
  function remainingLifetime({ openedAt }: SessionIdentity): number {
    return openedAt + absoluteLimit - now();
  }
}

/** The place that a cookie is sealed for, so that it cannot be moved to another session or name. */
const placeOf = (id: string, name: string) => `${id} ${name}`;

function isNoteKind(kind = ''): kind is NoteKind {
  return Object.hasOwn(noteSchemas, kind);
}

/**
 * Cookies, and the optional ones that fit, the most important first. Losing a toast is better than a response that a proxy
 * refuses; a later response clears the other cookies and writes the time of the visit.
 */
function withinLimit(limit: number, cookies: readonly string[], optional: readonly string[]): string[] {
  let room = limit;
  return [...cookies, ...optional].filter((header, at) => {
    const size = `Set-Cookie: ${header}\r\n`.length;
    if (at >= cookies.length && size > room) return false;
    room -= size;
    return true;
  });
}

interface OpenedSession {
  readonly state: SessionState;
  /** When it was last used. */
  readonly seenAt: number;
  /** Whether it was sealed with an older key (see `createSeal`). */
  readonly isStale: boolean;
  /** Whether there are cookies of other sessions. */
  readonly hasOthers: boolean;
}

/**
 * Whether somebody opens the response, and so sees what it says: it is neither a prefetch, nor a part of another page, nor a
 * file that a browser looks for by itself.
 */
function isOpenedPage({ method, path, headers }: Request): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose = '' } = headers;
  return (
    method !== 'HEAD' &&
    destination === 'document' &&
    purpose === '' &&
    path.lastIndexOf('.') < path.lastIndexOf('/')
  );
}

/** Whether tokens are newer than those of a cookie. */
function isNewer(renewed: Tokens, { idToken }: Tokens): boolean {
  const expiresAt = (token: string) => readClaims(token)?.expiresAt ?? 0;
  return renewed.idToken !== idToken && expiresAt(renewed.idToken) >= expiresAt(idToken);
}
