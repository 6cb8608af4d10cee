import type { Dispatcher } from 'undici';
import { FetchRefused } from './fetch-budget';
import type { Body } from './wire';

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
 * Reads a body. If it is too large, its connection is closed. `reserve` is called with the size of each chunk, and says
 * whether there is room for it.
 * @throws {ResponseTooLarge} Thrown when the body has more than `limit` bytes.
 * @throws {FetchRefused} Thrown when `reserve` has no room for a chunk.
 * @throws {ResponseTruncated} Thrown when the body is cut off.
 */
export async function readBody(
  body: AsyncIterable<Buffer>,
  limit: number,
  reserve: (bytes: number) => boolean = () => true,
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

/** Discards a body in the background. */
export function discardBody(body: Dispatcher.ResponseData['body']): void {
  const signal = AbortSignal.timeout(DISCARD_TIMEOUT_MS);
  body.dump({ limit: DISCARD_LIMIT_BYTES, signal }).catch(() => {});
}
