import { type Body, bodySize } from '../backends/wire';

/** The memory of smaller bodies is left to the next collection, in bytes. */
const WORTH_IT = 64 * 1024;

/** What is read of a body, whose memory is free from then on: the next collection may be hundreds of bodies away. */
export function readAway<Result>(read: (body: Body) => Result, body: Body): Result {
  const result = read(body);
  if (bodySize(body) >= WORTH_IT) for (const memory of ownMemory(body)) memory.transfer(0);
  return result;
}

/**
 * Memory that nothing else is in. Node gives small buffers less than half of what they share, and what comes by HTTP/1.1
 * comes in memory of its own.
 */
export function ownMemory(body: Body): ArrayBuffer[] {
  return body.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && byteLength > buffer.byteLength / 2 ? [buffer] : [],
  );
}
