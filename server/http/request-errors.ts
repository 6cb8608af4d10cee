import type { Logger } from 'pino';
import { isAbandoned } from '../errors';
import type { Metrics } from '../telemetry/metrics';

/** Logs and counts the error of a request. A client that disconnected is logged at info and not counted. */
export function recordError(
  error: unknown,
  { status, log, metrics }: { readonly status: number; readonly log: Logger; readonly metrics: Metrics },
): void {
  if (isAbandoned(error)) {
    log.info({ err: error }, 'Request abandoned');
    return;
  }
  metrics.error(error instanceof Error ? error.name : 'unknown');
  if (status >= 500) log.error({ err: error }, 'Request failed');
  else log.info({ err: error }, 'Request refused');
}
