import { posix } from 'node:path';
import { Unzip, UnzipInflate } from 'fflate';
import { Parser } from 'htmlparser2';
import { KIBIBYTE } from '../../shared/units';
import { copyText } from '../text/normalize';
import { builtInFormat, formatNumber, type NumberFormat, readFormat } from './number-format';
import { COLUMN_LIMIT, tooMany, UnreadableFile, type UploadRows } from './rows';
import { rejectArchive } from './unreadable';

/** The maximum number of parts in a workbook. */
const PART_LIMIT = 10_000;

/** The maximum number of sheets in a workbook, which may take seven bytes each. */
const SHEET_LIMIT = 1000;

/** The maximum number of formats in a workbook, as in Excel. */
const FORMAT_LIMIT = 65_490;

/** How deep the elements of a part may be nested. */
const DEPTH_LIMIT = 100;

/** How many packed bytes are unpacked at once, to at most a thousand times as many, and how many unpacked ones are parsed. */
const PACKED_CHUNK_BYTES = 1024;
const CHUNK_BYTES = 32 * KIBIBYTE;

/** The maximum length of a tag with its attributes, and of a comment, in characters. */
const TAG_LENGTH = 64 * KIBIBYTE;

/** The maximum number of attributes of an element. Excel writes some 20; the parser looks at all earlier ones for each. */
const ATTRIBUTE_LIMIT = 1000;

/** The maximum length of a cell, in characters, as in Excel. */
const CELL_LENGTH = 32_767;

/** A table is never far to the right or below of what people see. */
const CELL_ADDRESS = /^([A-Z]{1,3})\d{1,7}$/;

/** The maximum length of the name of a sheet, in characters, as in Excel. */
const SHEET_NAME_LENGTH = 31;

/**
 * Reads a workbook (.xlsx, .xlsm): the first visible sheet as rows of texts, dates such as 2026-11-27, other values as they
 * are stored. Returns the names of the sheets that are not read.
 */
export function readWorkbook(file: Uint8Array, rows: UploadRows): readonly string[] {
  try {
    return readFirstSheet(file, rows);
  } catch (error) {
    // The library throws plain errors with a code.
    if (error instanceof Error && 'code' in error) throw new UnreadableFile(DAMAGED);
    throw error;
  }
}

const DAMAGED = 'it is a damaged workbook. Open it in Excel, and save it again';

function readFirstSheet(file: Uint8Array, rows: UploadRows): readonly string[] {
  const workbook = createWorkbookReader();
  const relations = createRelationsReader();
  const parts = new Map([
    ['xl/workbook.xml', workbook.handlers],
    ['xl/_rels/workbook.xml.rels', relations.handlers],
  ]);
  const names = unpack(file, rows, parts);
  if (!names.has('xl/workbook.xml')) rejectArchive(names);
  const sheets = workbook.sheets.toSorted((a, b) => Number(b.isVisible) - Number(a.isVisible));
  // A sheet may be a chart.
  const first = sheets.find(({ id, isVisible }) => isVisible && relations.worksheets.has(id));
  const sheet = relations.worksheets.get(first?.id ?? '');
  if (sheet === undefined || !names.has(sheet)) throw new UnreadableFile('it has no sheet with a table');
  const strings = createStringsReader(rows);
  const formats = createFormatsReader();
  const shared = new Map([
    [relations.parts.get('sharedStrings') ?? '', strings.handlers],
    [relations.parts.get('styles') ?? '', formats.handlers],
  ]);
  unpack(file, rows, shared);
  const context = {
    strings: strings.texts,
    formats: formats.formats,
    isFrom1904: workbook.isFrom1904(),
  };
  unpack(file, rows, new Map([[sheet, createSheetReader(rows, context)]]));
  return sheets.filter(each => each !== first).map(({ name }) => name);
}

/** Called for the elements of a part, without their namespace prefixes. */
interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Unpacks and parses some parts of a ZIP file, a chunk at a time. Returns the names of all parts, in lower case. */
function unpack(
  file: Uint8Array,
  { unpack: count }: UploadRows,
  parts: ReadonlyMap<string, Handlers>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const archive = new Unzip(part => {
    const name = partName(part.name);
    if (names.size === PART_LIMIT) throw tooMany(PART_LIMIT, 'parts');
    // Excel reads the last one of two parts with one name.
    if (names.has(name)) throw new UnreadableFile(DAMAGED);
    const handlers = parts.get(name);
    names.add(name);
    if (!handlers) return;
    const write = parseXml(handlers);
    part.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      count(chunk.length);
      write(chunk, isLast);
    };
    part.start();
  });
  archive.register(UnzipInflate);
  for (let start = 0; start < file.length; start += PACKED_CHUNK_BYTES) {
    const end = Math.min(start + PACKED_CHUNK_BYTES, file.length);
    archive.push(file.subarray(start, end), end === file.length);
  }
  return names;
}

/** The name of a part. Its case does not matter, and some programs write backslashes. */
function partName(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase();
}

/** A name without its namespace prefix, which any program may choose. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function parseXml({ open, text, close }: Handlers) {
  const decoder = new TextDecoder();
  let depth = 0;
  let attributeCount = 0;
  let tagStart = 0;
  let length = 0;
  const parser = new Parser(
    {
      onopentagname() {
        tagStart = parser.startIndex;
      },
      onattribute() {
        if (++attributeCount > ATTRIBUTE_LIMIT) throw new UnreadableFile(DAMAGED);
        if (parser.endIndex - tagStart > TAG_LENGTH) throw new UnreadableFile(DAMAGED);
      },
      onopentag(name, attributes) {
        attributeCount = 0;
        // The parser takes quadratic time for the depth.
        if (++depth > DEPTH_LIMIT) throw new UnreadableFile(DAMAGED);
        open?.(localName(name), attributes);
      },
      ontext: part => text?.(part),
      onclosetag(name) {
        depth--;
        close?.(localName(name));
      },
    },
    { xmlMode: true },
  );
  return (chunk: Uint8Array, isLast: boolean): void => {
    for (let start = 0; start < chunk.length; start += CHUNK_BYTES) {
      const text = decoder.decode(chunk.subarray(start, start + CHUNK_BYTES), { stream: true });
      length += text.length;
      parser.write(text);
      // The parser keeps a tag until its end has arrived.
      if (length - parser.startIndex > TAG_LENGTH) throw new UnreadableFile(DAMAGED);
    }
    if (isLast) parser.end(decoder.decode());
  };
}

/** Finds the sheets. */
function createWorkbookReader() {
  const sheets: { readonly id: string; readonly name: string; readonly isVisible: boolean }[] = [];
  let isFrom1904 = false;
  const handlers: Handlers = {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      if (sheets.length === SHEET_LIMIT) throw tooMany(SHEET_LIMIT, 'sheets');
      const { state = 'visible', name: title = '' } = attributes;
      const [, id = ''] = Object.entries(attributes).find(([key]) => localName(key) === 'id') ?? [];
      sheets.push({ id, name: title.slice(0, SHEET_NAME_LENGTH), isVisible: state === 'visible' });
    },
  };
  return { handlers, sheets, isFrom1904: () => isFrom1904 };
}

/** Finds the parts of the workbook: its worksheets by ID, others by kind. Relations to other files are not followed. */
function createRelationsReader() {
  const worksheets = new Map<string, string>();
  const parts = new Map<string, string>();
  const handlers: Handlers = {
    open(name, { Id = '', Target = '', Type = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      if (worksheets.size === PART_LIMIT) throw tooMany(PART_LIMIT, 'parts');
      const kind = Type.slice(Type.lastIndexOf('/') + 1);
      const path = posix.resolve('/xl', partName(Target)).slice(1);
      if (kind === 'sharedStrings' || kind === 'styles') parts.set(kind, path);
      if (kind !== 'worksheet') return;
      worksheets.set(Id, path);
    },
  };
  return { handlers, worksheets, parts };
}

/** Collects a text, up to the length of a cell. */
function createText() {
  let text = '';
  return {
    add(part: string): void {
      if (text.length < CELL_LENGTH) text += part.slice(0, CELL_LENGTH - text.length);
    },
    take(): string {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

/** Decodes the characters that XML cannot have, such as `_x000D_`. */
function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_match, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** Reads the texts that cells refer to. Hints about pronunciation (`rPh`) are no part of them. */
function createStringsReader({ keep }: UploadRows) {
  const texts: string[] = [];
  const text = createText();
  let isText = false;
  let isHint = false;
  const handlers: Handlers = {
    open(name) {
      if (name === 'rPh') isHint = true;
      if (name === 't') isText = !isHint;
    },
    text(part) {
      if (isText) text.add(part);
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
      if (name === 'si') {
        const shared = copyText(unescapeText(text.take()));
        keep(shared);
        texts.push(shared);
      }
    },
  };
  return { handlers, texts };
}

/** Reads the number format of each style of cells. */
function createFormatsReader() {
  const ownFormats = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  const handlers: Handlers = {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'cellXfs') isCellStyle = true;
      if (ownFormats.size + formats.length > FORMAT_LIMIT) throw tooMany(FORMAT_LIMIT, 'formats');
      if (name === 'numFmt') {
        ownFormats.set(numFmtId, readFormat(formatCode));
      } else if (name === 'xf' && isCellStyle) {
        formats.push(ownFormats.has(numFmtId) ? ownFormats.get(numFmtId) : builtInFormat(numFmtId));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  };
  return { handlers, formats };
}

interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly isFrom1904: boolean;
}

function createSheetReader({ add }: UploadRows, { strings, formats, isFrom1904 }: SheetContext): Handlers {
  const text = createText();
  let row: string[] = [];
  let isHidden = false;
  let column = 0;
  let type: string | undefined;
  let format: NumberFormat;
  let isValue = false;
  let isHint = false;

  function readValue(stored: string): string | undefined {
    switch (type) {
      case 's':
        return strings[Number(stored)];
      case 'b':
        return stored === '1' ? 'TRUE' : 'FALSE';
      case undefined:
      case 'n':
        return formatNumber(stored, format, isFrom1904);
      default:
        return unescapeText(stored);
    }
  }

  return {
    open(name, { r, t, s, hidden }) {
      if (name === 'row') {
        row = [];
        isHidden = /^(?:1|true)$/.test(hidden ?? '');
        column = 0;
      } else if (name === 'c') {
        const [, letters] = CELL_ADDRESS.exec(r ?? '') ?? [];
        column = letters === undefined ? column + 1 : columnOf(letters);
        type = t;
        format = formats[Number(s)];
      } else if (name === 'rPh') {
        isHint = true;
      } else if (name === 'v' || name === 't') {
        isValue = !isHint;
      }
    },
    text(part) {
      if (isValue) text.add(part);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'rPh') isHint = false;
      if (name === 'c') {
        const stored = text.take();
        const value = stored === '' ? '' : readValue(stored)?.trim();
        if (value === undefined) throw new UnreadableFile(DAMAGED);
        if (value === '') return;
        if (column > COLUMN_LIMIT) throw tooMany(COLUMN_LIMIT, 'columns');
        while (row.length < column) row.push('');
        row[column - 1] = type === 's' ? value : copyText(value);
      }
      if (name === 'row') add(row, isHidden);
    },
  };
}

/** The number of a column: 1 for A, 27 for AA. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
