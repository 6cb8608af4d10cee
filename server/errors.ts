/** The error page that explains an error: the page of its status, or a special one. */
export type Explanation =
  | number
  | 'another account'
  | 'too many uploads'
  | 'slow upload'
  | 'long file name'
  | 'store unavailable'
  | 'identity provider unavailable'
  | 'identity provider refuses the portal';

/**
 * An error that is shown as an error page. The message is only logged; the page depends on the explanation alone, so
 * that it never contains internal details.
 */
export class PageError extends Error {
  override name = 'PageError';
  readonly status: number;
  /** Retry-After, in seconds. */
  readonly retryAfter: number | undefined;
  readonly explanation: Explanation;

  constructor(
    message: string,
    {
      status,
      retryAfter,
      explanation = status,
      cause,
    }: { status: number; retryAfter?: number; explanation?: Explanation; cause?: unknown },
  ) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
    this.explanation = explanation;
  }
}

/** Express's own parsers set the status on the errors that they throw. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : 500;
}

/** Why a call failed. Logged, never shown. */
export type FailureReason =
  | 'timeout'
  | 'status'
  | 'network'
  | 'content'
  | 'path'
  /** Too many calls wait for a connection to this backend. */
  | 'queue full'
  /** The fetch budget has no room: the company reloads a large list too often (T38). */
  | 'fetch refused'
  /** The browser disconnected before the response arrived. */
  | 'abandoned'
  /** The identity provider rejects a link or a session. */
  | 'rejected'
  /** The identity provider refuses the portal: its API key, its quota or its settings. */
  | 'portal refused';

/** Thrown when a backend call failed. docs/product.md has the message of each call. */
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
    // A full queue and a refused fetch are temporary, so the client may retry soon.
    const isTemporary = reason === 'queue full' || reason === 'fetch refused';
    const status = isTemporary ? 503 : reason === 'timeout' ? 504 : 502;
    super(message, { status, ...(isTemporary && { retryAfter: 3 }), cause });
    this.upstreamStatus = upstreamStatus;
    this.upstreamRetryAfter = upstreamRetryAfter;
  }

  readonly upstreamStatus: number | undefined;
  /** How long the backend asks to wait, in milliseconds. */
  readonly upstreamRetryAfter: number | undefined;
}

/** Thrown when the identity provider does not answer, or not as documented. The session may still be valid. */
export class IdentityUnavailable extends PageError {
  override name = 'IdentityUnavailable';

  constructor(
    readonly reason: FailureReason,
    message: string,
    options: { cause?: unknown; explanation?: Explanation } = {},
  ) {
    super(`The identity provider is not available: ${message}`, {
      status: 503,
      retryAfter: 10,
      explanation: 'identity provider unavailable',
      ...options,
    });
  }
}

/** Whether a call was aborted because the browser disconnected, which is not a failure. */
export function isAbandoned(error: unknown): boolean {
  return (
    (error instanceof BackendError || error instanceof IdentityUnavailable) && error.reason === 'abandoned'
  );
}

/**
 * Thrown when the identity provider refuses the portal itself: its API key, its quota or its settings. This says nothing
 * about the administrator or the link. `code` is the provider's reason.
 */
export class IdentityRefusesPortal extends IdentityUnavailable {
  override name = 'IdentityRefusesPortal';

  constructor(readonly code: string) {
    super('portal refused', 'it refuses the portal', { explanation: 'identity provider refuses the portal' });
  }
}

/** Why the provider refuses a person whose link is valid: the account is disabled, or may not be created. */
export const PERSON_REFUSED = ['USER_DISABLED', 'ADMIN_ONLY_OPERATION', 'BLOCKING_FUNCTION_ERROR_RESPONSE'];

/** Thrown when the identity provider rejects a link, a person or a session. `code` is its reason. */
export class IdentityRejected extends Error {
  override name = 'IdentityRejected';
  get isAboutPerson(): boolean {
    return PERSON_REFUSED.includes(this.code);
  }

  constructor(readonly code: string) {
    super(`The identity provider rejected: ${code}`);
  }
}

/** Thrown when a session has ended: its cookie is removed, and the client is redirected to /login. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
  readonly status: number = 401;
}

/** Thrown when the tokens of a session do not fit into a cookie (RFC 6265, section 6.1: 4,096 bytes). */
export class SessionTooLarge extends SessionEnded {
  override name = 'SessionTooLarge';
  override readonly status = 500;

  constructor(bytes: number) {
    super(`The tokens need a cookie of ${bytes} bytes: are there too many custom claims?`);
  }
}
