import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { callTitles } from '../../../scripts/sandbox/backend-calls';
import { accountFaults } from '../../../scripts/sandbox/faults';
import { type SeedAccount, seedAccounts } from '../../../scripts/sandbox/seed';
import { createStore } from '../../../scripts/sandbox/store';
import { as, openSandbox } from './sandbox';

let seed: SeedAccount[] = [];
beforeAll(() => {
  seed = seedAccounts();
});

const account = (email: string): SeedAccount => {
  const found = seed.find(candidate => candidate.email === email);
  if (!found) throw new Error(`no account ${email}`);
  return found;
};

/** Returns the number of licenses and cards of an account, by state. */
const sizes = ({ scanner, ecard }: SeedAccount) => ({
  purchased: scanner?.licensesPurchased,
  activated: scanner?.licenses.filter(({ email }) => email).length,
  pending: scanner?.licenses.filter(({ email }) => !email).length,
  cards: ecard?.licensesPurchased,
  claimed: ecard?.cards.filter(({ email }) => email).length,
  unclaimed: ecard?.cards.filter(({ email }) => !email).length,
});

const products = ({ roles }: SeedAccount) => roles.map(({ product }) => product);

describe('the seed shows', () => {
  test('a company with both products', () => {
    const dana = account('dana@northwind.example');
    expect(dana).toMatchObject({ name: 'Dana Whitfield', company: 'Northwind Traders' });
    expect(products(dana)).toEqual([2, 3]);
    expect(sizes(dana)).toEqual({
      purchased: 500,
      activated: 438,
      pending: 40,
      cards: 150,
      claimed: 117,
      unclaimed: 33,
    });
    expect(dana.scanner).toMatchObject({ code: 'NWT-7F3K2', integrations: ['Salesforce'] });
    expect(dana.scanner?.licenses[0]).toMatchObject({
      appId: 'NW-1179-1000',
      email: 'amelia.ortiz@northwind.example',
    });
    expect(dana.ecard?.cards[0]).toMatchObject({ code: 'c58wqz', name: 'Amelia Ortiz' });
    expect(dana.ecard?.cards.some(({ email, title }) => email && !title)).toBe(true);
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

  test('two administrators of one company', () => {
    expect(account('omar@northwind.example').roles).toEqual(account('dana@northwind.example').roles);
  });

  test('accounts with one product, no product, and two roles for one product', () => {
    expect(products(account('lena@alpine.example'))).toEqual([2]);
    expect(products(account('kofi@harbor.example'))).toEqual([3]);
    expect(products(account('nina@newcomer.example'))).toEqual([]);
    expect(products(account('ada@regions.example'))).toEqual([2, 2, 3, 3]);
    expect(products(account('strings@faults.example'))).toEqual(['2', '3']);
  });

  test('an account without a name', () => {
    expect(account('team@nameless.example').name).toBe('');
  });

  test('companies with nothing purchased, nothing activated, nothing available, and no integration', () => {
    const nothing = { purchased: 0, activated: 0, pending: 0, cards: 0, claimed: 0, unclaimed: 0 };
    expect(sizes(account('paul@unstarted.example'))).toEqual(nothing);
    expect(sizes(account('iris@quiet.example'))).toEqual({
      purchased: 30,
      activated: 0,
      pending: 30,
      cards: 20,
      claimed: 0,
      unclaimed: 20,
    });
    expect(sizes(account('vera@solo.example'))).toEqual({
      purchased: 1,
      activated: 1,
      pending: 0,
      cards: 1,
      claimed: 1,
      unclaimed: 0,
    });
    expect(account('vera@solo.example').scanner?.integrations).toEqual([]);
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

  test('lists of exactly one page, and of one row more', () => {
    expect(sizes(account('tess@page25.example'))).toMatchObject({
      activated: 25,
      pending: 25,
      claimed: 25,
      unclaimed: 25,
    });
    expect(sizes(account('theo@page26.example'))).toMatchObject({
      activated: 26,
      pending: 26,
      claimed: 26,
      unclaimed: 26,
    });
  });

  test('many scripts and characters that often cause bugs', () => {
    const { scanner, ecard } = account('anna@polyglot.example');
    const values = [
      ...(scanner?.licenses ?? []).flatMap(({ appId, email }) => [appId, email ?? '']),
      ...(ecard?.cards ?? []).flatMap(({ code, email, name, title }) => [
        code,
        email ?? '',
        name ?? '',
        title ?? '',
      ]),
    ];
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

  test('accounts whose backends always fail, each with a summary', () => {
    for (const [email, faults] of Object.entries(accountFaults)) {
      expect(account(email).summary).not.toBe('');
      expect(Object.keys(callTitles)).toEqual(expect.arrayContaining(Object.keys(faults)));
    }
  });
});

test('the seed is deterministic', () => {
  expect(JSON.stringify(seedAccounts())).toBe(JSON.stringify(seed));
});

test('an email appears at most once in each list of the seed', () => {
  for (const { email, scanner, ecard } of seed) {
    for (const list of [scanner?.licenses ?? [], ecard?.cards ?? []]) {
      const emails = list.flatMap(item => item.email ?? []);
      expect([email, new Set(emails).size]).toEqual([email, emails.length]);
    }
  }
});

test('100,000 licenses and 10,000 cards are sent in one response, which is cached until the next change', async () => {
  const { app, store } = openSandbox();
  store.replaceAccounts(seed);
  const mia = as('mia@meridian.example');
  const licenses = () => request(app).get('/api/portal/scanneraccount/scan-meridian/stats').set(mia);
  const first = await licenses().expect(200);
  expect(first.body.userStats).toHaveLength(100_000);
  expect(first.body).toMatchObject({ licencesPurchased: 120_000, licencesClaimed: 99_000 });

  expect(store.scannerStats('scan-meridian')).toBe(store.scannerStats('scan-meridian'));
  store.removeLicense('scan-meridian', first.body.userStats[0].appId);
  expect(JSON.parse(String(store.scannerStats('scan-meridian'))).userStats).toHaveLength(99_999);

  const cards = await request(app)
    .get('/ecard-api/portal/companies/card-meridian/stats')
    .set(mia)
    .expect(200);
  expect(cards.body.userStats).toHaveLength(10_000);
});
