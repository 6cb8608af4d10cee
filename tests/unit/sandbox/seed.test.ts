import { describe, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import { accountFaults } from '../../../scripts/sandbox/faults';
import { type SeedAccount, seedAccounts } from '../../../scripts/sandbox/seed';
import { createStore } from '../../../scripts/sandbox/store';
import { SCANNER } from '../../../server/roles';
import { DAY_MS } from '../../../server/units';
import { as, openSandbox } from './sandbox';

const now = Date.now();

/** Returns the seed of one moment: what people have depends on how many days ago they joined. */
function seedAt(moment: number): SeedAccount[] {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(moment);
  const accounts = seedAccounts();
  clock.mockRestore();
  return accounts;
}

const seed = seedAt(now);

const account = (email: string): SeedAccount => {
  const found = seed.find(candidate => candidate.email === email);
  if (!found) throw new Error(`no account ${email}`);
  return found;
};

/** Returns the number of rows with an email, and of those without. */
const countRows = (rows: readonly { email?: string | null }[] = []) => [
  rows.filter(({ email }) => email).length,
  rows.filter(({ email }) => !email).length,
];

const products = ({ roles }: SeedAccount) => roles.map(({ product }) => product);

describe('the seed shows', () => {
  test.each([
    ['lists of many pages', 'dana@northwind.example', [500, 438, 62], [150, 117, 33]],
    ['nothing purchased', 'paul@unstarted.example', [0, 0, 0], [0, 0, 0]],
    ['nothing activated', 'iris@quiet.example', [30, 0, 30], [20, 0, 20]],
    ['nothing available', 'vera@solo.example', [1, 1, 0], [1, 1, 0]],
    ['lists of one page', 'tess@page25.example', [50, 25, 25], [50, 25, 25]],
    ['lists of one page and a row', 'theo@page26.example', [52, 26, 26], [52, 26, 26]],
  ])('%s', (_state, email, licenses, cards) => {
    const { scanner, ecard } = account(email);
    expect([scanner?.licensesPurchased, ...countRows(scanner?.licenses)]).toEqual(licenses);
    expect([ecard?.licensesPurchased, ...countRows(ecard?.cards)]).toEqual(cards);
  });

  test('a long-tailed distribution of leads', () => {
    const leads = account('dana@northwind.example').scanner?.licenses.slice(0, 438) ?? [];
    const share = (holds: (total: number) => boolean) =>
      leads.filter(({ leadsTotal = 0 }) => holds(leadsTotal)).length / leads.length;
    expect(share(total => total === 0)).toBeGreaterThan(0.05);
    expect(share(total => total > 0 && total < 100)).toBeGreaterThan(0.3);
    expect(share(total => total > 500)).toBeGreaterThan(0.03);
    expect(leads.every(({ leadsTotal = 0, leadsLast30Days = 0 }) => leadsLast30Days <= leadsTotal)).toBe(
      true,
    );
  });

  test('one product, none, two roles for one, roles as text, two administrators of a company, and no name', () => {
    expect(products(account('lena@alpine.example'))).toEqual([2]);
    expect(products(account('kofi@harbor.example'))).toEqual([3]);
    expect(products(account('nina@newcomer.example'))).toEqual([]);
    expect(products(account('ada@regions.example'))).toEqual([2, 2, 3, 3]);
    expect(products(account('strings@faults.example'))).toEqual(['2', '3']);
    expect(account('omar@northwind.example').roles).toEqual(account('dana@northwind.example').roles);
    expect(account('team@nameless.example').name).toBe('');
  });

  test('leavers with a license, a card, both or neither, in the attachment of an email, and freelancers', () => {
    const hugo = account('hugo@turnover.example');
    const store = createStore([hugo]);
    const [mail] = store.emails(hugo.email);
    const leavers = (mail?.attachment?.content ?? '').match(/[^,]+@[^,]+/g) ?? [];
    const owners = [hugo.scanner?.licenses, hugo.ecard?.cards].map(
      list => new Set((list ?? []).map(({ email }) => email)),
    );
    const has = leavers.map(leaver => owners.map(list => (list.has(leaver) ? 1 : 0)).join(''));
    expect([...new Set(has)].toSorted()).toEqual(['00', '01', '10', '11']);
    expect([...(owners[0] ?? [])].some(email => email?.endsWith('@agency.example'))).toBe(true);
  });

  test('a license that goes to another person whenever the list is fetched', () => {
    const store = createStore([account('rosa@relay.example')]);
    const owners = () => {
      const { userStats } = JSON.parse(String(store.stats(SCANNER, 'scan-relay')));
      return userStats.map(({ email }: { email: string }) => email);
    };
    const [first, second, third, fourth] = [owners(), owners(), owners(), owners()];
    expect(new Set([first[0], second[0], third[0]]).size).toBe(3);
    expect(fourth).toEqual(first);
    expect(second.slice(1)).toEqual(first.slice(1));
  });

  test('many scripts and characters that often cause bugs', () => {
    const { scanner, ecard } = account('anna@polyglot.example');
    const values = [...(scanner?.licenses ?? []), ...(ecard?.cards ?? [])].flatMap(Object.values);
    const signs = [
      /ü/,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Greek}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Han}/u,
      /\p{Script=Hiragana}|営業/u,
      /\p{Extended_Pictographic}/u,
      /,/,
      /"/,
      /\n/,
      /^=/,
      /^\+/,
      /^-/,
      /^@/,
      /^\t/,
      /^＝/,
      /<script>/,
      /^.{150}/,
      /\/.*%|%.*\//,
    ];
    expect(signs.filter(sign => !values.some(value => sign.test(value)))).toEqual([]);
  });

  test('a 60-character company with a long name and email', () => {
    const longest = seed.filter(({ company }) => company.length === 60);
    expect(longest).toHaveLength(1);
    expect(longest[0]?.email.length).toBeGreaterThan(60);
  });

  test('the accounts whose backends always fail', () => {
    expect(seed.map(({ email }) => email)).toEqual(expect.arrayContaining(Object.keys(accountFaults)));
  });
});

test('the seed is the same at every moment of a day', () => {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  for (const moment of [midnight, midnight + DAY_MS - 1]) {
    expect(JSON.stringify(seedAt(moment)) === JSON.stringify(seed)).toBe(true);
  }
});

test('an email appears at most once in each list of the seed, except “unknown”, and a code once in all', () => {
  for (const { email, scanner, ecard } of seed) {
    for (const list of [scanner?.licenses ?? [], ecard?.cards ?? []]) {
      const emails = list.flatMap(item => item.email ?? []).filter(text => text !== 'unknown');
      expect([email, new Set(emails).size]).toEqual([email, emails.length]);
    }
  }
  const codes = seed.flatMap(({ ecard }) => ecard?.cards.map(({ code }) => code) ?? []);
  expect(new Set(codes).size).toBe(codes.length);
});

test('100,000 licenses and 10,000 cards are sent in one response, which is cached until the next change', async () => {
  const { app, store } = openSandbox();
  store.replaceAccounts(seed);
  const mia = as('mia@meridian.example');
  const licenses = () => request(app).get('/api/portal/scanneraccount/scan-meridian/stats').set(mia);
  const first = await licenses().expect(200);
  expect(first.body.userStats).toHaveLength(100_000);
  expect(first.body).toMatchObject({ licencesPurchased: 120_000, licencesClaimed: 99_000 });

  expect(store.stats(SCANNER, 'scan-meridian')).toBe(store.stats(SCANNER, 'scan-meridian'));
  store.remove(SCANNER, 'scan-meridian', first.body.userStats[0].appId);
  expect(JSON.parse(String(store.stats(SCANNER, 'scan-meridian'))).userStats).toHaveLength(99_999);

  const cards = await request(app)
    .get('/ecard-api/portal/companies/card-meridian/stats')
    .set(mia)
    .expect(200);
  expect(cards.body.userStats).toHaveLength(10_000);
});
