import { strToU8, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface WorkbookOptions {
  /** The content of `sst`, `styleSheet` and `workbook`. */
  readonly strings?: string;
  readonly styles?: string;
  readonly workbook?: string;
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
}

/** A workbook whose first sheet has this XML in its `sheetData`, for what no program writes. */
export function workbookOf(sheetData: string, options: WorkbookOptions = {}): Uint8Array {
  const {
    strings = '',
    styles = '',
    workbook = '<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>',
    parts = {},
  } = options;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}.xml"/>`;
  const relations = [
    relation('rId1', 'worksheet', 'worksheets/sheet1'),
    relation('rId2', 'worksheet', 'worksheets/sheet2'),
    relation('rId9', 'sharedStrings', 'sharedStrings'),
    relation('rId10', 'styles', 'styles'),
  ];
  return zip({
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${RELATIONS}">${workbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${relations.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst>${strings}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet>${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...parts,
  });
}

export function workbookOfRows(rows: readonly (readonly string[])[]): Uint8Array {
  const cell = (text: string) =>
    `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  return workbookOf(rows.map(row => `<row>${row.map(cell).join('')}</row>`).join(''));
}

export function zip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ]);
  return zipSync(Object.fromEntries(entries), { level: 1 });
}
