// A workbook (.xlsx) is a zip archive of XML files, of which only the sheet grows with the list (ECMA-376). The sheet is
// written block by block, like a CSV file: a thread formats and deflates each block by itself, and the archive continues with
// it when the browser can take more. So a file of 100,000 rows needs the memory of one block.

import { constants, crc32, deflateRawSync } from 'node:zlib';
import { type Column, textAt } from './columns';
import { createZip, type ZipPart } from './zip';

/** Some rows of a sheet. */
export interface SheetBlock {
  readonly length: number;
  /** Their cells, by column. */
  readonly columns: readonly Column[];
  /** The heading, only in the first block of a sheet. */
  readonly headings: readonly string[] | undefined;
  /** The number of rows before them, without the heading. */
  readonly rowsBefore: number;
  readonly isLast: boolean;
  /** The checksum of the sheet so far. */
  readonly checksum: number;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet. The second style, of the heading, is bold. */
const OTHER_FILES = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};

/** The widths of columns, in characters. */
const MIN_WIDTH = 10;
const MAX_WIDTH = 60;

/** More characters in a cell make Excel repair the file. */
const CELL_LENGTH_LIMIT = 32_767;

/** The file, from the parts of its sheet. */
export async function* workbookFile(sheet: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = createZip();
  for (const [path, xml] of Object.entries(OTHER_FILES)) {
    yield zip.begin(path);
    yield zip.add({ deflated: deflateRawSync(xml), checksum: crc32(xml), size: Buffer.byteLength(xml) });
  }
  yield zip.begin('xl/worksheets/sheet1.xml');
  for await (const part of sheet) yield zip.add(part);
  yield zip.end();
}

/** Formats some rows of a sheet: texts as texts, which never run as formulas, and counts as numbers. */
export function formatSheet({
  length,
  columns,
  rowsBefore,
  headings,
  isLast,
  checksum,
}: SheetBlock): ZipPart {
  let xml = headings ? sheetStart(columns, headings, length) : '';
  for (let row = 0; row < length; row++) {
    const number = rowsBefore + row + 2;
    xml += `<row r="${number}">`;
    columns.forEach((column, index) => {
      const place = `${columnName(index)}${number}`;
      xml += 'joined' in column ? textCell(place, textAt(column, row)) : numberCell(place, column[row] ?? 0);
    });
    xml += '</row>';
  }
  if (isLast) xml += '</sheetData></worksheet>';
  const bytes = Buffer.from(xml);
  return {
    // Parts that are deflated by themselves make one stream if all but the last end at a byte.
    deflated: deflateRawSync(bytes, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH }),
    checksum: crc32(bytes, checksum),
    size: bytes.length,
  };
}

/** The sheet up to its heading, which stays while the rows scroll. */
function sheetStart(columns: readonly Column[], headings: readonly string[], length: number): string {
  const widths = columns.map((column, index) => {
    const texts = 'joined' in column ? Array.from({ length }, (_, row) => textAt(column, row).length) : [];
    const longest = texts.reduce((most, each) => Math.max(most, each), headings[index]?.length ?? 0);
    const width = Math.min(Math.max(longest + 2, MIN_WIDTH), MAX_WIDTH);
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const cells = headings.map((heading, index) => textCell(`${columnName(index)}1`, heading, ' s="1"'));
  return [
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`,
  ].join('');
}

function numberCell(place: string, number: number): string {
  return `<c r="${place}"><v>${number}</v></c>`;
}

function textCell(place: string, text: string, style = ''): string {
  if (text === '') return '';
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
}

/** Letters for a column: A to Z, AA to AZ … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Control characters, which XML does not allow, and what looks like their escape in workbooks, such as `_x000D_`. */
const ESCAPED = /[&<>\ufffe\uffff]|(?![\t\n])\p{Cc}|_(?=x[\da-f]{4}_)/giu;

function escapeText(text: string): string {
  return text
    .slice(0, CELL_LENGTH_LIMIT)
    .toWellFormed()
    .replace(ESCAPED, character => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return ENTITIES[character] ?? `_x${code}_`;
    });
}
