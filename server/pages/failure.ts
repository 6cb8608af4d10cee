import type { Logger } from 'pino';
import { BackendError, isAbandoned } from '../errors';

/** Logs a failure: a backend error under its own message, any other under the fallback. */
export function logFailure(log: Logger, error: unknown, fallback: string): void {
  const level = isAbandoned(error) ? 'info' : 'error';
  log[level]({ err: error }, error instanceof BackendError ? error.message : fallback);
}
