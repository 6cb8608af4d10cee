import { parse } from 'node:querystring';
import { describe, expect, test } from '@jest/globals';
import { cards } from '../../../server/pages/cards/product';
import { leadCapture } from '../../../server/pages/lead-capture/product';
import { pageLists } from '../../../server/pages/lists/page-lists';
import { directions, QUERY_MAX_LENGTH, usageFilters } from '../../../shared/list-state';
import { anyText, fc } from '../../support/data/properties';

const searchFields = ['both', 'email', 'id'];
const licenseSorts = ['leadsLast30Days', 'leadsTotal'];
const cardSorts = ['viewsLast30Days', 'totalViews', 'name', 'email', 'jobTitle', 'cardId'];

test.each([
  ['a%00b%0d%0ac%1b', 'a b  c'],
  ['%F0%9F', '\ufffd'],
  ['%E0%A4%A', '\ufffd%A'],
])('characters that a search box does not accept are replaced: %s', (q, expected) => {
  expect(leadCapture.readState(parse(`q=${q}`)).q).toBe(expected);
});

test.each([
  ['2', 2],
  ['+2', 2],
  ['007', 7],
  ['0', 1],
  ['1000001', 1_000_000],
  ['9'.repeat(400), 1_000_000],
  ['1e9', 1],
  ['0x10', 1],
  ['1.5', 1],
  [' 2', 1],
  ['٣', 1],
])('P20: page=%s is page %i', (page, expected) => {
  const { page: first, npage: second } = leadCapture.readState({ page, npage: page });
  expect([first, second]).toEqual([expected, expected]);
});

test.each([
  'field=name&activity=idle&sort=email&dir=up',
  'field=constructor&sort=__proto__&dir=toString',
  'q=a&q=b&field=id&field=id&sort=leadsTotal&sort=leadsTotal&dir=asc&dir=asc&page=2&page=2',
  'Q=ada&PAGE=2',
])('P20: invalid values fall back to the defaults: %s', query => {
  expect(leadCapture.readState(parse(query))).toEqual(leadCapture.defaults);
});

describe('any query string', () => {
  const builtIn = ['__proto__', 'constructor', 'toString'];
  const names = [...Object.keys({ ...leadCapture.defaults, ...cards.defaults }), ...builtIn];
  const filters = Object.values(usageFilters);
  const known = [...searchFields, ...filters, ...licenseSorts, ...cardSorts, ...directions, '', ...builtIn];
  const numbers = ['1e9', 'NaN', '-0', '+7', ' 3', '9'.repeat(400), '0', '1-99999999999999999999'];
  const value = fc.oneof(
    anyText({ maxLength: 250 }),
    fc.string({ unit: 'grapheme', maxLength: 250 }),
    fc.constantFrom(...known),
    fc.integer().map(String),
    fc.constantFrom(...numbers, '\ud800', '\0', '\u0085x'),
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
    activity: isOneOf(filters),
    dir: isOneOf(directions),
    page: isPage,
    npage: isPage,
  };

  test.each([
    [
      'licenses',
      leadCapture,
      { ...validators, field: isOneOf(searchFields), sort: isOneOf(['', ...licenseSorts]) },
    ],
    [
      'cards',
      cards,
      {
        ...validators,
        sort: isOneOf(['', ...cardSorts]),
        nq: isQuery,
        ndir: isOneOf(['', ...directions]),
      },
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
          const search = product.url('', state);
          expect(search).toMatch(/^(\?[\w.~!*'()%&=@,+-]+)?$/);
          expect(product.readState(parse(search.slice(1)))).toEqual(state);
        }),
        { numRuns: 300 },
      );
    },
  );
});

test('lists of one page cannot share a parameter', () => {
  const lists = {
    ...leadCapture.lists,
    another: { ...leadCapture.lists.unclaimed, id: 'another' },
  };
  expect(() => pageLists('/leads-capture', lists)).toThrow(
    'Two lists of /leads-capture have the parameter npage.',
  );
});
