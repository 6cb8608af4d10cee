import { describe, expect, jest, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import writeXlsxFile from 'write-excel-file/node';
import { readCsv } from '../../../server/spreadsheets/csv';
import { readFileText } from '../../../server/spreadsheets/file-text';
import { countRows, orUnreadable, type UploadRows } from '../../../server/spreadsheets/rows';
import { isArchive } from '../../../server/spreadsheets/unreadable';
import { readWorkbook } from '../../../server/spreadsheets/xlsx';
import { fc } from '../../support/data/properties';
import { workbookOf, zip } from '../../support/data/workbook';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

/** The rows that a reader makes, or why it makes none. */
function rowsOf(reader: (rows: UploadRows) => unknown) {
  const found: (readonly string[])[] = [];
  const problem = orUnreadable(() => {
    reader(countRows(row => found.push(row)));
    return undefined;
  });
  return problem ? [problem.problem, problem.advice].join('. ') : found;
}

/** The rows of a file, or why it has none. */
function read(given: Uint8Array | string) {
  const file = typeof given === 'string' ? bytes(given) : given;
  return rowsOf(rows => (isArchive(file) ? readWorkbook(file, rows) : readCsv(readFileText(file), rows)));
}

const TABLE = [
  ['Email', 'Status'],
  ['ada@acme.example', 'Left'],
];

describe('a CSV file', () => {
  test.each([
    ['commas', 'Email,Status\nada@acme.example,Left\n'],
    ['semicolons', 'Email;Status\r\nada@acme.example;Left\r\n'],
    ['tabs', 'Email\tStatus\nada@acme.example\tLeft'],
    ['bars', 'Email|Status\nada@acme.example|Left'],
    ['a line that names the delimiter', 'sep=;\r\nEmail;Status\r\nada@acme.example;Left'],
    ['carriage returns only', 'Email,Status\rada@acme.example,Left\r'],
    ['a Ctrl-Z at its end', 'Email,Status\r\nada@acme.example,Left\r\n\x1a'],
    ['a byte order mark', '\uFEFFEmail,Status\nada@acme.example,Left'],
    ['quotation marks', '"Email","Status"\n"ada@acme.example","Left"'],
    ['empty lines', '\n\nEmail,Status\n,\n\nada@acme.example,Left\n\n'],
    ['empty cells beyond the last column', `Email,Status\n${',""'.repeat(2000)}\nada@acme.example,Left`],
    ['2,100,000 empty cells', `Email,Status\n${',,\n'.repeat(700_000)}ada@acme.example,Left\n\n`],
  ])('is read with %s', (_with, text) => {
    expect(read(text)).toEqual(TABLE);
  });

  test.each<[string, Uint8Array]>([
    ['UTF-16 with a mark', bytes('\uFEFFEmail,Status\nada@acme.example,Left', 'utf16le')],
    ['UTF-16 without a mark', bytes('Email,Status\nada@acme.example,Left', 'utf16le')],
    [
      'UTF-16, big-endian',
      bytes('\uFEFFEmail,Status\nada@acme.example,Left', 'utf16le').map((_b, i, all) => all[i ^ 1] ?? 0),
    ],
  ])('is read in %s', (_encoding, file) => {
    expect(read(file)).toEqual(TABLE);
  });

  test('in an 8-bit encoding is read with any bytes', () => {
    expect(read(bytes('Name,Email\n\x8A\x8D\x9D,ada@acme.example', 'latin1'))).toEqual([
      ['Name', 'Email'],
      [expect.any(String), 'ada@acme.example'],
    ]);
  });

  test.each([
    ['Name;Email\nPark, Cleo;cleo@acme.example', ['Park, Cleo', 'cleo@acme.example']],
    ['Leavers\n\n"a,b,c";Email\nAda;ada@acme.example', ['Ada', 'ada@acme.example']],
    ['a;b,c;d\n1;2,3;4', ['1', '2,3', '4']],
    ['a;b,c\n1;2,3', ['1', '2,3']],
    ['a,b|c\n1,2|3', ['1', '2|3']],
    ['a;b\tc\n1;2\t3', ['1;2', '3']],
    ['sep=|\na,b,c|d\n1,2|3', ['1,2', '3']],
  ])('is separated by what its first line has most of, outside of quotation marks: %j', (text, last) => {
    expect(read(text).at(-1)).toEqual(last);
  });

  test('has the rows that another reader finds, wherever its quotation marks are', () => {
    const options = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };
    const text = fc.array(fc.constantFrom(...'""a,\n\ré ', '\r\n')).map(parts => parts.join(''));
    const check = (csv: string) => {
      let expected: unknown;
      try {
        expected = parse(csv, options).filter(row => row.some(cell => cell !== ''));
      } catch {
        expected = 'a quotation mark in it is never closed. ';
      }
      expect(rowsOf(rows => readCsv(`sep=,\n${csv}`, rows))).toEqual(expected);
    };
    fc.assert(fc.property(text, check), { numRuns: 2000 });
  });

  test('T91: is read in linear time with a long cell and quotation marks inside the others', () => {
    expect(read(`"${'x'.repeat(2_000_000)}"\n${'"a"b,c\n'.repeat(99_999)}`).at(-1)).toEqual(['"a"b', 'c']);
  });

  test.each([
    ['a quotation mark that is never closed', 'a,b\n"c,d\n', 'a quotation mark in it is never closed'],
    ['too many rows', 'a,b\n'.repeat(100_002), 'it has more than 100,000 rows'],
    ['too many columns', `${','.repeat(2000)}a`, 'it has more than 1,000 columns'],
    ['nothing', '', 'it is empty'],
  ])('with %s is not read', (_with, text, problem) => {
    expect(read(text)).toContain(problem);
  });
});

describe('a workbook', () => {
  test('has the values that another program wrote', async () => {
    const date = { type: Date, value: new Date(Date.UTC(2026, 10, 30)), format: 'd mmm yyyy' };
    const file = await writeXlsxFile([
      [{ value: 'Email' }, { value: 'ID' }, { value: 'Last Day' }, { value: 'Leads' }, { value: 'Left' }],
      [
        { value: 'ada@acme.example' },
        { type: String, value: '000123' },
        date,
        { type: Number, value: 0.1 },
        { type: Boolean, value: true },
      ],
    ]).toBuffer();
    expect(read(file)).toEqual([
      ['Email', 'ID', 'Last Day', 'Leads', 'Left'],
      ['ada@acme.example', '000123', '2026-11-30', '0.1', 'TRUE'],
    ]);
  });

  const styles = (...codes: readonly string[]) =>
    `<numFmts>${codes.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')}</numFmts>` +
    `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
    `<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${codes.map((_code, index) => `<xf numFmtId="${200 + index}"/>`).join('')}</cellXfs>`;

  test.each([
    ['46356', '0', '46356'],
    ['46356', '1', '2026-11-30'],
    ['46356', '2', '2026-11-30'],
    ['46356.75', '3', '2026-11-30'],
    ['44894', '1', '2022-11-29'],
    ['60', '1', '1900-02-28'],
    ['-5', '1', '-5'],
    ['99999999', '1', '99999999'],
    ['0.75', '7', '0.75'],
    ['12.5', '8', '12.5'],
    ['1234', '9', '1234'],
    ['46356', '10', '2026-11-30'],
    ['123', '4', '000123'],
    ['007', '0', '007'],
    ['0.10000000000000001', '5', '0.1'],
    ['12345678901234567890', '0', '12345678901234567890'],
    ['46356', '6', '2026-11-30'],
    ['1', '1', '1900-01-01'],
  ])('shows the stored number %s with format %s as %s', (value, style, shown) => {
    const file = workbookOf(`<row><c r="A1" s="${style}"><v>${value}</v></c></row>`, {
      styles: styles(
        'dd/mm/yyyy',
        'dd.mm.yy hh:mm',
        '000000',
        '0.00%',
        'dddd, mmmm d, yyyy;@',
        'h:mm AM/PM',
        '[h]:mm:ss',
        '[Red]0 &quot;days&quot;',
        'd;;;@',
      ),
    });
    expect(read(file)).toEqual([[shown]]);
  });

  test.each([
    [
      'formulas have their stored value',
      '<row><c t="str"><f>A2</f><v>ada@acme.example</v></c></row>',
      'ada@acme.example',
    ],
    ['errors are texts', '<row><c t="e"><v>#N/A</v></c></row>', '#N/A'],
    ['texts may have several styles', '<row><c t="s"><v>0</v></c></row>', 'Ada Byron'],
    ['hints about pronunciation are left out', '<row><c t="s"><v>1</v></c></row>', '山田'],
    [
      'hints about pronunciation in a cell are left out',
      '<row><c t="inlineStr"><is><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><r><t> 太郎</t></r></is></c></row>',
      '山田 太郎',
    ],
    ['escaped characters are decoded', '<row><c t="inlineStr"><is><t>a_x0041_</t></is></c></row>', 'aA'],
    ['dates may be texts', '<row><c t="d"><v>2026-11-30</v></c></row>', '2026-11-30'],
    ['names may have a prefix', '<x:row><x:c t="str"><x:v>Ada</x:v></x:c></x:row>', 'Ada'],
  ])('%s', (_rule, row, shown) => {
    const strings =
      '<si><r><t>Ada </t></r><r><t>Byron</t></r></si><si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si>';
    expect(read(workbookOf(row, { strings }))).toEqual([[shown]]);
  });

  test('is read where its cells are: gaps, a far last row, a hidden first sheet, macros', () => {
    const row = '<row r="3"><c r="B3" t="str"><v>b</v></c><c r="D3" t="str"><v>d</v></c></row>';
    const last = '<row r="1048576"><c r="A1048576" t="str"><v>end</v></c><c r="XFD1048576" s="1"/></row>';
    const sheets =
      '<sheets><sheet name="A" state="hidden" r:id="rId1"/><sheet name="B" r:id="rId2"/></sheets>';
    const file = workbookOf('<row><c t="str"><v>hidden</v></c></row>', {
      workbook: sheets,
      parts: {
        'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${row}${last}</sheetData></worksheet>`,
        'xl/vbaProject.bin': 'macro',
      },
    });
    expect(read(file)).toEqual([['', 'b', '', 'd'], ['end']]);
  });
});

describe('names from a file are never looked up in objects', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'a number with the format %s',
    name => {
      const styles = `<cellXfs><xf numFmtId="${name}"/></cellXfs>`;
      expect(read(workbookOf('<row><c s="0"><v>1</v></c></row>', { styles }))).toEqual([['1']]);
      const cell = `<row><c r="${name}" t="${name}" s="${name}"><v>1</v></c></row>`;
      expect(read(workbookOf(cell, { styles }))).toEqual([['1']]);
    },
  );

  test('parts named as the properties of an object', () => {
    const parts = { constructor: '<worksheet/>', valueOf: '<worksheet/>' };
    const workbook = '<sheets><sheet name="A" r:id="constructor"/></sheets>';
    expect(read(workbookOf('', { parts, workbook }))).toBe('it has no sheet with a table. ');
    expect(read(zip(parts))).toContain('it is a .zip file');
  });
});

test('a workbook whose parts are named with backslashes is read', () => {
  const sheet = 'xl\\worksheets\\sheet1.xml';
  const file = zip({
    'xl\\workbook.xml': '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
    'xl\\_rels\\workbook.xml.rels':
      '<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets\\sheet1.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    'xl\\sharedStrings.xml': '<sst><si><t>ada@acme.example</t></si></sst>',
    [sheet]: '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>',
  });
  expect(read(file)).toEqual([['ada@acme.example']]);
});

test('a format is read once, however many cells have it', () => {
  const code = jest.spyOn(String.prototype, 'split');
  const styles = `<numFmts><numFmt numFmtId="200" formatCode="${';'.repeat(2048)}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(2000)}</cellXfs>`;
  expect(read(workbookOf('<row><c s="1"><v>1</v></c></row>'.repeat(3), { styles }))).toEqual([
    ['1'],
    ['1'],
    ['1'],
  ]);
  expect(code.mock.calls.filter(([separator]) => String(separator) === ';')).toHaveLength(1);
  code.mockRestore();
});

const oldOffice = (stream: string) =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
      Buffer.from(stream, 'utf16le'),
    ]),
  );

test.each<[string, Uint8Array, RegExp]>([
  ['an old workbook', oldOffice('Workbook'), /In Excel, save it as .xlsx/],
  ['a workbook with a password', oldOffice('EncryptedPackage'), /has a password.*In Excel, remove/],
  [
    'an Outlook message',
    oldOffice('__properties_version1.0'),
    /Outlook message.*paste its text here, or save its attachment/,
  ],
  [
    'a saved email',
    bytes(
      'Received: from mx.acme.example\r\n\tby acme.example\r\nFrom: hr@acme.example\r\nMIME-Version: 1.0\r\n\r\nbob@=\r\nacme.example',
    ),
    /saved email \(\.eml\).*paste its text here, or save its attachment/,
  ],
  ['a web page', bytes('\uFEFF<!DOCTYPE html><p>ada@acme.example'), /web page.*paste it here/],
  [
    'a web page with the name of a workbook',
    bytes('\uFEFF<html><table><tr><td>Email', 'utf16le'),
    /web page.*paste it here/,
  ],
  [
    'an XML spreadsheet with the name of a workbook',
    bytes('<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    /old workbook.*save it as .xlsx/,
  ],
  [
    'a web archive with the name of a workbook',
    bytes(
      'MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related\r\n\r\nada@acme.example',
    ),
    /old workbook.*save it as .xlsx/,
  ],
  [
    'a file of Google Drive',
    bytes('{"":"WARNING! DO NOT EDIT THIS FILE!","doc_id":"1","email":"hr@acme.example"}'),
    /link to a file.*download it as .xlsx/,
  ],
  ['a link', bytes('[InternetShortcut]\r\nURL=https://a.example/?u=hr@acme.example'), /link to a file/],
  ['a PDF', bytes('%PDF-1.7\n'), /is a PDF/],
  ['a picture', bytes('\x89PNG\r\n\x1a\n', 'latin1'), /is a picture/],
  ['a picture of a phone', bytes('\0\0\0\x18ftypheic', 'latin1'), /is a picture/],
  ['a renamed .zip', zip({ 'leavers.csv': 'a,b' }), /is a .zip file/],
  ['a Word document', zip({ 'word/document.xml': '<w/>' }), /is a Word document/],
  ['a cut workbook', workbookOf('<row/>').slice(0, 300), /is a .zip file|damaged/],
  [
    'a workbook with a part twice',
    workbookOf('<row/>', { parts: { 'xl/worksheets/Sheet1.xml': '<worksheet/>' } }),
    /damaged workbook/,
  ],
  [
    'a cell whose text is missing',
    workbookOf('<row><c t="s"><v>1</v></c></row>', { strings: '<si><t>a</t></si>' }),
    /damaged workbook/,
  ],
  ['bytes', new Uint8Array([1, 0, 2, 3, 0, 0, 5]), /neither a text nor a workbook/],
  ['100,002 rows', workbookOf('<row><c><v>1</v></c></row>'.repeat(100_002)), /more than 100,000 rows/],
  ['16,384 columns', workbookOf('<row><c r="XFD1"><v>1</v></c></row>'), /more than 1,000 columns/],
  [
    'a last column in each row',
    workbookOf('<row><c r="ALL1"><v>1</v></c></row>'.repeat(90_000)),
    /more than 2,000,000 cells/,
  ],
  [
    'one long text in each cell',
    workbookOf('<row><c t="s"><v>0</v></c></row>'.repeat(90_000), {
      strings: `<si><t>${'x'.repeat(40_000)}</t></si>`,
    }),
    /larger than 32 MB in memory/,
  ],
  [
    'an attribute of 100,000 characters',
    workbookOf(`<row><c x="${'&amp;'.repeat(20_000)}"/></row>`),
    /damaged workbook/,
  ],
  [
    '800 attributes of 100 characters',
    workbookOf(
      `<row ${Array.from({ length: 800 }, (_, index) => `a${index}="${'x'.repeat(100)}"`).join(' ')}/>`,
    ),
    /damaged workbook/,
  ],
  ['a name of 100,000 characters', workbookOf(`<${'x'.repeat(100_000)}/>`), /damaged workbook/],
  ['a comment of 100,000 characters', workbookOf(`<!--${'x'.repeat(100_000)}-->`), /damaged workbook/],
  [
    '100,000 formats of cells',
    workbookOf('', { styles: `<cellXfs>${'<xf/>'.repeat(100_000)}</cellXfs>` }),
    /more than 65,490 formats/,
  ],
  ['deeply nested elements', workbookOf('<a>'.repeat(500_000)), /damaged workbook/],
  [
    'an element with 2,000 attributes',
    workbookOf(`<row ${Array.from({ length: 2000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    /damaged workbook/,
  ],
  [
    'many sheets',
    workbookOf('', { workbook: `<sheets>${'<sheet/>'.repeat(1001)}</sheets>` }),
    /more than 1,000 sheets/,
  ],
  [
    'many parts',
    zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, '']))),
    /more than 10,000 parts/,
  ],
])('%s has a message that says what to do', (_kind, file, problem) => {
  expect(read(file)).toMatch(problem);
});

test('a bomb that states a small size is stopped while it is unpacked', () => {
  const sheet = new Uint8Array(65 * 1024 * 1024).fill(32);
  const file = workbookOf('', { parts: { 'xl/worksheets/sheet1.xml': sheet } });
  const view = new DataView(file.buffer);
  // The size that each local header states, at byte 22 of it.
  for (let at = 0; at < file.length - 30; at++) {
    if (view.getUint32(at, true) === 0x04034b50 && view.getUint32(at + 22, true) > 1_000_000)
      view.setUint32(at + 22, 100, true);
  }
  expect(read(file)).toMatch(/larger than 64 MB when it is unpacked/);
});

test('the parts of a workbook are found through its relations, and its first worksheet is read', () => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`;
  const relations = [
    relation('a', 'chartsheet', 'chartsheets/sheet1.xml'),
    relation('b', 'worksheet', './worksheets/../tables/people.xml'),
    relation('c', 'sharedStrings', '/xl/texts.xml'),
  ].join('');
  const sheets = '<sheet name="Chart" rel:id="a"/><sheet name="People" rel:id="b"/>';
  const parts = {
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
    'xl/tables/people.xml': '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>',
    'xl/texts.xml': '<sst><si><t>ada@acme.example</t></si></sst>',
  };
  const file = workbookOf('', { workbook: `<sheets>${sheets}</sheets>`, parts });
  const rows: (readonly string[])[] = [];
  expect(
    readWorkbook(
      file,
      countRows(row => rows.push(row)),
    ),
  ).toEqual(['Chart']);
  expect(rows).toEqual([['ada@acme.example']]);
});
