import type { ErrorRequestHandler, RequestHandler, Router } from 'express';
import { PageError, SessionEnded, statusOf } from '../errors';
import { sendPage } from './compress';
import { endSession } from './interrupted-page';
import { errorPage, renderPage } from './render-page';
import { recordError } from './request-errors';
import type { StreamOptions } from './stream-page';

export function methodsOf(...routers: readonly Router[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  for (const { route } of routers.flatMap(({ stack }) => stack)) {
    if (typeof route?.path !== 'string') continue;
    const all = new Set(
      route.stack.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())),
    );
    methods.set(route.path, [...(methods.get(route.path) ?? []), ...all]);
  }
  return methods;
}

/** Middleware that answers requests no route has matched. `allowed` has the methods of each path. */
export function notFound(allowed: ReadonlyMap<string, readonly string[]>): RequestHandler {
  return ({ method, path }, response) => {
    const methods = allowed.get(path);
    if (methods === undefined || method === 'GET' || method === 'HEAD') {
      throw new PageError('No such page', { status: 404 });
    }
    response.set('Allow', methods.join(', '));
    throw new PageError('The page does not support the method', { status: 405 });
  };
}

/** Middleware that renders every error as a page. It is the last middleware. */
export function errorHandler({
  assets,
  metrics,
}: Pick<StreamOptions, 'assets' | 'metrics'>): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    recordError(error, response, metrics);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { session } = response.locals;
    const failure =
      error instanceof SessionEnded ? error : session?.claims && (await session.save().catch(cause => cause));
    if (failure instanceof SessionEnded) return endSession(request, response);
    if (error instanceof PageError && error.retryAfter !== undefined) {
      response.set('Retry-After', String(error.retryAfter));
    }
    sendPage(renderPage(errorPage(error), { assets }), request, response.status(statusOf(error)));
  };
}
