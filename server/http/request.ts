import type { Request, Response } from 'express';
import type { Query } from '../../shared/list-state';
import type { Administrator } from '../backends/call';
import type { Interruption, SealedCookies } from '../session/sealed-cookies';
import type { Session } from '../session/session';
import { clientAddress } from './client-address';
import type { PostedForm } from './read-form';

/** A request as handlers receive it: data and the session, without Express. */
export type PortalRequest = Readonly<ReturnType<typeof readRequest>>;

/** The page that the next sign-in opens, and the toast for an action that was not carried out. */
export type Resume = (request: PortalRequest) => Pick<Interruption, 'url' | 'notDone'>;

export function readRequest(request: Request, response: Response) {
  const { session, pendingEmail, interruptedPage, form } = response.locals;
  const { fields = new Map<string, readonly string[]>(), file } = form ?? {};
  return {
    ...addressOf(request),
    isHead: request.method === 'HEAD',
    query: request.query as Query,
    form: singleFields(fields),
    /** All values of a form field that may be repeated; an empty list if there is none. */
    values: (name: string): readonly string[] => fields.get(name) ?? [],
    /** The file that was posted with the form, where a route accepts one. */
    file,
    /** Whether the browser's connection, to the portal or to a trusted proxy, uses https. */
    secure: request.secure,
    session,
    pendingEmail,
    interruptedPage,
    log: request.log,
    /** The client's network address. */
    client: clientAddress(request),
    /** Whether the browser is built on Chromium. Others do not send the header with its brands. */
    isChromium: request.get('Sec-CH-UA') !== undefined,
    disconnectSignal: () => disconnectSignal(response),
    /** The administrator that the sign-in guard has let in. */
    administrator: response.locals.administrator as Administrator | undefined,
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
 * The path of a request, without the host that a request line may contain, and its query with the question mark, exactly as
 * received; '' if it is too long to be repeated. Leading slashes and backslashes are collapsed into one slash: browsers treat
 * `//evil.example` as another host (T46).
 */
function addressOf(request: Request): { path: string; search: string } {
  const [, search] = request.originalUrl.split(/\?(.*)/s);
  return {
    path: request.path.replace(/^[/\\]+/, '/'),
    search: search === undefined || search.length > SEARCH_LIMIT ? '' : `?${search}`,
  };
}

/** The fields that were posted once: a repeated name counts as absent. */
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
