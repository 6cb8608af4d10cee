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
 * @throws {ResponseTooLarge} Thrown when a requested body exceeds `limit`.
 * @throws {FetchRefused} Thrown when `reserve` has no room for a requested body.
 * @throws {ResponseTruncated} Thrown when a requested body is cut off.
 * @throws {Error} Thrown when there is no response: undici's error, or the signal's reason.
 */
export async function exchange(
  pool: Pool,
  request: Dispatcher.RequestOptions,
  { signal, limit, onStatus, reserve }: ExchangeOptions,
): Promise<BackendResponse> {
  const { statusCode: status, headers, body } = await pool.request({ ...request, signal });
  onStatus(status);
  if (limit === undefined || status > 299) {
    const discarding = AbortSignal.timeout(DISCARD_TIMEOUT_MS);
    body.dump({ limit: DISCARD_LIMIT_BYTES, signal: discarding }).catch(() => {});
    return { status, headers, body: [] };
  }
  return { status, headers, body: await readBody(body, limit, reserve) };
}

/**
 * Reads a body. If it is too large, its connection is closed.
 * @throws {ResponseTooLarge} Thrown when it has more than `limit` bytes.
 * @throws {FetchRefused} Thrown when `reserve` has no room for a chunk.
 * @throws {ResponseTruncated} Thrown when it is cut off.
 */
export async function readBody(
  body: AsyncIterable<Buffer>,
  limit: number,
  reserve: ExchangeOptions['reserve'] = () => true,
): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limit) throw new ResponseTooLarge(`The body has more than ${limit} bytes`);
      if (!reserve(chunk.length)) throw new FetchRefused('No room for another large body');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ResponseTooLarge || error instanceof FetchRefused) throw error;
    throw new ResponseTruncated('The response was cut off', { cause: error });
  }
  return chunks;
}
