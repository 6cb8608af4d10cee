// Every call to a backend goes through `makeCall`, in this order:
//
//   pool      each backend has connections of its own, and calls fail at once while too many wait for one
//   budget    stats, which can be large, wait until their company has fewer than two fetches in flight
//   deadline  one timeout for everything: waiting, both attempts, and the body
//   retry     a GET is repeated once after a connection error or a temporary failure
//   401       the token is renewed and the call repeated, once
//   parse     the caller of `fetch` and `fetchStats` parses the body (wire.ts); stats within the rest of the deadline
//
// Every failure is a BackendError with the call's own message.

import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { errors } from 'undici';
import { MEBIBYTE } from '../../shared/units';
import { BackendError, type FailureReason, SessionEnded } from '../errors';
import { abortAfter, aborted } from './deadline';
import { createFetchBudget, type FetchBudget, FetchRefused } from './fetch-budget';
import type { BackendPool } from './pools';
import { discardBody, ResponseTooLarge, ResponseTruncated, readBody } from './read-body';
import type { Body } from './wire';

/** The context of backend calls: one administrator during one request. */
export interface CallContext {
  readonly userId: string;
  /** The administrator's current token from the identity provider. */
  readonly token: () => string;
  /**
   * Gets a new token after a backend has rejected the current one.
   * @throws {SessionEnded} Thrown when the identity provider has ended the session.
   */
  readonly renew: () => Promise<unknown>;
  /** When the administrator changed data in this session; cached data from before is not used (T42). */
  readonly changedAt: string;
  /** Whether cached data must not be used: for a reload, and for an action. */
  readonly bypassCache: boolean;
  /** Aborts when the browser disconnects. Calls that change data continue. */
  readonly signal?: AbortSignal;
}

export interface Administrator {
  readonly email: string;
  readonly context: CallContext;
}

export interface Call {
  /** The name of the call in logs and metrics: 'scanner stats'. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The result of `path`. */
  readonly path: string | undefined;
  readonly context?: CallContext;
  readonly body?: unknown;
  /** The message of a failure, as in docs/product.md. */
  readonly failure: string;
}

export type Caller = ReturnType<typeof createCaller>;

/** The outcome of a call, for logs and metrics. */
export interface CallOutcome {
  readonly name: string;
  readonly milliseconds: number;
  readonly outcome: 'ok' | FailureReason;
}

interface CallSpan {
  /** Headers that propagate the trace to the backend. */
  readonly headers: Readonly<Record<string, string>>;
  readonly recordStatus: (status: number) => void;
}

export type Trace = <T>(
  call: Pick<Call, 'name' | 'method'>,
  work: (span: CallSpan) => Promise<T>,
) => Promise<T>;

export type TimeoutOf = (call: Pick<Call, 'method' | 'path'>) => number;

interface CallerOptions {
  readonly pool: BackendPool;
  /** The timeout of a call, including queueing and the retry, in milliseconds. */
  readonly timeoutOf: TimeoutOf;
  /** Limits concurrent fetches. All callers of a process share one budget. */
  readonly budget?: FetchBudget;
  readonly observe?: (outcome: CallOutcome) => void;
  readonly trace?: Trace | undefined;
}

/** Reads the body of a 2xx response. */
interface BodyReader {
  /** Waits until the call may start. */
  readonly start?: (signal: AbortSignal) => Promise<void>;
  /** Called once for each attempt. */
  readonly read: (body: AsyncIterable<Buffer>) => Promise<Body>;
}

interface BackendResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty without a reader, and for a status other than 2xx. */
  readonly body: Body;
}

/** The largest stats that are read, in bytes: about 250,000 licenses. */
const STATS_LIMIT_BYTES = 32 * MEBIBYTE;

/** How many calls may wait for a connection to one backend; further ones fail at once. */
export const QUEUED_CALLS_LIMIT = 64;

/** Statuses of temporary failures. */
const RETRYABLE_STATUSES = new Set([502, 503, 504]);

/** Connection errors, which do not depend on the call. */
const CONNECTION_ERRORS = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/**
 * The path of a call, such as `path('/portal/companies/{entityId}/stats', { entityId })`, with each value encoded as one
 * segment. Returns undefined for values that would make another path: empty, `.`, `..` or malformed Unicode.
 */
export function path(template: string, values: Readonly<Record<string, string>>): string | undefined {
  const isSegment = (value: string) => !/^\.{0,2}$/.test(value) && value.isWellFormed();
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (!names.every(name => isSegment(values[name] ?? ''))) return undefined;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

export function createCaller(
  baseUrl: string,
  { pool, timeoutOf, budget = createFetchBudget(), observe, trace = untraced }: CallerOptions,
) {
  const basePath = new URL(baseUrl).pathname.replace(/\/+$/, '');

  async function makeCall(call: Call, span: CallSpan, reader?: BodyReader): Promise<Body> {
    if (call.path === undefined) throw new BackendError(call.failure, 'path');
    const { method } = call;
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const request = { method, body, path: basePath + call.path };
    const timeout = timeoutOf(call);
    const { signal, clear } = abortAfter(timeout, method === 'GET' ? call.context?.signal : undefined);
    const startedAt = performance.now();
    const timeLeft = () => timeout - (performance.now() - startedAt);
    const report = (outcome: CallOutcome['outcome']) =>
      observe?.({ name: call.name, milliseconds: performance.now() - startedAt, outcome });

    async function attempt(): Promise<BackendResponse> {
      if (pool.stats.queued >= QUEUED_CALLS_LIMIT) throw new BackendError(call.failure, 'queue full');
      const headers = { ...span.headers, ...headersOf(call) };
      const response = await pool.request({ ...request, headers, signal });
      const { statusCode: status, body } = response;
      span.recordStatus(status);
      if (reader && status <= 299)
        return { status, headers: response.headers, body: await reader.read(body) };
      discardBody(body);
      return { status, headers: response.headers, body: [] };
    }

    try {
      await reader?.start?.(signal);
      let response = await retryOnce(call, attempt, { timeLeft, signal });
      if (response.status === 401 && call.context) {
        await Promise.race([call.context.renew(), aborted(signal)]);
        response = await attempt();
      }
      if (response.status < 200 || response.status > 299) {
        throw new BackendError(call.failure, 'status', {
          upstreamStatus: response.status,
          upstreamRetryAfter: retryAfter(response),
        });
      }
      report('ok');
      return response.body;
    } catch (error) {
      if (error instanceof SessionEnded) throw error;
      const reason = reasonOf(error, signal);
      report(reason);
      throw error instanceof BackendError ? error : new BackendError(call.failure, reason, { cause: error });
    } finally {
      clear();
    }
  }

  return {
    /**
     * Makes the call. Returns the body of the 2xx response.
     * @throws {BackendError} Thrown when there is no such response of at most `limit` bytes before the deadline.
     */
    fetch: (call: Call, limit: number) =>
      trace(call, span => makeCall(call, span, { read: body => readBody(body, limit) })),
    /**
     * Makes a call for stats, which may be large, within the fetch budget (T38). Returns the result of `parse` for the body
     * of the 2xx response, which gets the rest of the time.
     * @throws {BackendError} Thrown when there is no such result of at most STATS_LIMIT_BYTES before the deadline, or
     * when the budget has no room for it ('fetch refused').
     */
    async fetchStats<Result>(
      call: Call,
      parse: (body: Body, timeoutMs: number) => Promise<Result>,
    ): Promise<Result> {
      const startedAt = performance.now();
      const share = budget.create(JSON.stringify([call.name, call.path]));
      const reader: BodyReader = {
        start: share.start,
        read(body) {
          share.reset();
          return readBody(body, STATS_LIMIT_BYTES, share.reserve);
        },
      };
      try {
        const body = await trace(call, span => makeCall(call, span, reader));
        const timeLeft = Math.max(0, Math.ceil(timeoutOf(call) - (performance.now() - startedAt)));
        const { signal, clear } = abortAfter(timeLeft);
        const parsing = Promise.race([parse(body, timeLeft), aborted(signal)]).finally(clear);
        return await parsing.catch(error => {
          throw signal.aborted ? new BackendError(call.failure, 'timeout', { cause: error }) : error;
        });
      } finally {
        share.release();
      }
    },
    /**
     * Makes a call for its effect. The body of the 2xx response is not read.
     * @throws {BackendError} Thrown when there is no 2xx response before the deadline.
     */
    async send(call: Call): Promise<void> {
      await trace(call, span => makeCall(call, span));
    },
  };
}

const untraced: Trace = (_call, work) => work({ headers: {}, recordStatus() {} });

/** The headers of an attempt: the token can be a new one in the second. */
function headersOf({ context }: Call): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(context && { authorization: `Bearer ${context.token()}` }),
  };
}

/**
 * The response of an attempt. A GET is retried once after a connection error or a temporary failure. Calls that
 * change data are never retried, because the first attempt may have succeeded. `timeLeft` returns the milliseconds until
 * the deadline.
 */
async function retryOnce(
  { method }: Call,
  attempt: () => Promise<BackendResponse>,
  { timeLeft, signal }: { timeLeft: () => number; signal: AbortSignal },
): Promise<BackendResponse> {
  if (method !== 'GET') return attempt();
  // Jitter spreads the retries when a backend recovers.
  const jitter = 20 + Math.random() * 180;
  try {
    const response = await attempt();
    if (!RETRYABLE_STATUSES.has(response.status)) return response;
    const delay = Math.max(jitter, retryAfter(response) ?? 0);
    if (delay >= timeLeft()) return response;
    await wait(delay, undefined, { signal });
  } catch (error) {
    if (!isConnectionError(error) || signal.aborted) throw error;
    await wait(jitter, undefined, { signal });
  }
  return attempt();
}

/** The Retry-After of a response in milliseconds (RFC 9110, section 10.2.3). */
function retryAfter({ headers }: BackendResponse): number | undefined {
  const value = String(headers['retry-after'] ?? '');
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - Date.now();
}

function isConnectionError(error: unknown): boolean {
  return CONNECTION_ERRORS.has(String((error as NodeJS.ErrnoException | undefined)?.code));
}

function reasonOf(error: unknown, signal: AbortSignal): FailureReason {
  if (error instanceof BackendError) return error.reason;
  if (signal.aborted) return signal.reason;
  if (error instanceof ResponseTooLarge) return 'content';
  if (error instanceof FetchRefused) return 'fetch refused';
  const reason = error instanceof ResponseTruncated ? error.cause : error;
  return reason instanceof errors.HeadersTimeoutError || reason instanceof errors.BodyTimeoutError
    ? 'timeout'
    : 'network';
}
