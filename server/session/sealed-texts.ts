import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import * as v from 'valibot';
import type { Config } from '../config';
import { createSeal } from './seal';
import { cookieName, cookieSize, LARGEST_COOKIE } from './session';

const HOUR = 60 * 60 * 1000;

const schema = v.object({ text: v.string(), keptAt: v.number() });

/** A text that a browser keeps for the portal, sealed in a cookie of its own. */
export interface SealedText {
  readonly text: string | undefined;
  /** The cookie itself: known to this browser alone, and another one each time; undefined without a text. */
  readonly sealed: string | undefined;
  /** Keeps this text and no older one; none at all if it does not fit into a cookie. */
  readonly keep: (text: string) => Promise<void>;
  readonly drop: () => void;
}

export interface SealedTexts {
  /** The e-mail that this browser asked a sign-in link for (P44). */
  readonly pendingEmail: SealedText;
  /** What a missing session has interrupted (see `readInterruption`). */
  readonly interruptedPage: SealedText;
}

/** Middleware that puts what the browser keeps for the portal into `response.locals`. */
export function sealedTexts(
  settings: Pick<Config, 'secure' | 'sessionKeys'>,
  now: () => number,
): RequestHandler {
  // A link is good for as long as the identity provider accepts it.
  const openPendingEmail = sealedText('pending-email', 6 * HOUR, settings, now);
  const openInterruptedPage = sealedText('interrupted-page', HOUR, settings, now);

  return async (request, response, next) => {
    response.locals.pendingEmail = await openPendingEmail(request, response);
    response.locals.interruptedPage = await openInterruptedPage(request, response);
    next();
  };
}

function sealedText(
  baseName: string,
  life: number,
  settings: Pick<Config, 'secure' | 'sessionKeys'>,
  now: () => number,
): (request: Request, response: Response) => Promise<SealedText> {
  const name = cookieName(baseName, settings);
  const seal = createSeal(settings.sessionKeys, baseName);
  // Lax, not Strict: the cookie has to come along when the link in the mail is clicked.
  const attributes = { httpOnly: true, sameSite: 'lax', secure: settings.secure, path: '/' } as const;

  return async (request, response) => {
    const { cookie: cookies = '' } = request.headers;
    // Most requests have none.
    const cookie = cookies.includes(`${name}=`) ? parseCookie(cookies)[name] : undefined;
    const opened = cookie === undefined ? undefined : await seal.open(cookie);
    const kept = v.safeParse(schema, opened?.value);
    const fresh = kept.success && now() - kept.output.keptAt < life;
    const drop = () => {
      response.clearCookie(name, attributes);
    };
    return {
      text: fresh ? kept.output.text : undefined,
      sealed: fresh ? cookie : undefined,
      async keep(text) {
        const value = await seal.close({ text, keptAt: now() });
        if (cookieSize(name, value) > LARGEST_COOKIE) drop();
        else response.cookie(name, value, { ...attributes, maxAge: life });
      },
      drop,
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
