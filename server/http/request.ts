import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Query } from '../../shared/list-state';
import type { Bearer } from '../backends/call';
import type { SealedTexts } from '../session/sealed-texts';
import type { Session } from '../session/session';

/** A request as pages see it: data and the session, nothing of Express. */
export interface PortalRequest extends SealedTexts {
  readonly path: string;
  readonly query: Query;
  /** The address after the path, with its question mark, exactly as it came. */
  readonly search: string;
  /** Fields of the posted form; a name that came twice counts as absent. */
  readonly form: Readonly<Record<string, string>>;
  /** True when the browser's connection is https, be it to a trusted proxy. */
  readonly secure: boolean;
  readonly session: Session;
  readonly log: Logger;
}

/** Who is signed in. */
export interface Administrator {
  readonly email: string;
  readonly bearer: Bearer;
}

/** A request that has passed the sign-in guard. */
export interface SignedInRequest extends PortalRequest {
  readonly administrator: Administrator;
}

/** What a handler needs to know of an Express request. */
export function readRequest(request: Request, response: Response): PortalRequest {
  return {
    ...addressOf(request),
    query: request.query,
    form: singleFields(request.body),
    secure: request.secure,
    session: response.locals.session,
    pendingEmail: response.locals.pendingEmail,
    interruptedPage: response.locals.interruptedPage,
    log: request.log,
  };
}

/** Path and query of a request, as they came. A request line may name a host too, which is left out. */
export function addressOf(request: Request): { path: string; search: string } {
  const [, search] = request.originalUrl.split(/\?(.*)/s);
  return { path: request.path, search: search === undefined ? '' : `?${search}` };
}

function singleFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

declare global {
  namespace Express {
    interface Locals {
      /** Present behind the sign-in guard. */
      administrator?: Administrator;
    }
  }
}
