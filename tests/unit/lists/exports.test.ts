import { describe, expect, test } from '@jest/globals';
import { escapeFormulas, unescapeFormulas } from '../../../server/lists/exports';
import { fc } from '../../support/data/properties';

describe('escaping formulas in a cell', () => {
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
    ['\nA', "'\nA"],
    ['＠1', "'＠1"],
    ['\0=1', "'\0'=1"],
  ])('T41: adds an apostrophe at the start and after every separator: %j', (cell, inert) => {
    expect(escapeFormulas(cell)).toBe(inert);
  });

  test.each(['Ada', 'a=b', '', "'=1", '1-1', 'ada@acme.example', 'é', 'a;b', 'a; b-c', 'a\nb', 'a,=1'])(
    'does not change other texts: %j',
    cell => {
      expect(escapeFormulas(cell)).toBe(cell);
    },
  );
});

test('T41: a cell of an export is read as it was written, whatever it contains', () => {
  const separators = fc.constantFrom('=', '+', '-', "'", '"', ';', '\t', '\n', ' ', '@', 'a', '\0', '＝');
  fc.assert(
    fc.property(fc.string({ unit: separators, maxLength: 12 }), cell => {
      // A text that already looks escaped is read like the same text without its apostrophe.
      expect(unescapeFormulas(String(escapeFormulas(cell)))).toBe(unescapeFormulas(cell));
    }),
  );
  expect(unescapeFormulas("'=1+1")).toBe('=1+1');
  expect(unescapeFormulas("O'Neill")).toBe("O'Neill");
});
