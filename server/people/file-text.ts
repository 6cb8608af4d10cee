/** Control characters that no text file has. */
const BINARY = /[\p{Cc}--[\t\n\v\f\r\x85]]/v;

/**
 * The text of a file in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252, as spreadsheets save
 * it; undefined for a file that is not text.
 */
export function readFileText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  return BINARY.test(text) ? undefined : text;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
