import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import { FetchRefused } from './fetch-budget';
import type { Body } from './wire';

/** The response of a backend. */
export interface BackendResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty if the body is not requested, and for a status other than 2xx. */
  readonly body: Body;
}

interface ExchangeOptions {
  /** Aborts the exchange with its reason. */
  readonly signal: AbortSignal;
  /** The size limit of the body in bytes; undefined if the body is not requested. */
  readonly limit: number | undefined;
  /** Called with the status of the response when it arrives. */
  readonly onStatus: (status: number) => void;
  /** Called with the size of each chunk of a requested body. Returns whether there is room for it. */
  readonly reserve: (bytes: number) => boolean;
}

/** Thrown when a response exceeds its size limit. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge';
}

/** Thrown when a response is cut off; its cause is the error of the connection. */
export class ResponseTruncated extends Error {
  override name = 'ResponseTruncated';
}

/** How much of an unused body is read so that its connection can be reused, in bytes. */
const DISCARD_LIMIT_BYTES = 128 * 1024;

/** How long reading an unused body may take, in milliseconds. */
const DISCARD_TIMEOUT_MS = 1000;

/**
 * Sends a request. Resolves when the status has arrived, or the complete body if it is requested.
 *
 * Uses undici's `dispatch`, because its `request` retains every response until V8's next full collection
 * (docs/decisions/0016) and creates a stream for bodies that are read at once.
 * @throws {ResponseTooLarge} Thrown when a requested body exceeds `limit`.
 * @throws {FetchRefused} Thrown when `reserve` has no room for a requested body.
 * @throws {ResponseTruncated} Thrown when a requested body is cut off.
 * @throws {Error} Thrown when there is no response: undici's error, or the signal's reason.
 */
export function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  { signal, ...options }: ExchangeOptions,
): Promise<BackendResponse> {
  signal.throwIfAborted();
  const handler = new Exchange(options);
  // undici has no controller yet for a request that waits for a connection.
  signal.addEventListener('abort', () => handler.abort(signal.reason), { once: true });
  pool.dispatch(request, handler);
  return handler.response.promise;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly response = Promise.withResolvers<BackendResponse>();
  readonly #chunks: Buffer[] = [];
  /** The size limit of the body in bytes; undefined if the body is not used. */
  #limit: number | undefined;
  #size = 0;
  #head: Omit<BackendResponse, 'body'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  /** Limits the time of reading an unused body. */
  #discarding: NodeJS.Timeout | undefined;

  constructor(private readonly options: Omit<ExchangeOptions, 'signal'>) {
    this.#limit = options.limit;
  }

  /** Closes the connection. A response that was delivered already stays valid. */
  abort(reason: Error): void {
    this.response.reject(reason);
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#reason) controller.abort(this.#reason);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // Informational responses come before the final one (RFC 9110, section 15.2).
    if (status < 200) return;
    this.options.onStatus(status);
    this.#head = { status, headers };
    if (this.#limit !== undefined && status <= 299) return;
    this.#limit = undefined;
    this.#discarding = setTimeout(
      () => this.abort(new ResponseTruncated('Reading the unused body timed out')),
      DISCARD_TIMEOUT_MS,
    ).unref();
    this.response.resolve({ status, headers, body: [] });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // Chunks that were read before the connection closed may still arrive.
    if (this.#reason) return;
    this.#size += chunk.length;
    const limit = this.#limit ?? DISCARD_LIMIT_BYTES;
    if (this.#size > limit) {
      this.abort(new ResponseTooLarge(`The body has more than ${limit} bytes`));
    } else if (this.#limit !== undefined) {
      if (this.options.reserve(chunk.length)) this.#chunks.push(chunk);
      else this.abort(new FetchRefused('No room for another large body'));
    }
  }

  onResponseEnd(): void {
    clearTimeout(this.#discarding);
    if (this.#head && this.#limit !== undefined) {
      this.response.resolve({ ...this.#head, body: this.#chunks });
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#discarding);
    this.response.reject(
      this.#head ? new ResponseTruncated('The response was cut off', { cause: error }) : error,
    );
  }
}
