import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { paths } from '../../shared/paths';
import type { CallOutcome } from '../backends/call';
import type { Config } from '../config';
import type { BackendCalls } from './backend-calls';
import type { Metrics } from './metrics';

interface Options {
  readonly config: Pick<Config, 'trustProxy'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly backendCalls: BackendCalls;
}

/**
 * Middleware that gives each request a name, and writes one line and one measurement when it is answered. The name is
 * the trusted proxy's where there is one, so that both logs can be read together. pino-http would do the line, but makes
 * four loggers for each request, one out of the other, which takes a tenth of a page's time.
 */
export function requestLog({ config, logger, metrics, backendCalls }: Options): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const reqId = (config.trustProxy > 0 && nameFromProxy(request)) || randomUUID();
    response.setHeader('X-Request-Id', reqId);
    request.log = logger.child({ reqId });
    // Whoever writes to a browser that has left must not end the process.
    response.on('error', error => request.log.info({ err: error }, 'Response not written'));
    if (!isHealthCheck(request)) {
      response.once('close', () => {
        const milliseconds = performance.now() - startedAt;
        writeLine(request, response, milliseconds);
        metrics.request({
          method: request.method,
          route: routeOf(request) ?? 'other',
          status: response.statusCode,
          seconds: milliseconds / 1000,
        });
      });
    }
    response.locals.backendCalls = backendCalls.collect(next);
  };
}

/** One line for a request that is over. */
function writeLine({ log, method, originalUrl }: Request, response: Response, milliseconds: number): void {
  const { statusCode: status, writableEnded, locals } = response;
  const line = {
    // The path without its query: a sign-in link's code and searches for people travel there.
    req: { method, path: originalUrl.split('?', 1)[0] },
    ...(locals.session?.claims && { user: pseudonym(locals.session.claims.userId) }),
    ...(locals.backendCalls?.length && { backends: locals.backendCalls.map(describe) }),
    res: { status },
    responseTime: Math.round(milliseconds),
  };
  if (status >= 500) log.error(line, 'request errored');
  else log.info(line, writableEnded ? 'request completed' : 'request aborted');
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
  return hash('sha256', userId, 'base64url').slice(0, 12);
}

function describe({ name, outcome, milliseconds }: CallOutcome) {
  return { call: name, outcome, ms: Math.round(milliseconds) };
}

declare global {
  namespace Express {
    interface Request {
      /** Writes lines that name the request. */
      log: Logger;
    }
    interface Locals {
      /** The calls that have been made for this request. */
      backendCalls?: readonly CallOutcome[];
    }
  }
}
