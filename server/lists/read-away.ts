/** Smaller ones share their memory with others. */
const OWN_MEMORY = 64 * 1024;

/** What is read of a body, whose memory is free from then on: the next collection may be hundreds of bodies away. */
export function readAway<Result>(read: (body: Uint8Array) => Result, body: Uint8Array): Result {
  const result = read(body);
  const { buffer, byteLength } = body;
  if (buffer instanceof ArrayBuffer && byteLength >= OWN_MEMORY) buffer.transfer(0);
  return result;
}
