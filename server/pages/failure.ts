import type { Logger } from 'pino';
import { BackendError, isAbandoned } from '../errors';

/** Logs a failure under the specification's sentence: the one it was thrown with, else the fallback. */
export function logFailure(log: Logger, error: unknown, fallback: string): void {
  const level = isAbandoned(error) ? 'info' : 'error';
  log[level]({ err: error }, error instanceof BackendError ? error.message : fallback);
}
