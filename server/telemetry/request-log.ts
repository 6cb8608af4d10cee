// One log line and one measurement for each request, when its response is complete or its browser has gone. The line has the
// path without the query, the administrator's pseudonym, the status, the time, and each backend call of the request with its
// own time. It never has text that somebody typed: a path that the portal does not have is logged as "(unknown)". The package
// pino-http is not used: it creates four loggers per request, which takes up to a third of a page's time
// (docs/decisions/0016).

import type { AsyncLocalStorage } from 'node:async_hooks';
import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { paths } from '../../shared/paths';
import type { CallOutcome } from '../backends/call';
import type { Config } from '../config';
import type { Metrics } from './metrics';

/** The calls that have been made for the current request. */
export type BackendCalls = AsyncLocalStorage<CallOutcome[]>;

interface Options {
  readonly config: Pick<Config, 'trustProxy'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly backendCalls: BackendCalls;
  /** The paths that the portal has. Any other path may be text from elsewhere, and is not logged (T62). */
  readonly knownPaths: ReadonlySet<string>;
}

/**
 * Middleware that assigns each request an ID, and logs and measures it. A trusted proxy's ID is kept, so that both logs can be
 * correlated (T48).
 */
export function requestLog({ config, logger, metrics, backendCalls, knownPaths }: Options): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const calls: CallOutcome[] = [];
    const proxyId = request.get('X-Request-Id') ?? '';
    const reqId = config.trustProxy > 0 && isOpaqueId(proxyId) ? proxyId : randomUUID();
    response.setHeader('X-Request-Id', reqId);
    request.log = logger.child({ reqId });
    // Without a listener, writing to a disconnected browser would end the process.
    response.on('error', error => request.log.info({ err: error }, 'Response not written'));
    if (!isHealthCheck(request)) {
      response.once('close', () => {
        const milliseconds = performance.now() - startedAt;
        const { method, log } = request;
        const { statusCode: status, writableFinished, locals } = response;
        const backends = calls.map(({ name, outcome, milliseconds }) => ({
          call: name,
          outcome,
          ms: Math.round(milliseconds),
        }));
        const line = {
          req: { method, path: pathOf(request, knownPaths) },
          ...(locals.session?.claims && { user: pseudonym(locals.session.claims.userId) }),
          ...(backends.length > 0 && { backends }),
          res: { status },
          responseTime: Math.round(milliseconds),
        };
        if (!writableFinished) log.info(line, 'request aborted');
        else if (status >= 500) log.error(line, 'request errored');
        else log.info(line, 'request completed');
        const route = routeOf(request) ?? 'other';
        metrics.request({ method, route, status, seconds: milliseconds / 1000 });
      });
    }
    backendCalls.run(calls, next);
  };
}

/** The path to log, without the query, which may contain a sign-in code or search terms. */
function pathOf(request: Request, knownPaths: Options['knownPaths']): string {
  const [path = ''] = request.originalUrl.split('?', 1);
  if (path.startsWith(paths.assets)) return paths.assets;
  return routeOf(request) ?? (knownPaths.has(path) ? path : '(unknown)');
}

/** Whether this is a health check of the platform, which is not logged. */
export function isHealthCheck({ url }: IncomingMessage): boolean {
  return url === paths.healthz || url === paths.readyz;
}

/** The path of the matched route, as written in the code. */
export function routeOf({ route }: Request): string | undefined {
  return typeof route?.path === 'string' ? route.path : undefined;
}

/** Whether a text is safe to log as an ID: it is short, and has no characters such as @ or spaces, which typed text may contain. */
export function isOpaqueId(text: string): boolean {
  return /^[\w.:-]{1,128}$/.test(text);
}

/** A text that distinguishes administrators in the log without identifying them. */
export function pseudonym(userId: string): string {
  return hash('sha256', userId, 'base64url').slice(0, 12);
}

declare global {
  namespace Express {
    interface Request {
      /** Adds the request's ID to each line. */
      log: Logger;
    }
  }
}
