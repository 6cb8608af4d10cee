import type { Response } from 'express';
import { isAbandoned, statusOf } from '../errors';
import type { Metrics } from '../telemetry/metrics';

/** Logs and counts the error of a request. A page that its browser has canceled is logged at info and not counted. */
export function recordError(error: unknown, response: Response, metrics: Metrics): void {
  const { log, method } = response.req;
  // An action is carried out even if its browser has left.
  const isCanceled = method === 'GET' && response.closed && !response.writableFinished;
  if (isCanceled || isAbandoned(error)) {
    log.info({ err: error }, 'Request abandoned');
    return;
  }
  metrics.error(error instanceof Error ? error.name : 'unknown');
  if (statusOf(error) >= 500) log.error({ err: error }, 'Request failed');
  else log.info({ err: error }, 'Request refused');
}
