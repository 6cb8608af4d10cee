import { Unzip, UnzipInflate } from 'fflate';
import { Parser } from 'htmlparser2';
import { MEBIBYTE } from '../units';
import { formatNumber, numberFormat } from './number-format';
import { COLUMN_LIMIT, createRows, type SheetRows, TooLarge, tooMany, type Unreadable } from './rows';
import { recognizeArchive } from './unreadable';

/** The maximum size of the unpacked parts of a workbook, in bytes. */
const UNPACKED_LIMIT = 64 * MEBIBYTE;

/** The maximum number of parts in a workbook. */
const PART_LIMIT = 10_000;

/** The maximum number of sheets in a workbook, which may take seven bytes each. */
const SHEET_LIMIT = 1000;

/** How deep the elements of a part may be nested. */
const DEPTH_LIMIT = 100;

/** How many packed bytes are unpacked at once: at most a thousand times as many. */
const CHUNK_BYTES = 8192;

/** The maximum number of attributes of an element. Excel writes some 20; the parser looks at all earlier ones for each. */
const ATTRIBUTE_LIMIT = 1000;

/** The maximum length of a cell, in characters, as in Excel. */
const CELL_LENGTH = 32_767;

/** A table is never far to the right or below of what people see. */
const CELL_ADDRESS = /^([A-Z]{1,3})\d{1,7}$/;

/** The maximum length of the name of a sheet, in characters, as in Excel. */
const SHEET_NAME_LENGTH = 31;

/** The contents of a workbook. */
export interface Workbook {
  /** The first visible sheet as rows of texts: values as they are stored, dates as they are formatted. */
  readonly rows: SheetRows;
  /** The names of the sheets that are not read. */
  readonly otherSheets: readonly string[];
}

/** Reads a workbook (.xlsx, .xlsm). */
export function readWorkbook(file: Uint8Array): Workbook | Unreadable {
  try {
    return readFirstSheet(file);
  } catch (error) {
    if (error instanceof TooLarge) return { problem: error.message };
    // The library throws plain errors with a code.
    if (error instanceof Error && 'code' in error) return { problem: DAMAGED };
    throw error;
  }
}

const DAMAGED = 'it is a damaged workbook. Open it in Excel, and save it again';

function readFirstSheet(file: Uint8Array): Workbook | Unreadable {
  const budget = { bytes: UNPACKED_LIMIT };
  const workbook = createWorkbookReader();
  const relations = createRelationsReader();
  const names = unpack(file, budget, {
    'xl/workbook.xml': workbook.handlers,
    'xl/_rels/workbook.xml.rels': relations.handlers,
  });
  if (!names.has('xl/workbook.xml')) return recognizeArchive(names);
  const [first, ...others] = workbook.sheets().toSorted((a, b) => Number(b.isVisible) - Number(a.isVisible));
  const sheet = first?.isVisible ? relations.pathOf(first.id) : undefined;
  if (sheet === undefined || !names.has(sheet)) return { problem: 'it has no sheet with a table' };
  const strings = createStringsReader();
  const formats = createFormatsReader();
  unpack(file, budget, { 'xl/sharedstrings.xml': strings.handlers, 'xl/styles.xml': formats.handlers });
  const rows = createSheetReader({
    strings: strings.texts,
    formats: formats.formats,
    isFrom1904: workbook.isFrom1904(),
  });
  unpack(file, budget, { [sheet]: rows.handlers });
  return { rows: rows.rows, otherSheets: others.map(({ name }) => name) };
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
  budget: { bytes: number },
  parts: Readonly<Record<string, Handlers>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const archive = new Unzip(part => {
    const name = part.name.toLowerCase();
    if (names.size === PART_LIMIT) throw tooMany(PART_LIMIT, 'parts');
    const handlers = names.has(name) ? undefined : parts[name];
    names.add(name);
    if (!handlers) return;
    if ((part.originalSize ?? 0) > budget.bytes) throw tooLargeUnpacked();
    const write = parseXml(handlers);
    part.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      budget.bytes -= chunk.length;
      if (budget.bytes < 0) throw tooLargeUnpacked();
      write(chunk, isLast);
    };
    part.start();
  });
  archive.register(UnzipInflate);
  for (let start = 0; start < file.length; start += CHUNK_BYTES) {
    const end = Math.min(start + CHUNK_BYTES, file.length);
    archive.push(file.subarray(start, end), end === file.length);
  }
  return names;
}

function tooLargeUnpacked(): TooLarge {
  const limit = UNPACKED_LIMIT / 1024 / 1024;
  return new TooLarge(
    `it is larger than ${limit} MB when it is unpacked. Copy the columns that matter to a new workbook`,
  );
}

function parseXml({ open, text, close }: Handlers) {
  const decoder = new TextDecoder();
  let depth = 0;
  let attributeCount = 0;
  const localName = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onattribute() {
        if (++attributeCount > ATTRIBUTE_LIMIT) throw new TooLarge(DAMAGED);
      },
      onopentag(name, attributes) {
        attributeCount = 0;
        // The parser takes quadratic time for the depth.
        if (++depth > DEPTH_LIMIT) throw new TooLarge(DAMAGED);
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
    parser.write(decoder.decode(chunk, { stream: !isLast }));
    if (isLast) parser.end();
  };
}

/** Finds the first sheet that is shown. */
function createWorkbookReader() {
  const sheets: { readonly id: string; readonly name: string; readonly isVisible: boolean }[] = [];
  let isFrom1904 = false;
  const handlers: Handlers = {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      if (sheets.length === SHEET_LIMIT) throw tooMany(SHEET_LIMIT, 'sheets');
      const { state = 'visible', name: title = '', 'r:id': id = '' } = attributes;
      sheets.push({ id, name: title.slice(0, SHEET_NAME_LENGTH), isVisible: state === 'visible' });
    },
  };
  return { handlers, sheets: () => sheets, isFrom1904: () => isFrom1904 };
}

/** Finds the parts that the workbook's sheets are in. Relations to other files are not followed. */
function createRelationsReader() {
  const paths = new Map<string, string>();
  const handlers: Handlers = {
    open(name, { Id = '', Target = '', Type = '', TargetMode }) {
      if (name !== 'Relationship' || !Type.endsWith('/worksheet') || TargetMode === 'External') return;
      if (paths.size === PART_LIMIT) throw tooMany(PART_LIMIT, 'parts');
      paths.set(Id, (Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`).toLowerCase());
    },
  };
  return { handlers, pathOf: (id: string | undefined) => (id === undefined ? undefined : paths.get(id)) };
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
function createStringsReader() {
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
      if (name === 'si') texts.push(unescapeText(text.take()));
    },
  };
  return { handlers, texts };
}

/** Reads the number format of each style of cells. */
function createFormatsReader() {
  const codes = new Map<string, string>();
  const formats: (string | undefined)[] = [];
  let isCellStyle = false;
  const handlers: Handlers = {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) formats.push(numberFormat(numFmtId, codes));
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  };
  return { handlers, formats };
}

interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: readonly (string | undefined)[];
  readonly isFrom1904: boolean;
}

function createSheetReader({ strings, formats, isFrom1904 }: SheetContext) {
  const { rows, add } = createRows();
  const text = createText();
  let row: string[] = [];
  let column = 0;
  let type: string | undefined;
  let format: string | undefined;
  let isValue = false;

  function readValue(stored: string): string {
    switch (type) {
      case 's':
        return strings[Number(stored)] ?? '';
      case 'b':
        return stored === '1' ? 'TRUE' : 'FALSE';
      case undefined:
      case 'n':
        return formatNumber(stored, format, isFrom1904);
      default:
        return unescapeText(stored);
    }
  }

  const handlers: Handlers = {
    open(name, { r, t, s }) {
      if (name === 'row') {
        row = [];
        column = 0;
      } else if (name === 'c') {
        const [, letters] = CELL_ADDRESS.exec(r ?? '') ?? [];
        column = letters === undefined ? column + 1 : columnOf(letters);
        type = t;
        format = formats[Number(s)];
      } else if (name === 'v' || name === 't') {
        isValue = true;
      } else if (name === 'f' || name === 'rPh') {
        isValue = false;
      }
    },
    text(part) {
      if (isValue) text.add(part);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c') {
        const stored = text.take();
        const value = stored === '' ? '' : readValue(stored).trim();
        if (value === '') return;
        if (column > COLUMN_LIMIT) throw tooMany(COLUMN_LIMIT, 'columns');
        while (row.length < column) row.push('');
        row[column - 1] = value;
      }
      if (name === 'row') add(row);
    },
  };
  return { handlers, rows };
}

/** The number of a column: 1 for A, 27 for AA. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
