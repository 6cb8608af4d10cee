import { parseCookie } from 'cookie';
import type { RequestHandler } from 'express';
import * as v from 'valibot';
import type { Config } from '../config';
import { createSeal } from './seal';
import { cookieName } from './session';

/** As long as the identity provider accepts a link, in milliseconds. */
const LIFE = 6 * 60 * 60 * 1000;

const schema = v.object({ email: v.string(), askedAt: v.number() });

/** The e-mail that this browser asked a sign-in link for (specification, section 5). */
export interface PendingEmail {
  readonly email: string | undefined;
  /** Known to this browser alone, for each link that it asks for; undefined without a pending e-mail. */
  readonly id: string | undefined;
  readonly remember: (email: string) => Promise<void>;
  readonly forget: () => void;
}

/** Middleware that puts the pending e-mail into `response.locals.pendingEmail`. It travels sealed in a cookie. */
export function pendingEmail(
  settings: Pick<Config, 'secure' | 'sessionKeys'>,
  now: () => number,
): RequestHandler {
  const name = cookieName('pending-email', settings);
  const seal = createSeal(settings.sessionKeys, 'pending e-mail');
  // Lax, not Strict: the cookie has to come along when the link in the mail is clicked.
  const attributes = { httpOnly: true, sameSite: 'lax', secure: settings.secure, path: '/' } as const;

  return async (request, response, next) => {
    const cookie = parseCookie(request.headers.cookie ?? '')[name] ?? '';
    const opened = await seal.open(cookie);
    const pending = v.safeParse(schema, opened?.value);
    const fresh = pending.success && now() - pending.output.askedAt < LIFE;
    response.locals.pendingEmail = {
      email: fresh ? pending.output.email : undefined,
      id: fresh ? cookie : undefined,
      async remember(email) {
        response.cookie(name, await seal.close({ email, askedAt: now() }), { ...attributes, maxAge: LIFE });
      },
      forget() {
        response.clearCookie(name, attributes);
      },
    };
    next();
  };
}

declare global {
  namespace Express {
    interface Locals {
      pendingEmail: PendingEmail;
    }
  }
}
