import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config';

/** Lines are written together, when there are so many characters of them or after so many milliseconds. */
const FULL = 8 * 1024;
const LATEST = 100;

/**
 * Writes one JSON line for each event. Of an error it keeps the kind, the code and where it happened; of what
 * caused it only kind and code, for messages from outside may quote tokens, e-mails or a backend's words.
 */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  return pino(
    { level: logLevel, base: null, serializers: { err: describeError } },
    destination ?? pino.destination({ dest: 1, sync: false, minLength: FULL, periodicFlush: LATEST }),
  );
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    ...details(error),
    stack: error.stack
      ?.split('\n')
      .slice(1, 6)
      .map(line => line.trim()),
    ...(error.cause instanceof Error && { cause: { type: error.cause.name, ...details(error.cause) } }),
  };
}

function details(error: Error): object {
  const known = ['code', 'status', 'reason', 'upstreamStatus'].flatMap(name => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  return Object.fromEntries(known);
}
