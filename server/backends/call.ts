import { type Dispatcher, errors, Pool } from 'undici';
import { BackendError, type FailureReason, SessionEnded } from '../errors';

/** The token that calls are made with. */
export interface Bearer {
  /** The administrator's identity-provider token, as a backend call should send it now. */
  readonly token: () => string;
  /**
   * Gets a new token, after a backend has refused the present one.
   * @throws {SessionEnded} Thrown when the identity provider no longer knows the session.
   */
  readonly renew: () => Promise<unknown>;
}

/** One call to a backend. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path segments, not yet encoded. */
  readonly path: readonly string[];
  readonly bearer?: Bearer;
  readonly body?: unknown;
  /** The specification's sentence for a call that failed. */
  readonly failure: string;
}

/** Makes calls to one backend. */
export interface Caller {
  /**
   * Makes the call and gives back the parsed JSON of its answer.
   * @throws {BackendError} Thrown when there is no 2xx answer with JSON within the deadline.
   */
  readonly fetch: (call: Call) => Promise<unknown>;
  /**
   * Makes the call for its effect; what a 2xx answer says is not read.
   * @throws {BackendError} Thrown when there is no 2xx answer within the deadline.
   */
  readonly send: (call: Call) => Promise<void>;
  readonly close: () => Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

/** A caller of the backend at `baseUrl`, whose calls take at most `timeout` milliseconds in all. */
export function createCaller(baseUrl: string, timeout: number): Caller {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, {
    connections: 32,
    connectTimeout: 2000,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveTimeout: 4000,
    maxResponseSize: 32 * MEBIBYTE,
  });

  async function perform<T>(call: Call, read: (body: Body) => Promise<T>): Promise<T> {
    const path = encodePath(pathname, call);
    const signal = AbortSignal.timeout(timeout);
    const attempt = () =>
      pool.request({
        method: call.method,
        path,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(call.bearer && { authorization: `Bearer ${call.bearer.token()}` }),
        },
        body: call.body === undefined ? null : JSON.stringify(call.body),
        signal,
      });
    try {
      let response = await attempt();
      if (response.statusCode === 401 && call.bearer) {
        discard(response.body);
        await Promise.race([call.bearer.renew(), passed(signal)]);
        response = await attempt();
      }
      if (response.statusCode < 200 || response.statusCode > 299) {
        discard(response.body);
        throw new BackendError(call.failure, 'status', { upstreamStatus: response.statusCode });
      }
      return await read(response.body);
    } catch (error) {
      if (error instanceof BackendError || error instanceof SessionEnded) throw error;
      throw new BackendError(call.failure, reasonOf(error, signal), { cause: error });
    }
  }

  return {
    fetch: call => perform(call, body => body.json()),
    send: call => perform(call, async body => discard(body)),
    close: () => pool.close(),
  };
}

type Body = Dispatcher.ResponseData['body'];

/** Reads what is left of a body that nobody wants, so that the connection can be used again. */
function discard(body: Body): void {
  body.dump().catch(() => body.destroy());
}

/** Rejects when the deadline has passed. */
function passed(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function reasonOf(error: unknown, signal: AbortSignal): FailureReason {
  if (signal.aborted) return 'timeout';
  if (error instanceof SyntaxError || error instanceof errors.ResponseExceededMaxSizeError) return 'content';
  return 'network';
}

/** Segments that a server would resolve (`.`, `..`) or that are no text would reach another path: no call then. */
function encodePath(base: string, { path, failure }: Call): string {
  if (path.some(segment => /^\.{0,2}$/.test(segment) || !segment.isWellFormed())) {
    throw new BackendError(failure, 'path');
  }
  return base.replace(/\/+$/, '') + path.map(segment => `/${encodeURIComponent(segment)}`).join('');
}
