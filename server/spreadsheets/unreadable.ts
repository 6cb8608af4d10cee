import { KIBIBYTE } from '../../shared/units';
import type { Unreadable } from './rows';

const PASTE = 'Open it, select its text, and paste it here.';
const PASTE_EMAIL = 'Open it and paste its text here, or save its attachment and choose that.';
const PICTURE: Unreadable = {
  problem: 'it is a picture',
  advice: 'Ask for the list as a text or a workbook.',
};
const COMPRESSED: Unreadable = {
  problem: 'it is a compressed file. Unpack it, and choose the file in it',
};
const OLD_WORKBOOK: Unreadable = {
  problem: 'it is an old workbook (.xls). In Excel, save it as .xlsx (File, Save As, Excel Workbook)',
};
const OTHER_OFFICE: Unreadable = { problem: 'it is an old Office file', advice: PASTE };
const OTHER_ARCHIVE: Unreadable = { problem: 'it is a .zip file. Unpack it, and choose the file in it' };

/** The first bytes of files that are not text. */
const SIGNATURES: readonly (readonly [signature: string, unreadable: Unreadable])[] = [
  ['%PDF', { problem: 'it is a PDF', advice: PASTE }],
  ['\x89PNG', PICTURE],
  ['\xff\xd8\xff', PICTURE],
  ['GIF8', PICTURE],
  ['II*\0', PICTURE],
  ['MM\0*', PICTURE],
  ['\x1f\x8b', COMPRESSED],
  ['7z\xbc\xaf', COMPRESSED],
  ['Rar!', COMPRESSED],
];

/** Pictures that name their kind a few bytes later: HEIC and WebP. */
const LATER_SIGNATURE = /^(?:....ftyp|RIFF....WEBP)/s;

/** The name of a stream in files of old Office programs. */
const OLD_OFFICE: readonly (readonly [stream: string, unreadable: Unreadable])[] = [
  [
    'EncryptedPackage',
    {
      problem:
        'it has a password. In Excel, remove the password (File, Info, Protect Workbook), and save it again',
    },
  ],
  [
    '__properties_version1.0',
    {
      problem: 'it is an Outlook message (.msg)',
      advice: PASTE_EMAIL,
    },
  ],
  ['Workbook', OLD_WORKBOOK],
  ['Book', OLD_WORKBOOK],
];

/** The kinds of ZIP files that are not .xlsx, by the name of a part. */
const ARCHIVES: readonly (readonly [part: RegExp, unreadable: Unreadable])[] = [
  [
    /^xl\/workbook\.bin$/i,
    {
      problem: 'it is a binary workbook (.xlsb). In Excel, save it as .xlsx (File, Save As, Excel Workbook)',
    },
  ],
  [/^word\//i, { problem: 'it is a Word document', advice: PASTE }],
  [/^content\.xml$/i, { problem: 'it is an OpenDocument file. Save it as .xlsx' }],
  [/^Index\/.*\.iwa$/i, { problem: 'it is a Numbers file. Export it as .xlsx' }],
];

/** How many characters of a text may be the head of an email, with the servers that it has passed. */
const HEAD_LENGTH = 64 * KIBIBYTE;

/** Says why a text is not read: people do not see its source. */
export function recognizeText(text: string): Unreadable | undefined {
  if (/^\s{0,99}<(?:!doctype html|html|head|meta|table|body)\b/i.test(text))
    return { problem: 'it is a web page', advice: PASTE };
  const [head = ''] = text
    .slice(0, HEAD_LENGTH)
    .trimStart()
    .split(/\r?\n\r?\n/, 1);
  const lines = head.split(/\r?\n/);
  const isEmail =
    lines.every(line => /^(?:[\w-]{1,76}:|[ \t]|From )/.test(line)) &&
    lines.some(line => /^(?:MIME-Version|Message-ID|Received|Content-Type):/i.test(line));
  return isEmail ? { problem: 'it is a saved email (.eml)', advice: PASTE_EMAIL } : undefined;
}

/** Recognizes a file that is neither a text nor a workbook, by its first bytes. */
export function recognizeFile(file: Uint8Array): Unreadable | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length === 0) return { problem: 'it is empty' };
  const start = bytes.toString('latin1', 0, 16);
  const [, recognized] = SIGNATURES.find(([signature]) => start.startsWith(signature)) ?? [];
  if (recognized) return recognized;
  if (LATER_SIGNATURE.test(start)) return PICTURE;
  if (!start.startsWith('\xd0\xcf\x11\xe0')) return undefined;
  const [, old = OTHER_OFFICE] =
    OLD_OFFICE.find(([stream]) => bytes.includes(Buffer.from(stream, 'utf16le'))) ?? [];
  return old;
}

/** The first bytes of a ZIP file, as which workbooks are stored. */
export function isArchive(file: Uint8Array): boolean {
  return file[0] === 0x50 && file[1] === 0x4b && file[2] === 3 && file[3] === 4;
}

/** Says which kind of ZIP file has these parts, when it is not a workbook. */
export function recognizeArchive(parts: Iterable<string>): Unreadable {
  const names = [...parts];
  const [, archive = OTHER_ARCHIVE] = ARCHIVES.find(([part]) => names.some(name => part.test(name))) ?? [];
  return archive;
}
