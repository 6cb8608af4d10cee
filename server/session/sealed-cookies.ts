import { parseCookie } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import * as v from 'valibot';
import { toastCodes } from '../../shared/messages';
import { HOUR_MS } from '../../shared/units';
import type { Config } from '../config';
import { createSeal } from './seal';
import { toastSchema } from './session';
import { cookieName } from './session-cookie';

/** How long the email address of a requested link is kept: the identity provider accepts the link for six hours. */
const PENDING_EMAIL_TTL_MS = 6 * HOUR_MS;

const INTERRUPTION_TTL_MS = HOUR_MS;

const interruptionSchema = v.object({
  /** Path and query of the page to return to. */
  url: v.string(),
  /** Whether there was a session before; false for a deep link opened while signed out. */
  sessionEnded: v.boolean(),
  /** The toast that says which action was not carried out. */
  notDone: v.optional(v.picklist(toastCodes)),
  /** The toast of an action that was carried out before the session ended. */
  done: v.optional(toastSchema),
});

/** A request that was interrupted because there was no session. */
export type Interruption = Readonly<v.InferOutput<typeof interruptionSchema>>;

/** A value in a sealed cookie of its own, until the browser forgets it. */
interface SealedCookie<Value> {
  readonly value: Value | undefined;
  /** The text of the cookie, unique to this browser and this value; undefined if there is no value. */
  readonly sealed: string | undefined;
  readonly set: (value: Value) => Promise<void>;
  readonly clear: () => void;
}

export interface SealedCookies {
  /** The email address that this browser requested a sign-in link for (P44). */
  readonly pendingEmail: SealedCookie<string>;
  /** The request that a missing session interrupted. */
  readonly interruptedPage: SealedCookie<Interruption>;
}

type Settings = Pick<Config, 'secure' | 'sessionKeys'>;

/** Middleware that opens these cookies and puts them into `response.locals`. */
export function sealedCookies(settings: Settings): RequestHandler {
  const openPendingEmail = sealedCookie('pending-email', v.string(), PENDING_EMAIL_TTL_MS, settings);
  const openInterruptedPage = sealedCookie(
    'interrupted-page',
    interruptionSchema,
    INTERRUPTION_TTL_MS,
    settings,
  );

  return async (request, response, next) => {
    Object.assign(response.locals, {
      pendingEmail: await openPendingEmail(request, response),
      interruptedPage: await openInterruptedPage(request, response),
    });
    next();
  };
}

function sealedCookie<Value>(
  baseName: string,
  schema: v.GenericSchema<unknown, Value>,
  maxAge: number,
  settings: Settings,
): (request: Request, response: Response) => Promise<SealedCookie<Value>> {
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
    return {
      value: parsed.success ? parsed.output : undefined,
      sealed: parsed.success ? cookie : undefined,
      async set(value) {
        response.cookie(name, await seal.encrypt(value), { ...attributes, maxAge });
      },
      clear() {
        if (cookie !== undefined) response.clearCookie(name, attributes);
      },
    };
  };
}
