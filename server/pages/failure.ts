import type { Logger } from 'pino';
import { BackendError, isAbandoned } from '../errors';

/** The result of calls to backends; undefined if one fails, which is only logged. */
export async function orUndefinedIfBackendFails<Result>(
  log: Logger,
  result: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    logFailure(log, error, error.message);
    return undefined;
  }
}

/** Logs an error: a BackendError with its own message, any other with the fallback. */
export function logFailure(log: Logger, error: unknown, fallback: string): void {
  const level = isAbandoned(error) ? 'info' : 'error';
  log[level]({ err: error }, error instanceof BackendError ? error.message : fallback);
}
