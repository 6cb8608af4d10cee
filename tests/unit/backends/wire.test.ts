import { describe, expect, test } from '@jest/globals';
import { parseFields, toCount, toDay, toFields, toObjects, toText } from '../../../server/backends/wire';

describe('the body of a response', () => {
  const body = Buffer.from('{"name":"Žofie 😀 Ødegård"}');

  test('can arrive byte by byte', () => {
    expect(parseFields(Array.from(body, byte => Uint8Array.of(byte)))).toEqual({ name: 'Žofie 😀 Ødegård' });
  });

  test('may begin with a byte order mark', () => {
    expect(parseFields([Buffer.from('\ufeff{"name":"Ada"}')])).toEqual({ name: 'Ada' });
  });

  test('replaces only bytes that are not UTF-8', () => {
    expect(
      parseFields([Buffer.from('{"name":"Ad\xffa","code":"c\xc5', 'latin1'), Buffer.from('"}')]),
    ).toEqual({
      name: 'Ad\ufffda',
      code: 'c\ufffd',
    });
  });

  test.each([
    [300_000, 299_999],
    [300_001, undefined],
  ])('T85: has at most 300,000 rows: %i', (count, last) => {
    const body = Buffer.from(`{"name":"\\"{[,","rows":[${Array(count).fill('{"a":"b"}').join()}]}`);
    expect(toObjects(parseFields([body])?.rows)?.findLastIndex(Boolean)).toBe(last);
  });

  test.each([
    ['objects', '{},'.repeat(302_000)],
    ['lists', '[],'.repeat(302_000)],
    ['numbers', '1,'.repeat(3_000_000)],
  ])('T85: with too many %s is not readable', (_kind, values) => {
    expect(parseFields([Buffer.from(`{"rows":[${values}0]}`)])).toBeUndefined();
  });

  test('T85: can have lists within 100,000 others', () => {
    const body = Buffer.from(`{"name":"Ada","rows":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(parseFields([body])?.name).toBe('Ada');
  });

  test.each(['', '[]', 'null', '"{}"', '{"name":'])('%j has no fields', text => {
    expect(parseFields([Buffer.from(text)])).toBeUndefined();
  });
});

test.each([
  [0, 0],
  [7, 7],
  ['7', 7],
  [' 12 ', 12],
  ['1e3', 1000],
  [undefined, 0],
  [null, 0],
  ['', 0],
  ['seven', 0],
  [-3, 0],
  [2.9, 2],
  [Number.NaN, 0],
  [-0.5, 0],
  [1e308, 1_000_000_000],
  [Number.POSITIVE_INFINITY, 1_000_000_000],
  [Number.NEGATIVE_INFINITY, 0],
  [true, 0],
  [[5], 0],
  [{ valueOf: 5 }, 0],
])('the number %j from a backend is read as %j', (sent, expected) => {
  expect(toCount(sent)).toBe(expected);
});

test.each([
  ['1970-01-02', 1],
  ['2026-01-15T09:00:00.000Z', 20468],
  ['2026-01-15T23:30:00-02:00', 20469],
  ['9999-12-31', 2932896],
  ['1969-12-31', 0],
  ['2026-13-01', 0],
  ['2026-01-15 or later', 0],
  ['today 1', 0],
  // Without a zone, in UTC, whatever the zone of the server.
  ['2026-01-15T00:30:00', 20468],
  ['2026-01-15 23:30', 20468],
  ['', 0],
  [undefined, 0],
  [null, 0],
  [1_768_467_600_000, 0],
  [['2026-01-15'], 0],
])('the date %j from a backend is read as day %j', (sent, expected) => {
  expect(toDay(sent)).toBe(expected);
});

describe('a text from a backend', () => {
  test.each([
    ['Ada', 'Ada'],
    ['  Ada \n', 'Ada'],
    ['', ''],
    [42, '42'],
    [0, '0'],
    [undefined, ''],
    [null, ''],
    [true, ''],
    [['Ada'], ''],
    [{ toString: 'Ada' }, ''],
  ])('%j is read as %j', (sent, expected) => {
    expect(toText(sent)).toBe(expected);
  });

  test('T74: is cut after 10,000 characters, between two of them', () => {
    expect(toText('x'.repeat(10_000))).toBe('x'.repeat(10_000));
    expect(toText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(10_000)}…`);
    expect(toText(`${'x'.repeat(9_999)}😀x`)).toBe(`${'x'.repeat(9_999)}…`);
  });
});

test.each([
  [undefined, []],
  [null, []],
  [[], []],
  [
    [{ a: 1 }, { b: 2 }],
    [{ a: 1 }, { b: 2 }],
  ],
  [[null, { a: 1 }, 'text', 7, [{ b: 2 }]], [{ a: 1 }]],
  [{}, undefined],
  ['text', undefined],
  [7, undefined],
  [{ length: 1, 0: { a: 1 } }, undefined],
])('the list %j from a backend is read as %j', (sent, expected) => {
  expect(toObjects(sent)).toEqual(expected);
});

test.each([
  [{ a: 1 }, { a: 1 }],
  [null, {}],
  [undefined, {}],
  [[{ a: 1 }], {}],
  ['text', {}],
  [7, {}],
])('the object %j from a backend has the fields %j', (sent, expected) => {
  expect(toFields(sent)).toEqual(expected);
});
