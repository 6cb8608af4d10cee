import { parse } from 'node:querystring';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { selectClaimed, selectNonClaimed } from '../../server/pages/cards/present';
import { selectLicences } from '../../server/pages/lead-capture/present';
import type { Card } from '../../shared/cards';
import type { Licence } from '../../shared/licences';
import { compareText, PAGE_SIZE, paginate, search, sort } from '../../shared/list';
import {
  type CardListState,
  cardSorts,
  defaultCardListState,
  defaultLicenceListState,
  type LicenceListState,
  LONGEST_QUERY,
  licenceFields,
  licenceSorts,
  readCardListState,
  readLicenceListState,
  writeListState,
} from '../../shared/list-state';

// Few enough letters that texts contain, begin with and equal each other; some differ by case or accent alone.
const letters = [
  'a',
  'A',
  'b',
  'é',
  'e\u0301',
  'E',
  'ß',
  'İ',
  '1',
  '10',
  '-',
  ' ',
  '@',
  '\u{1F600}',
  '中',
  '.',
  '(',
];
const word = fc.array(fc.constantFrom(...letters), { maxLength: 5 }).map(parts => parts.join(''));
const count = fc.integer({ min: 0, max: 3 });
const direction = fc.constantFrom('asc' as const, 'desc' as const);

const licence: fc.Arbitrary<Licence> = fc.record({
  appId: word,
  email: word.map(text => text.trim()),
  activationDate: fc.constant(''),
  leadsLast30Days: count,
  leadsTotal: count,
});

const card: fc.Arbitrary<Card> = fc.record({
  cardId: word,
  email: word.map(text => text.trim()),
  name: word,
  jobTitle: word,
  activationDate: fc.constant(''),
  viewsLast30Days: count,
  totalViews: count,
  sharesLast30Days: fc.constant(0 as const),
  totalShares: fc.constant(0 as const),
});

const rows = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { maxLength: 60 });

const licenceState: fc.Arbitrary<LicenceListState> = fc.record({
  q: word,
  field: fc.constantFrom(...licenceFields),
  sort: fc.constantFrom(...licenceSorts),
  dir: direction,
  page: fc.integer({ min: 1, max: 9 }),
  npage: fc.integer({ min: 1, max: 9 }),
});

const cardState: fc.Arbitrary<CardListState> = fc.record({
  q: word,
  sort: fc.constantFrom(...cardSorts),
  dir: direction,
  page: fc.integer({ min: 1, max: 9 }),
  nq: word,
  ndir: fc.constantFrom('' as const, 'asc' as const, 'desc' as const),
  npage: fc.integer({ min: 1, max: 9 }),
});

// How the server selects what a list shows; all that these tests know of it.
const selected = {
  licences: (all: readonly Licence[], state: LicenceListState) => [...selectLicences(all, state)],
  claimed: (all: readonly Card[], state: CardListState) => [...selectClaimed(all, state)],
  nonClaimed: (all: readonly Card[], state: CardListState) =>
    selectNonClaimed(all, state).map(({ cardId }) => cardId),
};

/** The plainest way to find rows. */
function plainSearch<Row>(all: readonly Row[], query: string, texts: (row: Row) => readonly string[]): Row[] {
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  const wanted = plain(query.trim());
  const found: Row[] = [];
  for (const row of all) {
    if (texts(row).some(text => plain(text).indexOf(wanted) >= 0)) found.push(row);
  }
  return found;
}

/** The plainest way to order rows: each goes behind the last one that it does not precede. */
function plainSort<Row>(all: readonly Row[], precedes: (a: Row, b: Row) => boolean): Row[] {
  const sorted: Row[] = [];
  for (const row of all) {
    const at = sorted.findLastIndex(other => !precedes(row, other)) + 1;
    sorted.splice(at, 0, row);
  }
  return sorted;
}

const byText = (a: string, b: string) =>
  new Intl.Collator('en').compare(a, b) || Number(a > b) - Number(a < b);

/** Whether a row comes before another by the first key that tells them apart. */
function precedes(...differences: readonly number[]): boolean {
  return (differences.find(difference => difference !== 0) ?? 0) < 0;
}

describe('whatever the rows and the search are', () => {
  test('the licenses that are shown are those of the plain way', () => {
    fc.assert(
      fc.property(rows(licence), licenceState, (all, state) => {
        const texts = ({ email, appId }: Licence) =>
          state.field === 'both' ? [email, appId] : [state.field === 'email' ? email : appId];
        const found = plainSearch(
          all.filter(({ email }) => email !== ''),
          state.q,
          texts,
        );
        const sign = state.dir === 'asc' ? 1 : -1;
        const expected = plainSort(found, (a, b) =>
          precedes(
            sign * (a[state.sort] - b[state.sort]),
            byText(a.email, b.email),
            byText(a.appId, b.appId),
          ),
        );
        expect(selected.licences(all, state)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('the claimed cards that are shown are those of the plain way', () => {
    fc.assert(
      fc.property(rows(card), cardState, (all, state) => {
        const found = plainSearch(
          all.filter(({ email }) => email !== ''),
          state.q,
          ({ email, name, jobTitle, cardId }) => [email, name, jobTitle, cardId],
        );
        const sign = state.dir === 'asc' ? 1 : -1;
        const difference = (a: Card, b: Card): number => {
          const [one, other] = [a[state.sort], b[state.sort]];
          if (typeof one === 'number' && typeof other === 'number') return one - other;
          return byText(String(one), String(other));
        };
        const expected = plainSort(found, (a, b) =>
          precedes(sign * difference(a, b), byText(a.email, b.email), byText(a.cardId, b.cardId)),
        );
        expect(selected.claimed(all, state)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('the non-claimed cards that are shown are those of the plain way', () => {
    fc.assert(
      fc.property(rows(card), cardState, (all, state) => {
        const free = all.filter(({ email }) => email === '');
        const found = plainSearch(free, state.nq, ({ cardId }) => [cardId]).map(({ cardId }) => cardId);
        const sign = state.ndir === 'asc' ? 1 : -1;
        const expected =
          state.ndir === '' ? found : plainSort(found, (a, b) => precedes(sign * byText(a, b)));
        expect(selected.nonClaimed(all, state)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('a search finds each text by any part of it, in any case', () => {
    fc.assert(
      fc.property(rows(word), word, fc.nat(), fc.nat(), (all, text, from, length) => {
        const letters = [...text.normalize('NFC')];
        const start = from % (letters.length + 1);
        const part = letters.slice(start, start + (length % 4)).join('');
        const found = search([...all, text], part, row => [row]);
        expect(found).toContain(text);
        expect(found).toEqual(plainSearch([...all, text], part, row => [row]));
      }),
      { numRuns: 300 },
    );
  });

  test('sorting loses and invents no row, and turning it around leaves ties in their order', () => {
    fc.assert(
      fc.property(rows(licence), all => {
        const ties = (a: Licence, b: Licence) =>
          compareText(a.appId, b.appId) || compareText(a.email, b.email);
        const up = sort(all, (a, b) => a.leadsTotal - b.leadsTotal, 'asc', ties);
        const down = sort(all, (a, b) => a.leadsTotal - b.leadsTotal, 'desc', ties);
        expect(new Set(up)).toEqual(new Set(all));
        expect(up).toHaveLength(all.length);
        const groups = Map.groupBy(up, ({ leadsTotal }) => leadsTotal);
        expect(down).toEqual([...groups.values()].reverse().flat());
      }),
      { numRuns: 200 },
    );
  });

  test('two texts are in one order only, and equal only to themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareText(a, b)) + Math.sign(compareText(b, a))).toBe(0);
        expect(compareText(a, b) === 0).toBe(a === b);
      }),
      { numRuns: 300 },
    );
  });

  test('the pages together hold every row once, and any page that is asked for is one of them', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200 }), fc.integer(), (length, wanted) => {
        const all = Array.from({ length }, (_, index) => index);
        const { rows: shown, number, pages } = paginate(all, wanted);
        expect(number).toBe(Math.min(Math.max(wanted, 1), pages));
        expect(shown.length).toBeLessThanOrEqual(PAGE_SIZE);
        const everything = Array.from({ length: pages }, (_, index) => paginate(all, index + 1).rows).flat();
        expect(everything).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });
});

describe('whatever an address says', () => {
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
    ...licenceFields,
    ...licenceSorts,
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
    const made: Record<string, unknown> = Object.create(null);
    for (const [name, content] of pairs) made[name] = content;
    return made;
  });

  const isQuery = (text: string) =>
    text.length <= LONGEST_QUERY && text === text.trim() && text.isWellFormed() && !/\p{Cc}/u.test(text);
  const isPage = (page: number) => Number.isInteger(page) && page >= 1 && page <= 1_000_000;

  test('the state of the licenses is within its bounds, and the same after it was written to an address', () => {
    fc.assert(
      fc.property(query, asked => {
        const state = readLicenceListState(asked);
        expect([isQuery(state.q), isPage(state.page), isPage(state.npage)]).toEqual([true, true, true]);
        expect(licenceFields).toContain(state.field);
        expect(licenceSorts).toContain(state.sort);
        expect(['asc', 'desc']).toContain(state.dir);
        const written = writeListState(state, defaultLicenceListState);
        expect(written).toMatch(/^(\?[\w.~!*'()%&=-]+)?$/);
        expect(readLicenceListState(parse(written.slice(1)))).toEqual(state);
      }),
      { numRuns: 300 },
    );
  });

  test('the state of the cards is within its bounds, and the same after it was written to an address', () => {
    fc.assert(
      fc.property(query, asked => {
        const state = readCardListState(asked);
        expect([state.q, state.nq].map(isQuery)).toEqual([true, true]);
        expect([state.page, state.npage].map(isPage)).toEqual([true, true]);
        expect(cardSorts).toContain(state.sort);
        expect(['asc', 'desc']).toContain(state.dir);
        expect(['', 'asc', 'desc']).toContain(state.ndir);
        const written = writeListState(state, defaultCardListState);
        expect(written).toMatch(/^(\?[\w.~!*'()%&=-]+)?$/);
        expect(readCardListState(parse(written.slice(1)))).toEqual(state);
      }),
      { numRuns: 300 },
    );
  });
});
