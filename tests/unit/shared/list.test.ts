import { describe, expect, test } from '@jest/globals';
import { compareText, PAGE_SIZE, pageWindow, paginate, search, sort } from '../../../shared/list';

describe('a search', () => {
  const people = [
    'Ada Byron',
    'ben@ACME.example',
    'Zoë Müller',
    'ZOE MULLER',
    'İpek',
    '(a+)+$',
    'a.b',
    'U-1',
  ];
  const found = (query: string) => search(people, query, person => [person]);

  test.each([
    ['ada', ['Ada Byron']],
    ['BYRON', ['Ada Byron']],
    ['  byron  ', ['Ada Byron']],
    ['a b', ['Ada Byron']],
    ['acme', ['ben@ACME.example']],
    ['MÜLLER', ['Zoë Müller']],
    ['zoe', ['ZOE MULLER']],
    ['Zoe\u0308', ['Zoë Müller']],
    ['İPEK', ['İpek']],
    ['(a+)+$', ['(a+)+$']],
    ['a.b', ['a.b']],
    ['.*', []],
    ['nobody', []],
  ])('for %j finds %j', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test.each(['', ' ', '\t\n'])('for nothing, %j, finds everything', query => {
    expect(found(query)).toEqual(people);
  });

  test('looks into every text of a row, and into each alone', () => {
    const rows = [
      { email: 'ada@acme.example', id: 'U-1' },
      { email: 'ben@acme.example', id: 'ADA-2' },
    ];
    const texts = (row: (typeof rows)[number]) => [row.email, row.id];
    expect(search(rows, 'ada', texts)).toEqual(rows);
    expect(search(rows, 'exampleU', texts)).toEqual([]);
  });
});

describe('a sorted list', () => {
  const rows = [
    { id: 'c', leads: 5 },
    { id: 'a', leads: 5 },
    { id: 'b', leads: 9 },
    { id: 'd', leads: 0 },
  ];
  const byLeads = (a: { leads: number }, b: { leads: number }) => a.leads - b.leads;
  const byId = (a: { id: string }, b: { id: string }) => compareText(a.id, b.id);
  const order = (direction: 'asc' | 'desc') => sort(rows, byLeads, direction, byId).map(({ id }) => id);

  test('goes up or down, with ties in the same order either way', () => {
    expect(order('asc')).toEqual(['d', 'a', 'c', 'b']);
    expect(order('desc')).toEqual(['b', 'a', 'c', 'd']);
  });

  test('is a copy', () => {
    order('asc');
    expect(rows.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
  });

  test('of texts is in the order that people expect', () => {
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

  test('of texts never takes two different ones for equal', () => {
    for (const [a, b] of [
      ['a', 'a\u0000'],
      ['é', 'e\u0301'],
      ['a', '\u200ba'],
    ] as const) {
      expect(compareText(a, b)).not.toBe(0);
      expect(Math.sign(compareText(a, b))).toBe(-Math.sign(compareText(b, a)));
    }
    expect(compareText('a', 'a')).toBe(0);
  });
});

describe('pages', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  test.each([
    [0, 1, [], 1, 1],
    [1, 1, [1], 1, 1],
    [25, 1, numbers(25), 1, 1],
    [26, 1, numbers(25), 1, 2],
    [26, 2, [26], 2, 2],
    [26, 3, [26], 2, 2],
    [26, 1_000_000, [26], 2, 2],
    [26, 0, numbers(25), 1, 2],
    [26, -7, numbers(25), 1, 2],
    [50, 2, numbers(50).slice(25), 2, 2],
    [51, 3, [51], 3, 3],
  ])('of %i rows: page %i', (count, wanted, rows, number, pages) => {
    expect(paginate(numbers(count), wanted)).toEqual({ rows, number, pages });
  });

  test('hold every row once, 25 on each', () => {
    expect(PAGE_SIZE).toBe(25);
    for (const count of [1, 24, 25, 26, 99, 100, 101]) {
      const rows = numbers(count);
      const { pages } = paginate(rows, 1);
      expect(numbers(pages).flatMap(page => paginate(rows, page).rows)).toEqual(rows);
    }
  });
});

describe('the page numbers that are offered', () => {
  const written = (current: number, pages: number) =>
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
    expect(written(current, pages)).toBe(expected);
  });

  test('rise, are five around the current one, reach both ends, and leave a gap only where a number is missing', () => {
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
