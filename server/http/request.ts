import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Query } from '../../shared/list-state';
import type { CallContext } from '../backends/call';
import type { SealedTexts } from '../session/sealed-texts';
import type { Session } from '../session/session';
import { clientAddress } from './client-address';

/** A request as handlers receive it: data and the session, without Express. */
export interface PortalRequest extends SealedTexts {
  readonly path: string;
  readonly query: Query;
  /** The query string, including its question mark, exactly as received. */
  readonly search: string;
  /** Fields of the posted form; a repeated name is treated as absent. */
  readonly form: Readonly<Record<string, string>>;
  /** Returns all values of a form field that may be repeated; an empty list if there is none. */
  readonly values: (name: string) => readonly string[];
  /** The file that was posted with the form, where a route accepts one. */
  readonly file: PostedFile | undefined;
  /** Whether the browser's connection, to the portal or to a trusted proxy, uses https. */
  readonly secure: boolean;
  readonly session: Session;
  readonly log: Logger;
  /** The client's network address. */
  readonly client: string;
  /** Returns a signal that aborts when the client disconnects before the response is complete. */
  readonly disconnectSignal: () => AbortSignal;
}

/** A file that was posted with a form. */
interface PostedFile {
  /** Undefined when the file was too large. */
  readonly bytes: Uint8Array | undefined;
}

/** The signed-in administrator. */
interface Administrator {
  readonly email: string;
  readonly context: CallContext;
}

/** A request that has passed the sign-in guard. */
export interface SignedInRequest extends PortalRequest {
  readonly administrator: Administrator;
}

/** Returns the part of an Express request that handlers use. */
export function readRequest(request: Request, response: Response): PortalRequest {
  return {
    ...addressOf(request),
    query: request.query,
    form: singleFields(request.body),
    values: name => fieldValues(request.body, name),
    file: response.locals.file,
    secure: request.secure,
    session: response.locals.session,
    pendingEmail: response.locals.pendingEmail,
    interruptedPage: response.locals.interruptedPage,
    log: request.log,
    client: clientAddress(request),
    disconnectSignal: () => disconnectSignal(response),
  };
}

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function disconnectSignal(response: Response): AbortSignal {
  const disconnected = new AbortController();
  const close = () => {
    if (!response.writableFinished) disconnected.abort();
  };
  if (response.closed) close();
  else response.once('close', close);
  return disconnected.signal;
}

/**
 * Returns the path and query of a request as received, without the host that a request line may contain. Leading slashes
 * and backslashes are collapsed into one slash: browsers treat `//evil.example` as another host (T46).
 */
function addressOf(request: Request): { path: string; search: string } {
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
      /** Set by the sign-in guard. */
      administrator?: Administrator;
      /** Set by `readFormWithFile`. */
      file?: PostedFile;
    }
  }
}
