import type { RequestHandler } from 'express';
import type { Config } from '../config';
import { isHealthCheck, routeOf } from './request-log';
import type { Tracing } from './tracing';

/**
 * Middleware that traces each request, as a part of the trusted proxy's trace where there is one. Every line of the
 * request's log names the trace from here on, so that one leads to the other.
 */
export function requestTrace(tracing: Tracing, { trustProxy }: Pick<Config, 'trustProxy'>): RequestHandler {
  return (request, response, next) => {
    if (isHealthCheck(request)) {
      next();
      return;
    }
    const { method, protocol: scheme } = request;
    const headers = trustProxy > 0 ? request.headers : {};
    const end = tracing.request({ method, scheme, headers }, names => {
      request.log.setBindings({ ...names });
      next();
    });
    response.once('close', () =>
      end({
        route: routeOf(request),
        status: response.writableFinished ? response.statusCode : undefined,
      }),
    );
  };
}
