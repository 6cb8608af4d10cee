import type { RequestHandler } from 'express';
import type { Config } from '../config';
import { isHealthCheck, routeOf } from './request-log';
import type { Tracing } from './tracing';

/**
 * Middleware that traces each request, as part of a trusted proxy's trace if there is one. From here on, every log
 * line of the request contains the trace ID.
 */
export function requestTrace(tracing: Tracing, { trustProxy }: Pick<Config, 'trustProxy'>): RequestHandler {
  return (request, response, next) => {
    if (isHealthCheck(request)) {
      next();
      return;
    }
    const { method, protocol: scheme } = request;
    const headers = trustProxy > 0 ? request.headers : {};
    const end = tracing.request({ method, scheme, headers }, ids => {
      request.log.setBindings(ids);
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
