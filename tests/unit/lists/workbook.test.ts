import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { type StoredColumn, textColumn } from '../../../server/lists/columns';
import {
  type FormattedBlock,
  formatSheet,
  type WorkbookPart,
  workbookFile,
} from '../../../server/lists/workbook';

async function workbookOf(
  cells: Readonly<Record<string, readonly (string | number)[]>>,
  rowsInBlock = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const columns = Object.values(cells);
  const length = columns[0]?.length ?? 0;
  const columnOf = (values: readonly (string | number)[]): StoredColumn =>
    values.every(value => typeof value === 'number')
      ? Float64Array.from(values)
      : textColumn(values.map(String));
  async function* blocksOf(part: WorkbookPart) {
    let before: FormattedBlock['progress'] | undefined;
    let from = 0;
    do {
      const to = Math.min(length, from + rowsInBlock);
      const block = formatSheet({
        part,
        length: to - from,
        columns: columns.map(values => columnOf(values.slice(from, to))),
        headings: from === 0 ? Object.keys(cells) : undefined,
        rowsBefore: from,
        isLast: to === length,
        before,
      });
      before = block.progress;
      yield block;
      from = to;
    } while (from < length);
  }
  return buffer(workbookFile(blocksOf));
}

/** Returns the rows of the first sheet, by another library than the one that wrote them. */
async function read(workbook: Buffer): Promise<unknown> {
  const [sheet] = await readWorkbook(workbook, { trim: false });
  return sheet?.data;
}

test('P411: texts are texts, numbers are numbers, and a figure that is absent is an empty cell', async () => {
  const workbook = await workbookOf({
    userId: ['0042', '1.20E+05', '=1+1', 'U-1'],
    name: ['Ünï <b> & "Ж"', ' 中\n二 ', '+49 30', '2026-03-01'],
    leads: [0, 12, 1e15, Number.NaN],
  });
  expect(await read(workbook)).toEqual([
    ['userId', 'name', 'leads'],
    ['0042', 'Ünï <b> & "Ж"', 0],
    ['1.20E+05', ' 中\n二 ', 12],
    ['=1+1', '+49 30', 1e15],
    ['U-1', '2026-03-01', null],
  ]);
});

test.each([1, 2, 3, 1000])('P411: a sheet in blocks of %d rows is one sheet', async rowsInBlock => {
  const ids = Array.from({ length: 7 }, (_, index) => `U-${index}`);
  const workbook = await workbookOf({ userId: ids, leads: ids.map((_, index) => index) }, rowsInBlock);
  expect(await read(workbook)).toEqual([['userId', 'leads'], ...ids.map((id, index) => [id, index])]);
});

test('P411: a workbook with control characters, lone surrogates and long texts can be read', async () => {
  const texts = ['\u0000\u001b', '\ud800', '\uffff', 'x'.repeat(64_000), '_x0041_', 'last'];
  const rows = (await read(await workbookOf({ text: texts }))) as string[][];
  expect(rows).toHaveLength(texts.length + 1);
  expect(rows.at(-1)).toEqual(['last']);
  expect(rows[4]?.[0]).toHaveLength(32_767);
});

test('an empty list is a sheet with its heading', async () => {
  expect(await read(await workbookOf({ userId: [] }))).toEqual([['userId']]);
});

test('P411: texts stand in a table behind the sheet, as Excel writes them, each once', async () => {
  const emails = ['ada@acme.example', 'ben@acme.example', 'ada@acme.example'];
  const files = unzipSync(
    await workbookOf({ email: emails, status: ['Idle', 'Idle', 'Idle'], leads: [1, 2, 3] }),
  );
  expect(Object.keys(files)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'docProps/app.xml',
    'docProps/core.xml',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/sharedStrings.xml',
  ]);
  const xml = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(xml('xl/worksheets/sheet1.xml')).not.toContain('inlineStr');
  expect(xml('xl/sharedStrings.xml').match(/<si>/g)).toHaveLength(3 + 2 + 1);
  for (const [name, type] of Object.entries({
    'docProps/app.xml': 'extended-properties',
    'docProps/core.xml': 'core-properties',
  })) {
    expect(xml('_rels/.rels')).toContain(`${type}" Target="${name}"`);
    expect(xml('[Content_Types].xml')).toContain(`PartName="/${name}"`);
  }
});
