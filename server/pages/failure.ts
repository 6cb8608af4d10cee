import type { Logger } from 'pino';
import { BackendError, isAbandoned } from '../errors';

/** Logs an error: a BackendError with its own message, any other with the fallback. */
export function logFailure(log: Logger, error: unknown, fallback: string): void {
  const level = isAbandoned(error) ? 'info' : 'error';
  log[level]({ err: error }, error instanceof BackendError ? error.message : fallback);
}
