import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Query } from '../../shared/list-state';
import type { Administrator } from '../backends/call';
import type { Interruption, SealedCookies } from '../session/sealed-cookies';
import type { Session } from '../session/session';
import { clientAddress } from './client-address';
import type { PostedFile, PostedForm } from './read-form';

/** A request as handlers receive it: data and the session, without Express. */
export interface PortalRequest extends SealedCookies {
  readonly path: string;
  readonly isHead: boolean;
  readonly query: Query;
  /** The query string, including its question mark, exactly as received; '' if it is too long to be repeated. */
  readonly search: string;
  /** Fields of the posted form; a repeated name is treated as absent. */
  readonly form: Readonly<Record<string, string>>;
  /** All values of a form field that may be repeated; an empty list if there is none. */
  readonly values: (name: string) => readonly string[];
  /** The files that were posted with the form, by the names of their fields, where a route accepts them. */
  readonly files: Readonly<Record<string, PostedFile>>;
  /** Whether the browser's connection, to the portal or to a trusted proxy, uses https. */
  readonly secure: boolean;
  readonly session: Session;
  readonly log: Logger;
  /** The client's network address. */
  readonly client: string;
  /** Whether the browser is built on Chromium. Others do not send the header with its brands. */
  readonly isChromium: boolean;
  /** A signal that aborts when the client disconnects before the response is complete. */
  readonly disconnectSignal: () => AbortSignal;
  /** The administrator that the sign-in guard has let in. */
  readonly administrator?: Administrator;
}

/** The page that the next sign-in opens, and the toast for an action that was not carried out. */
export type Resume = (request: PortalRequest) => Pick<Interruption, 'url' | 'notDone'>;

export function readRequest(request: Request, response: Response): PortalRequest {
  const { fields, files } = response.locals.form ?? { fields: new Map(), files: {} };
  return {
    ...addressOf(request),
    isHead: request.method === 'HEAD',
    query: request.query,
    form: singleFields(fields),
    values: name => fields.get(name) ?? [],
    files,
    secure: request.secure,
    session: response.locals.session,
    pendingEmail: response.locals.pendingEmail,
    interruptedPage: response.locals.interruptedPage,
    log: request.log,
    client: clientAddress(request),
    isChromium: request.get('Sec-CH-UA') !== undefined,
    disconnectSignal: () => disconnectSignal(response),
    administrator: response.locals.administrator,
  };
}

/** A signal that aborts when the client disconnects before the response is complete. */
export function disconnectSignal(response: Response): AbortSignal {
  const disconnected = new AbortController();
  const close = () => {
    if (!response.writableFinished) disconnected.abort();
  };
  if (response.closed) close();
  else response.once('close', close);
  return disconnected.signal;
}

/** How long a query string may be to be repeated by a page, a few times, where a character can take five (T86). */
const SEARCH_LIMIT = 3000;

/**
 * The path and query of a request as received, without the host that a request line may contain. Leading slashes
 * and backslashes are collapsed into one slash: browsers treat `//evil.example` as another host (T46).
 */
function addressOf(request: Request): { path: string; search: string } {
  const [, search] = request.originalUrl.split(/\?(.*)/s);
  return {
    path: request.path.replace(/^[/\\]+/, '/'),
    search: search === undefined || search.length > SEARCH_LIMIT ? '' : `?${search}`,
  };
}

function singleFields(fields: PostedForm['fields']): Record<string, string> {
  const single: Record<string, string> = Object.create(null);
  for (const [name, [value, ...others]] of fields) {
    if (value !== undefined && others.length === 0) single[name] = value;
  }
  return single;
}

declare global {
  namespace Express {
    interface Locals extends SealedCookies {
      session: Session;
      /** A body of unknown length, set by `joinPieces`. */
      body?: import('express').Request;
      /** Set by `createSmallFormReader` and `createUploadReader`. */
      form?: PostedForm;
      /** Set by the sign-in guard. */
      administrator: Administrator;
      /** Set by the sign-in guard. */
      resume?: Resume | undefined;
    }
  }
}
