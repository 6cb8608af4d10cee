/**
 * A request that ends with an error page. The message is for logs; what the page says follows from the status
 * alone, so that nothing internal can reach it.
 */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: number;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    { status, retryAfter, cause }: { status: number; retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Why a call failed; for logs, never shown. */
export type FailureReason =
  | 'timeout'
  | 'status'
  | 'network'
  | 'content'
  | 'path'
  | 'not listed'
  /** Too many calls wait for this backend already. */
  | 'queue full'
  /** The browser has left before the answer was there. */
  | 'abandoned';

/** Thrown when a backend did not do what it was asked. Its message is the call's in docs/product.md. */
export class BackendError extends PageError {
  override name = 'BackendError';

  constructor(
    message: string,
    readonly reason: FailureReason,
    {
      upstreamStatus,
      upstreamRetryAfter,
      cause,
    }: { upstreamStatus?: number; upstreamRetryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { ...statusFor(reason), cause });
    this.upstreamStatus = upstreamStatus;
    this.upstreamRetryAfter = upstreamRetryAfter;
  }

  readonly upstreamStatus: number | undefined;
  /** How long the backend asks to wait, in milliseconds. */
  readonly upstreamRetryAfter: number | undefined;
}

/** Whether a call came to nothing because the browser has left: nobody's failure, and nothing to alarm anybody with. */
export function isAbandoned(error: unknown): boolean {
  return error instanceof BackendError && error.reason === 'abandoned';
}

/** Calls that find no connection are the portal's own matter: trying again soon makes sense. */
function statusFor(reason: FailureReason): { status: number; retryAfter?: number } {
  if (reason === 'queue full') return { status: 503, retryAfter: 3 };
  return { status: reason === 'timeout' ? 504 : 502 };
}

/** Thrown when the identity provider cannot be asked now; nothing is known about the session then. */
export class IdentityUnavailable extends PageError {
  override name = 'IdentityUnavailable';

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`The identity provider is not available: ${reason}`, { status: 503, retryAfter: 10, ...options });
  }
}

/** Thrown when the identity provider says no. `code` is its reason, for logs. */
export class IdentityRejected extends Error {
  override name = 'IdentityRejected';

  constructor(readonly code: string) {
    super(`The identity provider refused: ${code}`);
  }
}

/** Thrown when a session cannot go on: its cookie goes, and the way is /login. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** Thrown when a session does not fit into a cookie (RFC 6265, section 6.1: 4,096 bytes). */
export class SessionTooLarge extends SessionEnded {
  override name = 'SessionTooLarge';

  constructor(bytes: number) {
    super(`The session needs a cookie of ${bytes} bytes`);
  }
}
