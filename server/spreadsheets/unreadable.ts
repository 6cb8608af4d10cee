import type { Unreadable } from './rows';

/** The first bytes of files that are not text, and what to do with them. */
const SIGNATURES: readonly (readonly [signature: string, problem: string])[] = [
  ['%PDF', 'it is a PDF. Open it, select its text, and paste it here'],
  ['\x89PNG', 'it is a picture. Ask for the list as a text or a workbook'],
  ['\xff\xd8\xff', 'it is a picture. Ask for the list as a text or a workbook'],
  ['GIF8', 'it is a picture. Ask for the list as a text or a workbook'],
  ['II*\0', 'it is a picture. Ask for the list as a text or a workbook'],
  ['MM\0*', 'it is a picture. Ask for the list as a text or a workbook'],
  ['\x1f\x8b', 'it is a compressed file. Unpack it, and choose the file in it'],
  ['7z\xbc\xaf', 'it is a compressed file. Unpack it, and choose the file in it'],
  ['Rar!', 'it is a compressed file. Unpack it, and choose the file in it'],
];

/** Pictures that name their kind a few bytes later: HEIC and WebP. */
const LATER_SIGNATURE = /^(?:....ftyp|RIFF....WEBP)/s;

/** What a file of old Office programs has in it: the name of a stream. */
const OLD_OFFICE: readonly (readonly [stream: string, problem: string])[] = [
  [
    'EncryptedPackage',
    'it has a password. In Excel, remove the password (File, Info, Protect Workbook), and save it again',
  ],
  [
    '__properties_version1.0',
    'it is an Outlook message (.msg). In Outlook, save it as text (File, Save As, Text Only) or as .eml, or paste its text here',
  ],
  ['Workbook', 'it is an old workbook (.xls). In Excel, save it as .xlsx (File, Save As, Excel Workbook)'],
  ['Book', 'it is an old workbook (.xls). In Excel, save it as .xlsx (File, Save As, Excel Workbook)'],
];

/** The kinds of ZIP files that are not .xlsx, by the name of a part. */
const ARCHIVES: readonly (readonly [part: RegExp, problem: string])[] = [
  [
    /^xl\/workbook\.bin$/i,
    'it is a binary workbook (.xlsb). In Excel, save it as .xlsx (File, Save As, Excel Workbook)',
  ],
  [/^word\//i, 'it is a Word document. Open it, select its text, and paste it here'],
  [/^content\.xml$/i, 'it is an OpenDocument file. Save it as .xlsx'],
  [/^Index\/.*\.iwa$/i, 'it is a Numbers file. Export it as .xlsx'],
];

const OTHER_OFFICE = 'it is an old Office file. Open it, select its text, and paste it here';
const OTHER_ARCHIVE = 'it is a .zip file. Unpack it, and choose the file in it';

/** Recognizes a file that is neither a text nor a workbook, by its first bytes. */
export function recognizeUnreadable(file: Uint8Array): Unreadable | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length === 0) return { problem: 'it is empty' };
  const start = bytes.toString('latin1', 0, 16);
  const [, problem] = SIGNATURES.find(([signature]) => start.startsWith(signature)) ?? [];
  if (problem !== undefined) return { problem };
  if (LATER_SIGNATURE.test(start))
    return { problem: 'it is a picture. Ask for the list as a text or a workbook' };
  if (!start.startsWith('\xd0\xcf\x11\xe0')) return undefined;
  const [, advice = OTHER_OFFICE] =
    OLD_OFFICE.find(([stream]) => bytes.includes(Buffer.from(stream, 'utf16le'))) ?? [];
  return { problem: advice };
}

/** The first bytes of a ZIP file, as which workbooks are stored. */
export function isArchive(file: Uint8Array): boolean {
  return file[0] === 0x50 && file[1] === 0x4b && file[2] === 3 && file[3] === 4;
}

/** Says which kind of ZIP file has these parts, when it is not a workbook. */
export function recognizeArchive(parts: Iterable<string>): Unreadable {
  const names = [...parts];
  const [, problem = OTHER_ARCHIVE] = ARCHIVES.find(([part]) => names.some(name => part.test(name))) ?? [];
  return { problem };
}
