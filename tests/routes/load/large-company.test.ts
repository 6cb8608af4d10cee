import { beforeAll, expect, test } from '@jest/globals';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { dana } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { activatedLicenses, claimedCards, listRows, shownIds } from '../../support/portal/product-lists';

const COUNT = 10_000;
const PAGE_LIMIT_BYTES = 72_000;

const rows = [...listRows(COUNT), ...Array.from({ length: COUNT }, (_, index) => ({ id: `n${index}` }))];
const accounts = [dana({ ...activatedLicenses.account(rows), ...claimedCards.account(rows) })];

let browser: NoJsBrowser;
beforeAll(async () => {
  ({ browser } = await openPortal({ accounts, until: 'file' }));
});

test.each([
  { list: activatedLicenses, search: '', first: 'r0001' },
  { list: activatedLicenses, search: '?page=400&npage=400', first: 'r9976' },
  { list: activatedLicenses, search: '?q=r99&sort=leadsTotal&dir=asc&revoke=r9999', first: 'r9999' },
  { list: claimedCards, search: '', first: 'r0001' },
  { list: claimedCards, search: '?page=400&npage=400', first: 'r9976' },
  { list: claimedCards, search: '?sort=name&nq=n99&ndir=desc', first: 'r10000' },
  { list: claimedCards, search: '?q=title+99&ndir=asc&deactivate=r9950', first: 'r9900' },
])(
  'the page of a company with 10,000 $list.name has a limited size, and is sorted and searched: $search',
  async ({ list, search, first }) => {
    await browser.visit(list.page + search);
    const ids = shownIds(browser, list);
    expect([ids.length, ids[0]]).toEqual([25, first]);
    expect(browser.has('dialog[open]')).toBe(/revoke|deactivate/.test(search));
    expect(Buffer.byteLength(browser.response.text)).toBeLessThan(PAGE_LIMIT_BYTES);
  },
);

test('the dashboard of a large company is small', async () => {
  await browser.visit('/dashboard');
  expect(browser.text('main')).toContain('10,000');
  expect(Buffer.byteLength(browser.response.text)).toBeLessThan(PAGE_LIMIT_BYTES / 2);
});
