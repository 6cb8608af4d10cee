import { KIBIBYTE } from '../../shared/units';
import { UnreadableFile } from './rows';

const PASTE = 'Open it, select its text, and paste it here.';
const PASTE_EMAIL = 'Open it and paste its text here, or save its attachment and choose that.';
const SAVE = 'In Excel, save it as .xlsx (File, Save As, Excel Workbook)';
const OLD_WORKBOOK = `it is an old workbook (.xls). ${SAVE}`;
const UNPACK = 'Unpack it, and choose the file in it';

/** A pattern of something in a file, the kind of such files, and what to do with them. */
type Kind = readonly [pattern: RegExp, problem: string, advice?: string];

/** Files that are not text, by their first bytes: HEIC and WebP name their kind later. */
const SIGNATURES: readonly Kind[] = [
  [/^$/, 'it is empty'],
  [/^%PDF/, 'it is a PDF', PASTE],
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|....ftyp|RIFF....WEBP)/s,
    'it is a picture',
    'Ask for the list as a text or a workbook.',
  ],
  [/^(?:\p{Cc}\x8b|7z\xbc\xaf|Rar!)/u, `it is a compressed file. ${UNPACK}`],
];

/** Files of old Office programs, by the name of a stream. */
const OLD_OFFICE_STREAMS: readonly Kind[] = [
  [
    /EncryptedPackage/,
    'it has a password. In Excel, remove the password (File, Info, Protect Workbook), and save it again',
  ],
  [/__properties_version1\.0/, 'it is an Outlook message (.msg)', PASTE_EMAIL],
  [/Workbook|Book/, OLD_WORKBOOK],
  [/^/, 'it is an old Office file', PASTE],
];

/** ZIP files that are not .xlsx, by the names of their parts, one a line. */
const ARCHIVES: readonly Kind[] = [
  [/^xl\/workbook\.bin$/im, `it is a binary workbook (.xlsb). ${SAVE}`],
  [/^word\//im, 'it is a Word document', PASTE],
  [/^content\.xml$/im, 'it is an OpenDocument file. Save it as .xlsx'],
  [/^Index\/.*\.iwa$/im, 'it is a Numbers file. Export it as .xlsx'],
  [/^/, `it is a .zip file. ${UNPACK}`],
];

function reject(text: string, kinds: readonly Kind[]): void {
  const kind = kinds.find(([pattern]) => pattern.test(text));
  if (kind) throw new UnreadableFile(kind[1], kind[2]);
}

/** Texts that people never see as such, by how they begin. */
const SOURCES: readonly Kind[] = [
  [/^<(?:!doctype html|html|head|meta|table|body)\b/i, 'it is a web page', PASTE],
  // XML Spreadsheet 2003 and MHTML, which Excel opens under the name of a workbook.
  [/^<\?xml(?=.*urn:schemas-microsoft-com:office:spreadsheet)/is, OLD_WORKBOOK],
  [/^MIME-Version:(?=.*(?:X-Document-Type: Work|office:excel))/is, OLD_WORKBOOK],
  [
    /^\{(?=.*"(?:doc_id|resource_id)":)|^(?:\[.{1,99}\]\s.{0,999}\s)?\[InternetShortcut\]/is,
    'it is a link to a file, not the file',
    'Open it, and download it as .xlsx or .csv.',
  ],
];

/** How many characters of a text may be the head of an email, with the servers that it has passed. */
const HEAD_LENGTH = 64 * KIBIBYTE;

/** Rejects a text whose source people do not see. */
export function rejectSource(text: string): void {
  const start = text.slice(0, HEAD_LENGTH).trimStart();
  reject(start, SOURCES);
  const [head = ''] = start.split(/\r?\n\r?\n/, 1);
  const lines = head.split(/\r?\n/);
  const isEmail =
    lines.every(line => /^(?:[\w-]{1,76}:|[ \t]|From )/.test(line)) &&
    lines.some(line => /^(?:MIME-Version|Message-ID|Received|Content-Type):/i.test(line));
  if (isEmail) throw new UnreadableFile('it is a saved email (.eml)', PASTE_EMAIL);
}

/** Rejects a file that is neither a text nor a workbook, by its first bytes. */
export function rejectOtherFile(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.toString('latin1', 0, 16);
  if (start.startsWith('\xd0\xcf\x11\xe0')) reject(bytes.toString('utf16le'), OLD_OFFICE_STREAMS);
  reject(start, SIGNATURES);
}

/** The first bytes of a ZIP file, as which workbooks are stored. */
export function isArchive(file: Uint8Array): boolean {
  return file[0] === 0x50 && file[1] === 0x4b && file[2] === 3 && file[3] === 4;
}

/** Rejects a ZIP file with these parts, which is not a workbook. */
export function rejectArchive(parts: Iterable<string>): void {
  reject([...parts].join('\n'), ARCHIVES);
}
