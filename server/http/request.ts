import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Query } from '../../shared/list-state';
import type { CallContext } from '../backends/call';
import type { SealedTexts } from '../session/sealed-texts';
import type { Session } from '../session/session';
import { clientAddress } from './client-address';

/** A request as handlers see it: data and the session, nothing of Express. */
export interface PortalRequest extends SealedTexts {
  readonly path: string;
  readonly query: Query;
  /** The query, with its question mark, exactly as it came. */
  readonly search: string;
  /** Fields of the posted form; a name that came twice counts as absent. */
  readonly form: Readonly<Record<string, string>>;
  /** Returns all values of a form's field that may come more than once; none for one that did not come. */
  readonly values: (name: string) => readonly string[];
  /** True when the browser's connection is https, be it to a trusted proxy. */
  readonly secure: boolean;
  readonly session: Session;
  readonly log: Logger;
  /** The client's network address. */
  readonly client: string;
  /** Returns a signal that aborts when the browser leaves before its answer is complete. */
  readonly gone: () => AbortSignal;
}

/** Who is signed in. */
export interface Administrator {
  readonly email: string;
  readonly bearer: CallContext;
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
    values: name => fieldValues(request.body, name),
    secure: request.secure,
    session: response.locals.session,
    pendingEmail: response.locals.pendingEmail,
    interruptedPage: response.locals.interruptedPage,
    log: request.log,
    client: clientAddress(request),
    gone: () => goneSignal(response),
  };
}

/** Returns a signal that aborts when the browser leaves before its answer is complete. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  const close = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) close();
  else response.once('close', close);
  return gone.signal;
}

/**
 * Returns path and query of a request as they came, without the host that a request line may name. Browsers take a
 * link to `//evil.example` for one to another site, and a backslash for a slash: several of them become one (T46).
 */
export function addressOf(request: Request): { path: string; search: string } {
  const [, search] = request.originalUrl.split(/\?(.*)/s);
  return {
    path: request.path.replace(/^[/\\]+/, '/'),
    search: search === undefined ? '' : `?${search}`,
  };
}

function fieldValues(body: unknown, name: string): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  const value: unknown = Reflect.get(body, name);
  return (Array.isArray(value) ? value : [value]).filter(each => typeof each === 'string');
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
