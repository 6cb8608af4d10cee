import { parse } from 'node:querystring';
import { describe, expect, test } from '@jest/globals';
import { cards } from '../../../server/pages/cards/product';
import { nonActivatedLicenses } from '../../../server/pages/lead-capture/lists';
import { leadCapture } from '../../../server/pages/lead-capture/product';
import { productList } from '../../../server/pages/product/list';
import { createProduct } from '../../../server/pages/product/product';
import {
  activities,
  cardSorts,
  directions,
  licenseSorts,
  listStateFields,
  QUERY_MAX_LENGTH,
} from '../../../shared/list-state';
import { anyText, fc } from '../../support/properties';

const searchFields = ['both', 'email', 'id'];

describe('the address of the Lead Capture page', () => {
  const read = (query: string) => leadCapture.readState(parse(query));

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
    expect(read(query)).toEqual(leadCapture.defaults);
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
  const read = (query: string) => cards.readState(parse(query));

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
    expect(read('nq=c1')).toEqual({ ...cards.defaults, nq: 'c1' });
  });

  test.each([
    'sort=title&dir=down&ndir=up',
    'sort=leadsTotal',
    'nq=a&nq=b&ndir=asc&ndir=asc',
    'page=x&npage=-3',
  ])('falls back to the defaults for invalid values: %s', query => {
    expect(read(query)).toEqual(cards.defaults);
  });
});

describe('a state in a URL', () => {
  test('omits the defaults', () => {
    expect(leadCapture.address('', leadCapture.defaults)).toBe('');
    expect(leadCapture.address('', { ...leadCapture.defaults, page: 2 })).toBe('?page=2');
  });

  test('can be written as the hidden fields of a form', () => {
    expect(
      listStateFields({ sort: 'leadsTotal', dir: 'desc', npage: 2 } as const, leadCapture.defaults),
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
    'activity',
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
    ...searchFields,
    ...activities,
    ...licenseSorts,
    ...cardSorts,
    'asc',
    'desc',
    '',
    'constructor',
    '__proto__',
  ];
  const value = fc.oneof(
    anyText({ maxLength: 250 }),
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

  const isQuery = (text: unknown) =>
    typeof text === 'string' &&
    text.length <= QUERY_MAX_LENGTH &&
    text === text.trim() &&
    text.isWellFormed() &&
    !/\p{Cc}/u.test(text);
  const isPage = (page: unknown) => Number.isInteger(page) && Number(page) >= 1 && Number(page) <= 1_000_000;

  const isOneOf = (choices: readonly string[]) => (value: unknown) =>
    choices.some(choice => choice === value);
  const validators = {
    q: isQuery,
    activity: isOneOf(activities),
    dir: isOneOf(directions),
    page: isPage,
    npage: isPage,
  };

  test.each([
    ['licenses', leadCapture, { ...validators, field: isOneOf(searchFields), sort: isOneOf(licenseSorts) }],
    [
      'cards',
      cards,
      { ...validators, sort: isOneOf(cardSorts), nq: isQuery, ndir: isOneOf(['', ...directions]) },
    ],
  ] as const)(
    'yields a valid state of the %s, which survives a round trip through the URL',
    (_name, product, expected) => {
      fc.assert(
        fc.property(query, parameters => {
          const state = product.readState(parameters);
          expect(Object.keys(state).toSorted()).toEqual(Object.keys(expected).toSorted());
          const invalid = Object.entries(expected).filter(([name, isValid]) => !isValid(state[name]));
          expect(invalid).toEqual([]);
          const search = product.address('', state);
          expect(search).toMatch(/^(\?[\w.~!*'()%&=-]+)?$/);
          expect(product.readState(parse(search.slice(1)))).toEqual(state);
        }),
        { numRuns: 300 },
      );
    },
  );
});

test('a product whose lists share a parameter cannot be created', () => {
  const lists = {
    ...leadCapture.lists,
    another: productList({ ...nonActivatedLicenses, id: 'another' }),
  };
  expect(() => createProduct({ ...leadCapture, lists })).toThrow(
    'Two lists of Lead Capture have the parameter npage.',
  );
});
