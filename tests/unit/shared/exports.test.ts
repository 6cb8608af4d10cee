import { describe, expect, test } from '@jest/globals';
import { escapeFormulas, exportFileName } from '../../../shared/exports';

describe('the file name of an export', () => {
  const day = new Date('2026-01-15T23:59:59.999Z');

  test.each([
    ['', 'licenses-export-2026-01-15.csv'],
    ['ada', 'licenses-export-filtered-ada-2026-01-15.csv'],
    ['Ada 2', 'licenses-export-filtered-Ada_2-2026-01-15.csv'],
    ['ada@acme.example', 'licenses-export-filtered-ada_acme_example-2026-01-15.csv'],
    ['a-b_c', 'licenses-export-filtered-a_b_c-2026-01-15.csv'],
    ['zoë', 'licenses-export-filtered-zo_-2026-01-15.csv'],
    // Letters that are s and k in another case.
    ['\u017f\u212a', 'licenses-export-filtered-__-2026-01-15.csv'],
    ['\u{1F600}', 'licenses-export-filtered-_-2026-01-15.csv'],
    ['a"\r\nX: y/../é', 'licenses-export-filtered-a___X__y_____-2026-01-15.csv'],
  ])('for the search %j is %s', (query, expected) => {
    expect(exportFileName('licenses-export', { query }, day)).toBe(expected);
  });
});

describe('escaping formulas in a cell', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tA', '\rA', '\nA', '\0A', '＝1', '＋1', '－1', '＠A', '-'])(
    'adds an apostrophe: %j',
    cell => {
      expect(escapeFormulas(cell)).toBe(`'${cell}`);
    },
  );

  test.each([
    ['Bob;=1+1', "Bob;'=1+1"],
    ['Bob; \u00a0=1+1', "Bob; \u00a0'=1+1"],
    ['Bob;"=1+1', `Bob;"'=1+1`],
    ['a\n+1\n\n-2', "a\n'+1\n\n'-2"],
    ['a\r\n@A', "a\r\n'@A"],
    ['a\t＝1;＋2', "a\t'＝1;'＋2"],
    [' =1', " '=1"],
    ['\t=1', "'\t'=1"],
    ['\n=1', "'\n'=1"],
    [';=1', ";'=1"],
  ])('T41: adds one after every separator: %j', (cell, inert) => {
    expect(escapeFormulas(cell)).toBe(inert);
  });

  test.each(['Ada', 'a=b', '', "'=1", '1-1', 'ada@acme.example', 'é', 'a;b', 'a; b-c', 'a\nb', 'a,=1'])(
    'does not change other texts: %j',
    cell => {
      expect(escapeFormulas(cell)).toBe(cell);
    },
  );

  test.each([0, 5, -5])('does not change numbers: %j', cell => {
    expect(escapeFormulas(cell)).toBe(cell);
  });
});
