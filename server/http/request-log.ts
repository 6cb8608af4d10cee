import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { paths } from '../../shared/paths';
import type { BackendCalls } from '../backend-calls';
import type { CallOutcome } from '../backends/call';
import type { Config } from '../config';
import type { Metrics } from '../metrics';

interface Options {
  readonly config: Pick<Config, 'trustProxy'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly backendCalls: BackendCalls;
}

/**
 * Middleware that gives each request a name, and writes one line and one measurement when it is answered. The name is
 * the trusted proxy's where there is one, so that both logs can be read together.
 */
export function requestLog({ config, logger, metrics, backendCalls }: Options): RequestHandler[] {
  const log = pinoHttp<Request, Response>({
    logger,
    genReqId(request, response) {
      const id = (config.trustProxy > 0 && nameFromProxy(request)) || randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    autoLogging: { ignore: isHealthCheck },
    quietReqLogger: true,
    // Else errors are written in full, with the messages of what caused them, and not as the logger does it.
    wrapSerializers: false,
    customProps: (_request, response) => ({
      ...response.locals.span,
      ...(response.locals.session?.claims && { user: pseudonym(response.locals.session.claims.userId) }),
      ...(response.locals.backendCalls?.length && { backends: response.locals.backendCalls.map(describe) }),
    }),
    serializers: {
      // The path without its query: a sign-in link's code and searches for people travel there.
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?', 1)[0] }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  });

  const measure: RequestHandler = (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      if (isHealthCheck(request)) return;
      metrics.request({
        method: request.method,
        route: routeOf(request) ?? 'other',
        status: response.statusCode,
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
    response.locals.backendCalls = backendCalls.collect(next);
  };
  return [log, measure];
}

/** Whether the platform asks how the process is, which it does all the time. */
export function isHealthCheck({ url }: IncomingMessage): boolean {
  return url === paths.healthz || url === paths.readyz;
}

/** The path of the route that has answered, as it is written in the code; undefined when none has. */
export function routeOf({ route }: Request): string | undefined {
  return typeof route?.path === 'string' ? route.path : undefined;
}

/** The request's name as a proxy gives it, if it is one that can stand in a log. */
function nameFromProxy({ headers }: IncomingMessage): string | undefined {
  const name = headers['x-request-id'];
  return typeof name === 'string' && /^[\w.:-]{1,128}$/.test(name) ? name : undefined;
}

/** Tells one administrator from another in the log, and not who they are. */
function pseudonym(userId: string): string {
  return createHash('sha256').update(userId).digest('base64url').slice(0, 12);
}

function describe({ name, outcome, milliseconds }: CallOutcome) {
  return { call: name, outcome, ms: Math.round(milliseconds) };
}

declare global {
  namespace Express {
    interface Locals {
      /** The calls that have been made for this request. */
      backendCalls?: readonly CallOutcome[];
    }
  }
}
