/** Control characters that no text file has. */
const BINARY = /[\p{Cc}--[\t\n\v\f\r\x85]]/v;

/** The character in place of bytes that cannot be decoded. */
const UNDECODED = /\uFFFD/g;

/** Other characters than those that all encodings share. */
const ENCODED = /[^\0-\x7f\uFFFD]/gu;

/**
 * The text of a file in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252, as spreadsheets save
 * it; undefined for a file that is not text. In UTF-8, a few bytes may be wrong: each becomes the character U+FFFD.
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
    const text = new TextDecoder('utf-8').decode(bytes);
    // A text in another encoding hardly ever has characters of UTF-8.
    const isDamaged = countOf(text, ENCODED) >= countOf(text, UNDECODED);
    return isDamaged ? text : new TextDecoder('windows-1252').decode(bytes);
  }
}

function countOf(text: string, characters: RegExp): number {
  let count = 0;
  for (const _character of text.matchAll(characters)) count++;
  return count;
}
