import { describe, expect, test } from '@jest/globals';
import { compareText, pageWindow, paginate } from '../../../shared/list';

describe('an order', () => {
  test('of texts is alphabetical', () => {
    const names = ['Zoë', 'zoe', 'Ärger', 'ada', 'Ada', 'Émile', 'Eve', 'ben', '', '10', '9'];
    expect(names.toSorted(compareText)).toEqual([
      '',
      '10',
      '9',
      'ada',
      'Ada',
      'Ärger',
      'ben',
      'Émile',
      'Eve',
      'zoe',
      'Zoë',
    ]);
  });
});

describe('pages', () => {
  test.each([
    [0, 1, { from: 0, to: 0, number: 1, pages: 1 }],
    [1, 1, { from: 0, to: 1, number: 1, pages: 1 }],
    [25, 1, { from: 0, to: 25, number: 1, pages: 1 }],
    [26, 1, { from: 0, to: 25, number: 1, pages: 2 }],
    [26, 2, { from: 25, to: 26, number: 2, pages: 2 }],
    [26, 3, { from: 25, to: 26, number: 2, pages: 2 }],
    [26, 1_000_000, { from: 25, to: 26, number: 2, pages: 2 }],
    [26, 0, { from: 0, to: 25, number: 1, pages: 2 }],
    [26, -7, { from: 0, to: 25, number: 1, pages: 2 }],
    [50, 2, { from: 25, to: 50, number: 2, pages: 2 }],
    [51, 3, { from: 50, to: 51, number: 3, pages: 3 }],
  ])('of %i rows: page %i', (length, wanted, expected) => {
    expect(paginate(length, wanted)).toEqual(expected);
  });
});

describe('the page numbers', () => {
  const formatWindow = (current: number, pages: number) =>
    pageWindow(current, pages)
      .map(item => (item === 'gap' ? '…' : item === current ? `[${item}]` : item))
      .join(' ');

  test.each([
    [1, 1, '[1]'],
    [1, 2, '[1] 2'],
    [3, 5, '1 2 [3] 4 5'],
    [1, 6, '[1] 2 3 4 5 6'],
    [1, 7, '[1] 2 3 4 5 … 7'],
    [3, 7, '1 2 [3] 4 5 … 7'],
    [4, 7, '1 2 3 [4] 5 6 7'],
    [5, 7, '1 … 3 4 [5] 6 7'],
    [4, 8, '1 2 3 [4] 5 6 … 8'],
    [5, 8, '1 … 3 4 [5] 6 7 8'],
    [5, 9, '1 … 3 4 [5] 6 7 … 9'],
    [1, 40, '[1] 2 3 4 5 … 40'],
    [20, 40, '1 … 18 19 [20] 21 22 … 40'],
    [38, 40, '1 … 36 37 [38] 39 40'],
    [40, 40, '1 … 36 37 38 39 [40]'],
  ])('on page %i of %i are %s', (current, pages, expected) => {
    expect(formatWindow(current, pages)).toBe(expected);
  });

  test('are ascending, include a window of five and both ends, and have gaps only for omitted numbers', () => {
    for (let pages = 1; pages <= 30; pages++) {
      for (let current = 1; current <= pages; current++) {
        const items = pageWindow(current, pages);
        const offered = items.filter(item => item !== 'gap');
        expect(offered).toEqual(offered.toSorted((a, b) => a - b));
        expect(new Set(offered).size).toBe(offered.length);
        expect([offered[0], offered.at(-1)]).toEqual([1, pages]);
        expect(offered).toContain(current);
        expect(offered.length).toBeGreaterThanOrEqual(Math.min(5, pages));
        items.forEach((item, index) => {
          const [before, after] = [items[index - 1], items[index + 1]];
          if (item === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(1);
          else if (typeof after === 'number') expect(after - item).toBe(1);
        });
      }
    }
  });
});
