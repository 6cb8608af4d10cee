import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const read = (file: string) => readFileSync(file, 'utf8');
const product = read('docs/product.md');
const security = read('docs/security.md');

/** The numbers at the start of the names of tests, describes and rows of tables: 'P12 T3: …'. */
const lists = globSync('tests/**/*.test.{ts,tsx}').flatMap(file =>
  [...read(file).matchAll(/['"`]((?:[FPT]\d[\w.]* )*[FPT]\d[\w.]*): /g)].map(([, list = '']) =>
    list.split(' '),
  ),
);
const tags = new Set(lists.flat());

const rules = [...product.matchAll(/^- \*\*(P\d+)\.\*\*/gm)].map(([, rule = '']) => rule);
const threats = [...security.matchAll(/^\| (T\d+) \|/gm)].map(([, threat = '']) => threat);
const faultRows = [...security.matchAll(/^\| (F\d+) \|(.*)\|$/gm)].map(([, row = '', cells = '']) => ({
  row,
  cells: cells
    .split('|')
    .slice(1)
    .map(cell => cell.trim()),
}));

/** The cells of the fault matrix: 'F12.page', or 'F18' if the row has one outcome. */
const faultCells = faultRows.flatMap(({ row, cells }) =>
  cells.length === 1
    ? [row]
    : ['page', 'action', 'download', 'run'].flatMap((column, index) =>
        ['', '–'].includes(cells[index] ?? '') ? [] : [`${row}.${column}`],
      ),
);

const isTested = (number: string) => tags.has(number) || tags.has(number.split('.')[0] ?? '');

describe('the test names', () => {
  test.each([
    ['rule of docs/product.md', rules, 200],
    ['threat of docs/security.md', threats, 51],
    ['cell of the fault matrix', faultCells, 50],
  ] as const)('cover every %s', (_case, numbers, minimum) => {
    expect(numbers.length).toBeGreaterThanOrEqual(minimum);
    expect(numbers.filter(number => !isTested(number))).toEqual([]);
  });

  test('begin with three numbers at most', () => {
    expect(lists.filter(list => list.length > 3)).toEqual([]);
  });

  test('contain no rule, threat or fault that is not listed', () => {
    const known = new Set(['T0', ...rules, ...threats, ...faultRows.map(({ row }) => row), ...faultCells]);
    expect([...tags].filter(tag => !known.has(tag))).toEqual([]);
  });
});
