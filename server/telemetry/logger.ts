import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config';

// Lines are buffered: they are written when either bound is reached.
const BUFFER_LENGTH = 8 * 1024;
const FLUSH_INTERVAL_MS = 100;

/** Codes of certificates whose issuer Node does not know, such as a company's own CA. */
const UNKNOWN_ISSUER =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT\w*)|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*)$/;

/**
 * Creates a logger that writes one JSON line per event. An error is logged with its
 * name, code and stack, its cause with name and code only: messages from outside may contain tokens, emails or a
 * backend's text (T28).
 */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const options = { level: logLevel, base: null, serializers: { err: describeError } };
  return pino(options, destination ?? openStandardOutput());
}

/**
 * A buffer in front of standard output. It is written synchronously: with asynchronous writes, an audit line that
 * is written at once could end up in the middle of a block that is still being written.
 */
function openStandardOutput(): DestinationStream & Record<'flush', () => void> {
  const output = pino.destination({ sync: true, minLength: BUFFER_LENGTH, periodicFlush: FLUSH_INTERVAL_MS });
  process.once('exit', () => output.flushSync());
  return {
    write: line => output.write(line),
    // Without the callback of pino, for which the output would add listeners and call fsync for each audit line.
    flush: () => output.flush(),
  };
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
  const names = ['code', 'status', 'reason', 'upstreamStatus', 'proxy', 'proxyStatus'];
  const known = names.flatMap(name => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  const fields = Object.fromEntries(known);
  return UNKNOWN_ISSUER.test(fields.code) ? { ...fields, setting: 'NODE_EXTRA_CA_CERTS' } : fields;
}
