import { describe, expect, test } from '@jest/globals';
import { createTable, matches, rowAt, sortTable, textAt } from '../../../server/lists/table';

interface Person {
  readonly name: string;
  readonly id: string;
  readonly leads: number;
}

const tableOf = (people: readonly Person[]) =>
  createTable(people, {
    texts: { name: person => person.name, id: person => person.id },
    counts: { leads: person => person.leads },
  });

const named = (...names: readonly string[]) =>
  tableOf(names.map((name, id) => ({ name, id: `U-${id}`, leads: id })));

describe('a table', () => {
  const people = [
    { name: 'Ada', id: 'U-1', leads: 3 },
    { name: '', id: 'U-10', leads: 0 },
    { name: 'Zoë 😀', id: '', leads: 2 ** 40 },
  ];

  test('returns the rows that it was created from', () => {
    const table = tableOf(people);
    expect(table).toHaveLength(3);
    expect(people.map((_, row) => rowAt(table, row))).toEqual(people);
  });

  test('may be empty', () => {
    const table = tableOf([]);
    expect(table).toHaveLength(0);
    expect(matches(table, 'a', ['name'])).toEqual(new Uint8Array());
    expect([...sortTable({ table, order: { key: 'leads', direction: 'desc', ties: [] } })]).toEqual([]);
  });
});

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
  const found = (query: string) => {
    const marks = matches(named(...people), query, ['name']);
    return marks ? people.filter((_, row) => marks[row] === 1) : people;
  };

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

  test.each(['', ' ', '\t\n'])('for %j matches all rows', query => {
    expect(found(query)).toEqual(people);
  });

  test('covers all columns, or only some of them', () => {
    const table = tableOf([
      { name: 'ada@acme.example', id: 'U-1', leads: 0 },
      { name: 'ben@acme.example', id: 'ADA-2', leads: 0 },
    ]);
    expect(matches(table, 'ada', ['name', 'id'])).toEqual(Uint8Array.of(1, 1));
    expect(matches(table, 'ada', ['name'])).toEqual(Uint8Array.of(1, 0));
    expect(matches(table, 'exampleU', ['name', 'id'])).toEqual(Uint8Array.of(0, 0));
  });
});

describe('sorted rows', () => {
  const table = tableOf([
    { name: 'c', id: '1', leads: 5 },
    { name: 'a', id: '2', leads: 5 },
    { name: 'b', id: '3', leads: 9 },
    { name: 'a', id: '0', leads: 5 },
    { name: 'd', id: '5', leads: 0 },
  ]);
  const ids = (rows: Uint32Array) => Array.from(rows, row => textAt(table.texts.id, row)).join('');

  test('are ascending or descending, with ties in the same order', () => {
    const order = { key: 'leads', ties: ['name', 'id'] } as const;
    expect(ids(sortTable({ table, order: { ...order, direction: 'asc' } }))).toBe('50213');
    expect(ids(sortTable({ table, order: { ...order, direction: 'desc' } }))).toBe('30215');
  });

  test('can be ordered by a text, and be a subset', () => {
    const order = { key: 'name', direction: 'desc', ties: ['id'] } as const;
    expect(ids(sortTable({ table, order }))).toBe('51302');
    expect(ids(sortTable({ table, order, rows: Uint32Array.of(0, 1, 3) }))).toBe('102');
  });

  test('keep the order of the backend among equals', () => {
    const same = tableOf(Array.from({ length: 50 }, (_, id) => ({ name: 'x', id: String(id), leads: 1 })));
    const order = { key: 'leads', direction: 'desc', ties: ['name'] } as const;
    expect([...sortTable({ table: same, order })]).toEqual(Array.from({ length: 50 }, (_, row) => row));
  });

  test.each([
    ['small', [5, 0, 9, 5, 0]],
    ['no', []],
    ['equal', [0, 0, 0]],
    ['the largest safe', [2 ** 53 - 1, 0, 2 ** 53 - 1, 2 ** 52, 7]],
  ])('by a count without ties keep the order of the backend among equals: %s counts', (_case, leads) => {
    const table = tableOf(leads.map(count => ({ name: '', id: '', leads: count })));
    const sorted = (direction: 'asc' | 'desc') =>
      sortTable({ table, order: { key: 'leads', direction, ties: [] } });
    const expected = (sign: number) =>
      leads
        .map((count, row) => ({ count, row }))
        .toSorted((a, b) => sign * (a.count - b.count) || a.row - b.row);
    expect([...sorted('asc')]).toEqual(expected(1).map(({ row }) => row));
    expect([...sorted('desc')]).toEqual(expected(-1).map(({ row }) => row));
  });
});
