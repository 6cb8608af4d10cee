import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { paths } from '../../shared/paths';

/** Middleware that gives each request a name and writes one line when it is answered. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId(_request, response) {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    autoLogging: { ignore: request => request.url === paths.healthz || request.url === paths.readyz },
    quietReqLogger: true,
    // Else errors are written in full, with the messages of what caused them, and not as the logger does it.
    wrapSerializers: false,
    serializers: {
      // The path without its query: a sign-in link's code and searches for people travel there.
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?', 1)[0] }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  });
}
