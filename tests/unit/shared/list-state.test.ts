import { parse } from 'node:querystring';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type CardListState,
  cardSorts,
  defaultCardListState,
  defaultLicenseListState,
  type LicenseListState,
  licenseFields,
  licenseSorts,
  listStateFields,
  QUERY_MAX_LENGTH,
  readCardListState,
  readLicenseListState,
  writeListState,
} from '../../../shared/list-state';

describe('the address of the Lead Capture page', () => {
  const read = (query: string) => readLicenseListState(parse(query));

  test('without a query is the default: leads of the last 30 days, descending, page 1', () => {
    expect(read('')).toEqual({
      q: '',
      field: 'both',
      activity: '',
      sort: 'leadsLast30Days',
      dir: 'desc',
      page: 1,
      npage: 1,
    });
  });

  test('P19 P93: contains the complete state', () => {
    expect(read('q=ada&field=email&activity=never&sort=leadsTotal&dir=asc&page=3&npage=4')).toEqual({
      q: 'ada',
      field: 'email',
      activity: 'never',
      sort: 'leadsTotal',
      dir: 'asc',
      page: 3,
      npage: 4,
    });
  });

  test.each([
    'field=name&activity=idle&sort=email&dir=up',
    'field=BOTH&sort=LeadsTotal&dir=ASC',
    'field=constructor&sort=__proto__&dir=toString',
    'field=&sort=&dir=&page=&npage=',
    'q=a&q=b&field=id&field=id&sort=leadsTotal&sort=leadsTotal&dir=asc&dir=asc&page=2&page=2&npage=2&npage=2',
    'q[]=1&field[]=id&page[]=2',
    'Q=ada&PAGE=2',
    '__proto__=1&constructor=2',
  ])('falls back to the defaults for invalid values: %s', query => {
    expect(read(query)).toEqual(defaultLicenseListState);
  });

  test.each([
    ['1', 1],
    ['2', 2],
    ['+2', 2],
    ['007', 7],
    ['0', 1],
    ['-1', 1],
    ['1000001', 1_000_000],
    ['9'.repeat(400), 1_000_000],
    ['1e9', 1],
    ['0x10', 1],
    ['1.5', 1],
    ['NaN', 1],
    ['Infinity', 1],
    [' 2', 1],
    ['2 ', 1],
    ['٣', 1],
    ['2;DROP', 1],
  ])('clamps page %s to %i', (page, expected) => {
    expect(read(`page=${encodeURIComponent(page)}`).page).toBe(expected);
    expect(read(`npage=${encodeURIComponent(page)}`).npage).toBe(expected);
  });

  test.each([
    ['%20%20ada%20', 'ada'],
    ['ada+byron', 'ada byron'],
    ['a%00b%0d%0ac%1b', 'a b  c'],
    ['%00', ''],
    ['%F0%9F%98%80', '\u{1F600}'],
    ['%F0%9F', '\ufffd'],
    ['%E0%A4%A', '\ufffd%A'],
    ['x'.repeat(10_000), 'x'.repeat(200)],
  ])('normalizes a query: %.20s', (q, expected) => {
    expect(read(`q=${q}`).q).toBe(expected);
  });
});

describe('the address of the Digital Business Cards page', () => {
  const read = (query: string) => readCardListState(parse(query));

  test('without a query is the default: profile visits of 30 days, descending; the backend’s order below', () => {
    expect(read('')).toEqual({
      q: '',
      activity: '',
      sort: 'viewsLast30Days',
      dir: 'desc',
      page: 1,
      nq: '',
      ndir: '',
      npage: 1,
    });
  });

  test('P19 P116 P124: contains the independent states of both lists', () => {
    expect(read('q=ada&activity=idle30&sort=name&dir=asc&page=2&nq=c1&ndir=desc&npage=3')).toEqual({
      q: 'ada',
      activity: 'idle30',
      sort: 'name',
      dir: 'asc',
      page: 2,
      nq: 'c1',
      ndir: 'desc',
      npage: 3,
    });
    expect(read('nq=c1')).toEqual({ ...defaultCardListState, nq: 'c1' });
  });

  test.each([
    'sort=title&dir=down&ndir=up',
    'sort=leadsTotal',
    'nq=a&nq=b&ndir=asc&ndir=asc',
    'page=x&npage=-3',
  ])('falls back to the defaults for invalid values: %s', query => {
    expect(read(query)).toEqual(defaultCardListState);
  });
});

describe('a state in a URL', () => {
  test('omits the defaults', () => {
    expect(writeListState(defaultLicenseListState, defaultLicenseListState)).toBe('');
    expect(writeListState({ ...defaultLicenseListState, page: 2 }, defaultLicenseListState)).toBe('?page=2');
  });

  test('survives a round trip', () => {
    const queries = ['', 'ada', 'a b', 'a&b=c', '?#/%', '"><img>', 'ü\u{1F600}', '+1', "'", '%41'];
    for (const q of queries) {
      for (const field of licenseFields) {
        for (const sort of licenseSorts) {
          for (const dir of ['asc', 'desc'] as const) {
            const state: LicenseListState = { q, field, activity: 'never', sort, dir, page: 3, npage: 1 };
            const search = writeListState(state, defaultLicenseListState);
            expect(readLicenseListState(parse(search.slice(1)))).toEqual(state);
            expect(search).not.toMatch(/[\s"<>#]/);
          }
        }
      }
      for (const sort of cardSorts) {
        for (const ndir of ['', 'asc', 'desc'] as const) {
          const state: CardListState = {
            q,
            activity: 'idle30',
            sort,
            dir: 'asc',
            page: 2,
            nq: q,
            ndir,
            npage: 7,
          };
          const search = writeListState(state, defaultCardListState);
          expect(readCardListState(parse(search.slice(1)))).toEqual(state);
        }
      }
    }
  });

  test('can be written as the hidden fields of a form', () => {
    expect(
      listStateFields({ sort: 'leadsTotal', dir: 'desc', npage: 2 } as const, defaultLicenseListState),
    ).toEqual([
      ['sort', 'leadsTotal'],
      ['npage', '2'],
    ]);
  });
});

describe('any query string', () => {
  const names = [
    'q',
    'field',
    'sort',
    'dir',
    'page',
    'npage',
    'nq',
    'ndir',
    '__proto__',
    'constructor',
    'toString',
  ];
  const known = [
    ...licenseFields,
    ...licenseSorts,
    ...cardSorts,
    'asc',
    'desc',
    '',
    'constructor',
    '__proto__',
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.string({ unit: 'grapheme', maxLength: 250 }),
    fc.constantFrom(...known),
    fc.integer().map(String),
    fc.constantFrom('1e9', 'NaN', '-0', '+7', ' 3', '9'.repeat(400), '\ud800', '\0', '\u0085x'),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.anything(),
  );
  const query = fc.array(fc.tuple(fc.constantFrom(...names), value)).map(pairs => {
    const parameters: Record<string, unknown> = Object.create(null);
    for (const [name, content] of pairs) parameters[name] = content;
    return parameters;
  });

  const isQuery = (text: string) =>
    text.length <= QUERY_MAX_LENGTH && text === text.trim() && text.isWellFormed() && !/\p{Cc}/u.test(text);
  const isPage = (page: number) => Number.isInteger(page) && page >= 1 && page <= 1_000_000;

  test('yields a valid state of the licenses, which survives a round trip through the URL', () => {
    fc.assert(
      fc.property(query, parameters => {
        const state = readLicenseListState(parameters);
        expect([isQuery(state.q), isPage(state.page), isPage(state.npage)]).toEqual([true, true, true]);
        expect(licenseFields).toContain(state.field);
        expect(licenseSorts).toContain(state.sort);
        expect(['asc', 'desc']).toContain(state.dir);
        const search = writeListState(state, defaultLicenseListState);
        expect(search).toMatch(/^(\?[\w.~!*'()%&=-]+)?$/);
        expect(readLicenseListState(parse(search.slice(1)))).toEqual(state);
      }),
      { numRuns: 300 },
    );
  });

  test('yields a valid state of the cards, which survives a round trip through the URL', () => {
    fc.assert(
      fc.property(query, parameters => {
        const state = readCardListState(parameters);
        expect([state.q, state.nq].map(isQuery)).toEqual([true, true]);
        expect([state.page, state.npage].map(isPage)).toEqual([true, true]);
        expect(cardSorts).toContain(state.sort);
        expect(['asc', 'desc']).toContain(state.dir);
        expect(['', 'asc', 'desc']).toContain(state.ndir);
        const search = writeListState(state, defaultCardListState);
        expect(search).toMatch(/^(\?[\w.~!*'()%&=-]+)?$/);
        expect(readCardListState(parse(search.slice(1)))).toEqual(state);
      }),
      { numRuns: 300 },
    );
  });
});
