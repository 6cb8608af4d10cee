import { describe, expect, test } from '@jest/globals';
import { parseCompanyStats } from '../../../server/backends/company-stats';
import type { CompanyStats } from '../../../server/backends/ecard';
import type { ScannerStats } from '../../../server/backends/scanner';
import { parseScannerStats } from '../../../server/backends/scanner-stats';
import { createList, type Rows } from '../../../server/lists/list';
import { createTable, matches, rowWith, type SortTask, sortTable } from '../../../server/lists/table';
import { claimedCards, nonClaimedCards } from '../../../server/pages/cards/lists';
import { activatedLicenses, nonActivatedLicenses } from '../../../server/pages/lead-capture/lists';
import type { Card, NonClaimedCard } from '../../../shared/cards';
import type { License, NonActivatedLicense } from '../../../shared/licenses';
import { compareText, type Direction, PAGE_SIZE, type Page, paginate } from '../../../shared/list';
import { activities, cardSorts, licenseSorts, type StateOf } from '../../../shared/list-state';
import { anyText, fc } from '../../support/properties';
import { readRows } from '../../support/rows';

// So few letters that texts often contain or equal each other. Some differ only by case or accent.
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
// Often blank, because only then thousands of rows are sorted.
const query = fc.oneof(fc.constant(''), word);
const page = fc.integer({ min: 1, max: 110 });
const direction = fc.constantFrom('asc' as const, 'desc' as const);

// A user in the backends' JSON, with the fields that lists use.
const user = fc.record({
  appId: word,
  code: word,
  email: word,
  name: word,
  title: word,
  leadsLast30Days: count,
  leadsTotal: count,
  activitiesLast30Days: count,
  activitiesTotal: count,
});
type User = typeof user extends fc.Arbitrary<infer Value> ? Value : never;

const shortList = fc.array(user, { maxLength: 60 });

/**
 * More rows than are sorted on the event loop. Rows repeat, so that ties span pages: the sorted column has from one value
 * to almost as many as rows.
 */
const longList = (email: (kind: User) => string) =>
  fc
    .record({
      kinds: fc.array(user, { minLength: 1, maxLength: 40 }),
      length: fc.integer({ min: 2001, max: 2300 }),
      counts: fc.constantFrom(1, 2, 30, 1000),
    })
    .map(({ kinds, length, counts }) =>
      Array.from({ length }, (_, index): User => {
        const [kind] = kinds.slice(index % kinds.length);
        if (!kind) throw new Error('There is always a kind');
        const [first, second] = [(index * 7) % counts, (index * 13) % counts];
        return {
          ...kind,
          email: email(kind),
          leadsLast30Days: first,
          leadsTotal: second,
          activitiesLast30Days: first,
          activitiesTotal: second,
        };
      }),
    );
const manyClaimed = longList(({ email }) => email.trim() || 'a');
const manyNonClaimed = longList(() => '');

type LicenseListState = StateOf<typeof activatedLicenses.parameters & typeof nonActivatedLicenses.parameters>;
type CardListState = StateOf<typeof claimedCards.parameters & typeof nonClaimedCards.parameters>;

const licenseState: fc.Arbitrary<LicenseListState> = fc.record({
  q: query,
  field: fc.constantFrom('both', 'email', 'id'),
  activity: fc.constantFrom(...activities),
  sort: fc.constantFrom(...licenseSorts),
  dir: direction,
  page,
  npage: page,
});

const cardState: fc.Arbitrary<CardListState> = fc.record({
  q: query,
  activity: fc.constantFrom(...activities),
  sort: fc.constantFrom(...cardSorts),
  dir: direction,
  page,
  nq: query,
  ndir: fc.constantFrom('' as const, 'asc' as const, 'desc' as const),
  npage: page,
});

// In the portal, a worker thread sorts.
const sortLargeTable = async (task: SortTask) => sortTable(task);

const bodyOf = (userStats: readonly User[]) => [Buffer.from(JSON.stringify({ userStats }))];

/** Returns the stats for a response of the scanner backend. */
function accountOf(userStats: readonly User[]): ScannerStats {
  const answer = parseScannerStats(bodyOf(userStats));
  if (!answer?.licenses) throw new Error('No list was read');
  const { activated, nonActivated } = answer.licenses;
  return {
    ...answer,
    licenses: {
      activated: createList(activated, sortLargeTable),
      nonActivated: createList(nonActivated, sortLargeTable),
    },
  };
}

/** Returns the stats for a response of the ecard backend. */
function companyOf(userStats: readonly User[]): CompanyStats {
  const answer = parseCompanyStats(bodyOf(userStats));
  if (!answer?.cards) throw new Error('No list was read');
  const { claimed, nonClaimed } = answer.cards;
  return {
    ...answer,
    cards: {
      claimed: createList(claimed, sortLargeTable),
      nonClaimed: createList(nonClaimed, sortLargeTable),
    },
  };
}

/** Expects that a page has the right rows and counts. */
function expectPage<Row>(shown: Page<Row> | undefined, expected: readonly Row[], wanted: number): void {
  const pages = Math.max(1, Math.ceil(expected.length / PAGE_SIZE));
  const number = Math.min(wanted, pages);
  const rows = expected.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  expect(shown).toEqual({ number, pages, found: expected.length, rows });
}

const licenseKeys = ['appId', 'email', 'leadsLast30Days', 'leadsTotal'] as const;
const cardKeys = ['cardId', 'email', 'name', 'jobTitle', 'viewsLast30Days', 'totalViews'] as const;

/** Expects that reading all rows returns these rows and the right count. */
function expectAll<Row, Key extends keyof Row & string>(
  shown: Rows<Row> | undefined,
  keys: readonly Key[],
  expected: readonly Row[],
): void {
  expect(shown && [shown.length, ...readRows(shown, keys)]).toEqual([expected.length, ...expected]);
}

/** Returns the matches of a search, by a reference implementation. */
function plainSearch<Row>(all: readonly Row[], query: string, texts: (row: Row) => readonly string[]): Row[] {
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  const wanted = plain(query.trim());
  const found: Row[] = [];
  for (const row of all) {
    if (texts(row).some(text => plain(text).indexOf(wanted) >= 0)) found.push(row);
  }
  return found;
}

const collator = new Intl.Collator('en');
const byText = (a: string, b: string) => collator.compare(a, b) || Number(a > b) - Number(a < b);

/** Returns the first difference that is not 0. */
const firstDifference = (...differences: readonly number[]) =>
  differences.find(difference => difference !== 0) ?? 0;

/** Returns the licenses that a state shows, searched and sorted by a reference implementation. */
function plainLicenses(
  users: readonly User[],
  { q, field, activity, sort, dir }: LicenseListState,
): License[] {
  const activated = users
    .map(({ appId, email, leadsLast30Days, leadsTotal }) => ({
      appId,
      email: email.trim(),
      leadsLast30Days,
      leadsTotal,
    }))
    .filter(({ email }) => email !== '')
    .filter(({ leadsLast30Days }) => activity !== 'idle30' || leadsLast30Days === 0)
    .filter(({ leadsTotal }) => activity !== 'never' || leadsTotal === 0);
  const texts = ({ email, appId }: License) =>
    field === 'both' ? [email, appId] : [field === 'email' ? email : appId];
  const sign = dir === 'asc' ? 1 : -1;
  return plainSearch(activated, q, texts).toSorted((a, b) =>
    firstDifference(sign * (a[sort] - b[sort]), byText(a.email, b.email), byText(a.appId, b.appId)),
  );
}

/** Returns the claimed cards that a state shows, searched and sorted by a reference implementation. */
function plainClaimed(users: readonly User[], { q, activity, sort, dir }: CardListState): Card[] {
  const claimed = users
    .map(({ code, email, name, title, activitiesLast30Days, activitiesTotal }) => ({
      cardId: code,
      email: email.trim(),
      name: name.trim(),
      jobTitle: title.trim() || 'Not specified',
      viewsLast30Days: activitiesLast30Days,
      totalViews: activitiesTotal,
    }))
    .filter(({ email }) => email !== '')
    .filter(({ viewsLast30Days }) => activity !== 'idle30' || viewsLast30Days === 0)
    .filter(({ totalViews }) => activity !== 'never' || totalViews === 0);
  const found = plainSearch(claimed, q, ({ email, name, jobTitle, cardId }) => [
    email,
    name,
    jobTitle,
    cardId,
  ]);
  const sign = dir === 'asc' ? 1 : -1;
  const difference = (a: Card, b: Card): number => {
    const [one, other] = [a[sort], b[sort]];
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return byText(String(one), String(other));
  };
  return found.toSorted((a, b) =>
    firstDifference(sign * difference(a, b), byText(a.email, b.email), byText(a.cardId, b.cardId)),
  );
}

/** Returns the non-claimed cards that a state shows, searched and sorted by a reference implementation. */
function plainNonClaimed(users: readonly User[], { nq, ndir }: CardListState): NonClaimedCard[] {
  const nonClaimed = users.filter(({ email }) => email.trim() === '').map(({ code: cardId }) => ({ cardId }));
  const found = plainSearch(nonClaimed, nq, ({ cardId }) => [cardId]);
  const sign = ndir === 'asc' ? 1 : -1;
  return ndir === '' ? found : found.toSorted((a, b) => sign * byText(a.cardId, b.cardId));
}

/** Generates several states in a row, because a list caches the selections of each. */
const states = <State>(state: fc.Arbitrary<State>) => fc.array(state, { minLength: 1, maxLength: 4 });

describe.each([
  ['a few', shortList, shortList, 100],
  ['thousands', manyClaimed, manyNonClaimed, 12],
] as const)('any search in %s generated rows', (_size, claimed, nonClaimed, numRuns) => {
  test('shows the licenses of the reference implementation', async () => {
    await fc.assert(
      fc.asyncProperty(claimed, states(licenseState), async (users, listStates) => {
        const account = accountOf(users);
        for (const state of listStates) {
          const expected = plainLicenses(users, state);
          const list = activatedLicenses.rows(account);
          const listQuery = activatedLicenses.query(state);
          expectPage(await list?.page(listQuery, state.page), expected, state.page);
          expectAll(await list?.all(listQuery), licenseKeys, expected);
        }
      }),
      { numRuns },
    );
  });

  test('shows the claimed cards of the reference implementation', async () => {
    await fc.assert(
      fc.asyncProperty(claimed, states(cardState), async (users, listStates) => {
        const company = companyOf(users);
        for (const state of listStates) {
          const expected = plainClaimed(users, state);
          const list = claimedCards.rows(company);
          const listQuery = claimedCards.query(state);
          expectPage(await list?.page(listQuery, state.page), expected, state.page);
          expectAll(await list?.all(listQuery), cardKeys, expected);
        }
      }),
      { numRuns },
    );
  });

  test('shows the non-claimed cards of the reference implementation', async () => {
    await fc.assert(
      fc.asyncProperty(nonClaimed, states(cardState), async (users, listStates) => {
        const company = companyOf(users);
        for (const state of listStates) {
          const expected = plainNonClaimed(users, state);
          const list = nonClaimedCards.rows(company);
          const listQuery = nonClaimedCards.query(state);
          expectPage(await list?.page(listQuery, state.npage), expected, state.npage);
          expectAll(await list?.all(listQuery), ['cardId'], expected);
        }
      }),
      { numRuns },
    );
  });

  test('shows non-activated licenses in the order of the backend', async () => {
    await fc.assert(
      fc.asyncProperty(nonClaimed, licenseState, async (users, state) => {
        const expected = users
          .filter(({ email }) => email.trim() === '')
          .map(({ appId }): NonActivatedLicense => ({ appId }));
        const list = nonActivatedLicenses.rows(accountOf(users));
        const listQuery = nonActivatedLicenses.query(state);
        expectPage(await list?.page(listQuery, state.npage), expected, state.npage);
        expectAll(await list?.all(listQuery), ['appId'], expected);
      }),
      { numRuns },
    );
  });
});

describe('generated texts', () => {
  const tableOf = (texts: readonly string[]) =>
    createTable(texts, { texts: { text: text => text }, counts: {} });

  test('are found by any part of them, ignoring case', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), word, fc.nat(), fc.nat(), (all, text, from, length) => {
        const letters = [...text.normalize('NFC')];
        const start = from % (letters.length + 1);
        const part = letters.slice(start, start + (length % 4)).join('');
        const texts = [...all, text];
        const marks = matches(tableOf(texts), part, ['text']);
        const found = marks ? texts.filter((_, row) => marks[row] === 1) : texts;
        expect(found).toContain(text);
        expect(found).toEqual(plainSearch(texts, part, row => [row]));
      }),
      { numRuns: 300 },
    );
  });

  test('are found by the exact text, and not by a part of it', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), word, (texts, text) => {
        const expected = text === '' ? -1 : texts.indexOf(text);
        expect(rowWith(tableOf(texts).texts.text, text) ?? -1).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('are complete after sorting, and reversing the order keeps the order of ties', () => {
    fc.assert(
      fc.property(shortList, users => {
        const table = createTable(users, {
          texts: { appId: ({ appId }) => appId, email: ({ email }) => email },
          counts: { leadsTotal: ({ leadsTotal }) => leadsTotal },
        });
        const sorted = (direction: Direction) => [
          ...sortTable({ table, order: { key: 'leadsTotal', direction, ties: ['appId', 'email'] } }),
        ];
        const up = sorted('asc');
        expect(up.toSorted((a, b) => a - b)).toEqual([...users.keys()]);
        const groups = Map.groupBy(up, row => users[row]?.leadsTotal);
        expect(sorted('desc')).toEqual([...groups.values()].reverse().flat());
      }),
      { numRuns: 200 },
    );
  });

  test('have a total order', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (a, b) => {
        expect(Math.sign(compareText(a, b)) + Math.sign(compareText(b, a))).toBe(0);
        expect(compareText(a, b) === 0).toBe(a === b);
      }),
      {
        numRuns: 300,
        examples: [
          ['a', 'a'],
          ['a', 'a\u0000'],
          ['é', 'e\u0301'],
          ['a', '\u200ba'],
        ],
      },
    );
  });

  test('are on exactly one page each, and any page number leads to an existing page', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200 }), fc.integer(), (length, wanted) => {
        const all = Array.from({ length }, (_, index) => index);
        const { from, to, number, pages } = paginate(length, wanted);
        expect(number).toBe(Math.min(Math.max(wanted, 1), pages));
        expect(to - from).toBeLessThanOrEqual(PAGE_SIZE);
        const together = Array.from({ length: pages }, (_, index) => {
          const bounds = paginate(length, index + 1);
          return all.slice(bounds.from, bounds.to);
        });
        expect(together.flat()).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });
});
