import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import * as v from 'valibot';
import { HOUR_MS } from '../../shared/units';
import type { Config } from '../config';
import { createSeal } from './seal';
import { COOKIE_LIMIT_BYTES, cookieName, cookieSize } from './session-cookie';

/** How long the email address of a requested link is kept: the identity provider accepts the link for six hours. */
const PENDING_EMAIL_TTL_MS = 6 * HOUR_MS;

const INTERRUPTED_PAGE_TTL_MS = HOUR_MS;

const schema = v.object({ text: v.string(), keptAt: v.number() });

/** A text in a separate sealed cookie. */
export interface SealedText {
  readonly text: string | undefined;
  /** The value of the cookie, unique to this browser and this text; undefined if there is no text. */
  readonly sealed: string | undefined;
  /** Replaces the text. A text that does not fit into a cookie clears it. */
  readonly set: (text: string) => Promise<void>;
  readonly clear: () => void;
}

export interface SealedTexts {
  /** The email address that this browser requested a sign-in link for (P44). */
  readonly pendingEmail: SealedText;
  /** The request that a missing session interrupted (see `readInterruption`). */
  readonly interruptedPage: SealedText;
}

/** Middleware that opens these cookies and puts them into `response.locals`. */
export function sealedTexts(
  settings: Pick<Config, 'secure' | 'sessionKeys'>,
  now: () => number,
): RequestHandler {
  const openPendingEmail = sealedText('pending-email', PENDING_EMAIL_TTL_MS, settings, now);
  const openInterruptedPage = sealedText('interrupted-page', INTERRUPTED_PAGE_TTL_MS, settings, now);

  return async (request, response, next) => {
    response.locals.pendingEmail = await openPendingEmail(request, response);
    response.locals.interruptedPage = await openInterruptedPage(request, response);
    next();
  };
}

function sealedText(
  baseName: string,
  ttlMs: number,
  settings: Pick<Config, 'secure' | 'sessionKeys'>,
  now: () => number,
): (request: Request, response: Response) => Promise<SealedText> {
  const name = cookieName(baseName, settings);
  const seal = createSeal(settings.sessionKeys, baseName);
  // Not Strict: the browser must send the cookie when the link in the email is clicked.
  const attributes = { httpOnly: true, sameSite: 'lax', secure: settings.secure, path: '/' } as const;

  return async (request, response) => {
    const { cookie: cookies = '' } = request.headers;
    // Skips parsing for most requests.
    const cookie = cookies.includes(`${name}=`) ? parseCookie(cookies)[name] : undefined;
    const opened = cookie === undefined ? undefined : await seal.decrypt(cookie);
    const parsed = v.safeParse(schema, opened?.value);
    const isFresh = parsed.success && now() - parsed.output.keptAt < ttlMs;
    const clear = () => {
      if (cookie !== undefined) response.clearCookie(name, attributes);
    };
    return {
      text: isFresh ? parsed.output.text : undefined,
      sealed: isFresh ? cookie : undefined,
      async set(text) {
        const value = await seal.encrypt({ text, keptAt: now() });
        if (cookieSize(name, value) > COOKIE_LIMIT_BYTES) clear();
        else response.cookie(name, value, { ...attributes, maxAge: ttlMs });
      },
      clear,
    };
  };
}

declare global {
  namespace Express {
    interface Locals {
      pendingEmail: SealedText;
      interruptedPage: SealedText;
    }
  }
}
