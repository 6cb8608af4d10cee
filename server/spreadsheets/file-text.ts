import { UnreadableFile } from './rows';
import { rejectOtherFile, rejectSource } from './unreadable';

/** How many bytes show whether a file is UTF-16. */
const SAMPLE_BYTES = 1024;

const CTRL_Z = '\u001a';

/**
 * Decodes a text in UTF-8, UTF-16 or an 8-bit encoding, without a byte order mark and the Ctrl-Z that ends texts of old
 * programs.
 */
export function readFileText(file: Uint8Array): string {
  rejectOtherFile(file);
  const text = decode(file);
  // Every other character may occur in an 8-bit encoding that is taken for Windows-1252.
  if (text.includes('\0')) throw new UnreadableFile('it is neither a text nor a workbook (.xlsx)');
  rejectSource(text);
  const trimmed = text.trimEnd();
  return trimmed.endsWith(CTRL_Z) ? trimmed.slice(0, -1) : text;
}

function decode(file: Uint8Array): string {
  const utf16 = utf16Of(file);
  if (utf16) return new TextDecoder(utf16).decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

/** The byte order of UTF-16, by its mark or by the zeros of ASCII characters. */
function utf16Of(file: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = file;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = file.subarray(0, SAMPLE_BYTES);
  const zerosAt = (remainder: number) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === remainder).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even === 0 && odd > sample.length / 4) return 'utf-16le';
  return odd === 0 && even > sample.length / 4 ? 'utf-16be' : undefined;
}
