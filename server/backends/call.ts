import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, errors, type Pool } from 'undici';
import { BackendError, type FailureReason, SessionEnded } from '../errors';
import { type Answer, AnswerBroken, AnswerTooLarge, exchange } from './exchange';
import type { Body } from './wire';

/** For whom and how calls are made: one administrator during one request. */
export interface CallContext {
  readonly userId: string;
  /** The administrator's identity-provider token, as a backend call should send it now. */
  readonly token: () => string;
  /**
   * Gets a new token, after a backend has refused the present one.
   * @throws {SessionEnded} Thrown when the identity provider no longer knows the session.
   */
  readonly renew: () => Promise<unknown>;
  /** When the administrator last changed something in this session; answers from before are not used (T42). */
  readonly changedAt: number;
  /** Whether cached answers are not good enough: the administrator reloads the page, or is about to change something. */
  readonly bypassCache: boolean;
  /** Aborts when the browser has left. Calls that change something go on. */
  readonly signal?: AbortSignal;
}

/** One call to a backend. */
export interface Call {
  /** What the call is for, in logs and metrics: 'scanner stats'. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path segments, not yet encoded. */
  readonly path: readonly string[];
  readonly bearer?: CallContext;
  readonly body?: unknown;
  /** What docs/product.md says of a call that failed. */
  readonly failure: string;
}

/** Makes calls to one backend. */
export interface Caller {
  /**
   * Makes the call and gives back the body of its 2xx answer.
   * @throws {BackendError} Thrown when there is no such answer, of at most `limit` bytes, within the deadline.
   */
  readonly fetch: (call: Call, limit: number) => Promise<Body>;
  /**
   * Makes the call for its effect; what a 2xx answer says is not read.
   * @throws {BackendError} Thrown when there is no 2xx answer within the deadline.
   */
  readonly send: (call: Call) => Promise<void>;
}

/** How a call went: for logs and metrics. */
export interface CallOutcome {
  readonly name: string;
  readonly milliseconds: number;
  /** 'ok', or why it failed. */
  readonly outcome: 'ok' | FailureReason;
}

/** A call that is being traced. */
export interface CallSpan {
  /** What tells the backend which trace it works for. */
  readonly headers: Readonly<Record<string, string>>;
  /** To be told of the status that the backend has answered with. */
  readonly answered: (status: number) => void;
}

/** Does the work of a call, and traces it. */
export type Trace = <T>(
  call: Pick<Call, 'name' | 'method'>,
  work: (span: CallSpan) => Promise<T>,
) => Promise<T>;

export interface CallerOptions {
  /** The connections to the backend's origin. */
  readonly pool: Pool;
  /** How long one call may take in all, queueing and repeating included, in milliseconds. */
  readonly timeout: number;
  readonly observe?: (outcome: CallOutcome) => void;
  readonly trace?: Trace | undefined;
}

/** Bytes of the largest statistics that are read: those of some 250,000 licenses. */
export const LARGEST_STATS = 32 * 1024 * 1024;

/** Calls that may wait for a connection to one origin; what comes on top fails at once. */
export const MOST_QUEUED = 64;

/** What a backend answers while it is about to be well again. */
const PASSING_STATUSES = new Set([502, 503, 504]);

/** Errors of a connection that say nothing about the call. */
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

/** A caller of the backend at `baseUrl`. */
export function createCaller(
  baseUrl: string,
  { pool, timeout, observe, trace = untraced }: CallerOptions,
): Caller {
  const basePath = new URL(baseUrl).pathname.replace(/\/+$/, '');

  async function perform(call: Call, span: CallSpan, limit?: number): Promise<Body> {
    const path = basePath + encodePath(call);
    const { signal, lift } = endAfter(timeout, call.method === 'GET' ? call.bearer?.signal : undefined);
    const attempt = () => {
      if (pool.stats.queued >= MOST_QUEUED) throw new BackendError(call.failure, 'queue full');
      return exchange(
        pool,
        { ...requestOf(call, span.headers), path },
        { signal, limit, answered: span.answered },
      );
    };
    const startedAt = performance.now();
    const report = (outcome: CallOutcome['outcome']) =>
      observe?.({ name: call.name, milliseconds: performance.now() - startedAt, outcome });

    try {
      const timeLeft = () => timeout - (performance.now() - startedAt);
      let answer = await withOneRepeat(call, attempt, { timeLeft, signal });
      if (answer.status === 401 && call.bearer) {
        await Promise.race([call.bearer.renew(), aborted(signal)]);
        answer = await attempt();
      }
      if (answer.status < 200 || answer.status > 299) {
        throw new BackendError(call.failure, 'status', {
          upstreamStatus: answer.status,
          upstreamRetryAfter: retryAfter(answer),
        });
      }
      report('ok');
      return answer.body;
    } catch (error) {
      if (error instanceof SessionEnded) throw error;
      const reason = reasonOf(error, signal);
      report(reason);
      throw error instanceof BackendError ? error : new BackendError(call.failure, reason, { cause: error });
    } finally {
      lift();
    }
  }

  return {
    fetch: (call, limit) => trace(call, span => perform(call, span, limit)),
    async send(call) {
      await trace(call, span => perform(call, span));
    },
  };
}

const untraced: Trace = (_call, work) => work({ headers: {}, answered() {} });

function requestOf(
  { method, bearer, body }: Call,
  headers: CallSpan['headers'],
): Omit<Dispatcher.DispatchOptions, 'path'> {
  return {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer.token()}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

interface Patience {
  /** Milliseconds until the deadline. */
  readonly timeLeft: () => number;
  readonly signal: AbortSignal;
}

/**
 * The attempt's answer. A call that only reads is made once more when its connection broke or the backend says that
 * it will be well again soon; a call that changes something never is, for it may have done its work.
 */
async function withOneRepeat(
  { method }: Call,
  attempt: () => Promise<Answer>,
  { timeLeft, signal }: Patience,
): Promise<Answer> {
  if (method !== 'GET') return attempt();
  // Not all at once when a backend comes back.
  const pause = 20 + Math.random() * 180;
  try {
    const answer = await attempt();
    if (!PASSING_STATUSES.has(answer.status)) return answer;
    const wanted = Math.max(pause, retryAfter(answer) ?? 0);
    if (wanted >= timeLeft()) return answer;
    await wait(wanted, undefined, { signal });
  } catch (error) {
    if (!isConnectionError(error) || signal.aborted) throw error;
    await wait(pause, undefined, { signal });
  }
  return attempt();
}

/** What the backend asks to wait, in milliseconds (RFC 9110, section 10.2.3). */
function retryAfter({ headers }: Answer): number | undefined {
  const value = String(headers['retry-after'] ?? '');
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - Date.now();
}

function isConnectionError(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    CONNECTION_ERRORS.has(String(error.code))
  );
}

/** What a call must not outlive. */
interface End {
  /** Aborts with the reason why the call has to end. */
  readonly signal: AbortSignal;
  /** For a call that is over: nothing of it is kept until its time would have come. */
  readonly lift: () => void;
}

/** Ends a call after `timeout` milliseconds, or when `leaving` aborts. */
function endAfter(timeout: number, leaving: AbortSignal | undefined): End {
  const end = new AbortController();
  const abandon = () => end.abort('abandoned' satisfies FailureReason);
  const timer = setTimeout(() => end.abort('timeout' satisfies FailureReason), timeout);
  leaving?.addEventListener('abort', abandon, { once: true });
  if (leaving?.aborted) abandon();
  return {
    signal: end.signal,
    lift() {
      clearTimeout(timer);
      leaving?.removeEventListener('abort', abandon);
    },
  };
}

/** Rejects when the signal aborts, be it that nobody waits for that any more. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

function reasonOf(error: unknown, signal: AbortSignal): FailureReason {
  if (error instanceof BackendError) return error.reason;
  if (signal.aborted) return signal.reason;
  if (error instanceof AnswerTooLarge) return 'content';
  const reason = error instanceof AnswerBroken ? error.cause : error;
  return reason instanceof errors.HeadersTimeoutError || reason instanceof errors.BodyTimeoutError
    ? 'timeout'
    : 'network';
}

/** Segments that a server would resolve (`.`, `..`) or that are no text would reach another path: no call then. */
function encodePath({ path, failure }: Call): string {
  if (path.some(segment => /^\.{0,2}$/.test(segment) || !segment.isWellFormed())) {
    throw new BackendError(failure, 'path');
  }
  return path.map(segment => `/${encodeURIComponent(segment)}`).join('');
}
