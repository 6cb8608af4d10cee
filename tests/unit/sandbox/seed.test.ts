import { describe, expect, jest, test } from '@jest/globals';
import { accountFaults } from '../../../scripts/sandbox/faults';
import { type SeedAccount, seedAccounts } from '../../../scripts/sandbox/seed';
import { createStore } from '../../../scripts/sandbox/store';

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

const countRows = (rows: readonly { email?: string | null }[] = []) => [
  rows.filter(({ email }) => email).length,
  rows.filter(({ email }) => !email).length,
];

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

  test('leavers with a license, a card, both or neither, in the attachment of an email, and freelancers', () => {
    const hugo = account('hugo@turnover.example');
    const store = createStore([hugo]);
    const mail = store.emails(hugo.email).find(({ attachment }) => attachment);
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
      const { userStats } = JSON.parse(String(store.stats('license', 'scan-relay')));
      return userStats.map(({ email }: { email: string }) => email);
    };
    const [first, second, third, fourth] = [owners(), owners(), owners(), owners()];
    expect(new Set([first[0], second[0], third[0]]).size).toBe(3);
    expect(fourth).toEqual(first);
    expect(second.slice(1)).toEqual(first.slice(1));
  });

  test('the accounts whose backends always fail', () => {
    expect(seed.map(({ email }) => email)).toEqual(expect.arrayContaining(Object.keys(accountFaults)));
  });
});
