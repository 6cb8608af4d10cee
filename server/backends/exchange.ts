import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import type { Body } from './wire';

/** What a backend has answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty where nobody wants it, and where the status is not 2xx. */
  readonly body: Body;
}

interface ExchangeOptions {
  /** Ends the exchange when it aborts, with its reason. */
  readonly signal: AbortSignal;
  /** Bytes of the largest body that is read; undefined where nobody wants one. */
  readonly limit: number | undefined;
  /** Told of the answer's status as soon as it is there. */
  readonly answered: (status: number) => void;
}

/** Thrown when an answer is larger than anything that could be meant. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** Thrown when an answer has begun and does not come to its end; the cause says why. */
export class AnswerBroken extends Error {
  override name = 'AnswerBroken';
}

/** How much of a body that nobody wants is read, so that its connection can be used again, in bytes. */
const DISCARD_LIMIT = 128 * 1024;

/** How long that may take to come, in milliseconds. */
const DISCARD_TIME = 1000;

/**
 * The answer to one request: as soon as its status is there, or all of it where its body is wanted.
 *
 * By `dispatch`, as undici's own `request` is: that one keeps every answer until V8's next full collection, read or
 * not (docs/decisions/0016), and makes a stream of what is read at once.
 * @throws {AnswerTooLarge} Thrown when a wanted body has more bytes than `limit`.
 * @throws {AnswerBroken} Thrown when a wanted body does not come to its end.
 * @throws {Error} Thrown when there is no answer: undici's, or the signal's reason.
 */
export function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  { signal, ...options }: ExchangeOptions,
): Promise<Answer> {
  signal.throwIfAborted();
  const handler = new Exchange(options);
  // undici knows nothing yet of a request that waits for a connection.
  signal.addEventListener('abort', () => handler.end(signal.reason), { once: true });
  pool.dispatch(request, handler);
  return handler.answer.promise;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly answer = Promise.withResolvers<Answer>();
  readonly #pieces: Buffer[] = [];
  readonly #answered: ExchangeOptions['answered'];
  #isWanted: boolean;
  #limit: number;
  #size = 0;
  #head: Omit<Answer, 'body'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  /** Runs while a body comes that nobody wants. */
  #discarding: NodeJS.Timeout | undefined;

  constructor({ limit, answered }: Omit<ExchangeOptions, 'signal'>) {
    this.#isWanted = limit !== undefined;
    this.#limit = limit ?? DISCARD_LIMIT;
    this.#answered = answered;
  }

  /** Closes the connection. An answer that has been given stays. */
  end(reason: Error): void {
    this.answer.reject(reason);
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
    // A hint of what is to come (RFC 9110, section 15.2).
    if (status < 200) return;
    this.#answered(status);
    this.#head = { status, headers };
    if (this.#isWanted && status >= 200 && status <= 299) return;
    this.#isWanted = false;
    this.#limit = DISCARD_LIMIT;
    this.#discarding = setTimeout(
      () => this.end(new AnswerBroken('It takes too long')),
      DISCARD_TIME,
    ).unref();
    this.answer.resolve({ status, headers, body: [] });
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#size += piece.length;
    // Its connection goes with it.
    if (this.#size > this.#limit) this.end(new AnswerTooLarge(`More than ${this.#limit} bytes`));
    else if (this.#isWanted) this.#pieces.push(piece);
  }

  onResponseEnd(): void {
    clearTimeout(this.#discarding);
    if (this.#head && this.#isWanted) this.answer.resolve({ ...this.#head, body: this.#pieces });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#discarding);
    this.answer.reject(this.#head ? new AnswerBroken('It came to no end', { cause: error }) : error);
  }
}
