import { expect, test } from '@jest/globals';
import { workbookOf, workbookOfRows } from '../support/data/workbook';
import { peakMemory } from '../support/programs/peak-memory';

const people = Array.from({ length: 99_990 }, (_, index) => [
  `first.last${index}@company.example`,
  `U-${1_000_000 + index}`,
  `${index % 37}`,
  `${index % 997}`,
]);
const licenses = [['email', 'userId', 'leadsLast30Days', 'totalLeads'], ...people];
const staff = licenses.map(([email = '', id = ''], index) => [
  id,
  `Surname${index % 7919}, Name${index % 613}`,
  index % 12 ? '' : email,
  ...['Sales', `20${10 + (index % 16)}-09-30`, '', `Berlin ${index % 11}`, 'Łódź', `L${index % 12}`],
]);

/** As many addresses as are read, each with as much of its row as is shown. */
const wideRows = Array.from({ length: 1000 }, (_, row) =>
  Array.from({ length: 999 }, (_, column) => (column % 10 ? 'ж' : `p${row}.${column}@b.example`)).join(','),
);

/** As many letters as are read. One that is not Latin doubles the memory of a text. */
const longTexts = Array.from({ length: 99_990 }, () => [`${'a'.repeat(310)}Ł`]);

/** As many addresses as are read, each shown with a part of the one line, which also has millions of words. */
const addressesAndWords =
  Array.from({ length: 99_999 }, (_, index) => `a${index}@b.c `).join('') + 'x '.repeat(4_000_000);

const staffAddresses = Array.from({ length: 300_000 }, (_, index) => `p${index}@b.example\n`).join('');

// Files that make a reader keep a lot, and honest files of the largest company.
test.each([
  ['attribute.xlsx', () => workbookOf(`<row><c x="${'&amp;'.repeat(12_000_000)}"/></row>`), /damaged/],
  ['texts.xlsx', () => workbookOfRows([['ada@acme.example'], ...longTexts]), /table/],
  ['no-strings.xlsx', () => workbookOf('', { strings: '<si/>'.repeat(12_000_000) }), /in memory/],
  ['addresses.csv', () => `Email\n${'x@b.example '.repeat(425_000)}`, /table/],
  ['addresses.txt', () => staffAddresses, /100,000 lines/],
  ['line.txt', () => addressesAndWords, /text/],
  ['wide.csv', () => `${'Title,'.repeat(999)}\n${wideRows.join('\n')}`, /table/],
  ['at-signs.txt', () => '@  '.repeat(3_495_200), /no address/],
  ['staff.xlsx', () => workbookOfRows(staff), /table/],
  ['licenses.csv', () => licenses.map(row => row.join(',')).join('\r\n'), /export/],
] as const)(
  'T77: reading and comparing %s adds less than 250 MB to the process',
  async (name, content, expected) => {
    const { added, outcome } = await peakMemory('readList', name, content());
    expect(outcome).toMatch(expected);
    expect(added).toBeLessThan(250);
  },
);
