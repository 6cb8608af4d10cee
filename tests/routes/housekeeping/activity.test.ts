import { expect, test } from '@jest/globals';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { paths } from '../../../shared/paths';
import { csvRows, fileName, sortBy, turnTo } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { activatedLicenses, claimedCards } from '../../support/portal/product-lists';

/** Thirty people with recent activity, and thirty without any in the last 30 days, five of which were never active. */
const people = Array.from({ length: 60 }, (_, index) => {
  const number = String(index).padStart(2, '0');
  return {
    id: `id-${number}`,
    email: `p${number}@acme.example`,
    last30Days: index < 30 ? index + 1 : 0,
    total: index < 55 ? 100 + index : 0,
  };
});

const company = (licensesPurchased: number): SeedAccount =>
  dana({
    scanner: scanner({ ...activatedLicenses.account(people).scanner, licensesPurchased }),
    ecard: cards({ ...claimedCards.account(people).ecard, licensesPurchased }),
  });

const products = [
  {
    ...activatedLicenses,
    table: 'Activated licenses',
    searchBox: 'Search activated licenses',
    column: 'Leads all time',
    exportLink: 'Export activated licenses as CSV',
    product: 'Lead Capture',
    sort: 'leadsTotal',
    found: '30 of 60 active licenses had no leads in 30 days',
  },
  {
    ...claimedCards,
    table: 'Claimed cards',
    searchBox: 'Search claimed cards',
    column: 'Profile visits (total)',
    exportLink: 'Export without profile visits of claimed cards as CSV',
    product: 'Digital Business Cards',
    sort: 'totalViews',
    found: '30 of 60 active cards had no profile visits in 30 days',
  },
];

const open = (at: string, purchased = 100) => openPortal({ accounts: [company(purchased)], at });

/** Returns the texts of all rows that are shown. */
const shown = (browser: NoJsBrowser, table: string) => browser.rows(table).map(row => row.join(' '));

test.each(products)('P232: $product can be filtered by activity', async product => {
  const { browser } = await open(product.page);
  const options = browser.$(`${product.section} select[name=activity] option`);
  expect(options.toArray().map(option => [browser.$(option).val(), browser.$(option).text()])).toEqual([
    ['', 'Everyone'],
    ['used30', 'Used in 30 days'],
    ['idle30', 'Nothing in 30 days'],
    ['lapsed30', 'Used earlier only'],
    ['never', 'Never used'],
  ]);
  expect(browser.text(`${product.section} .count-line`)).toBe('Showing 60 items');
  await browser.fill('Activity', 'idle30').press('Search');
  expect(browser.text(`${product.section} .count-line`)).toBe(
    'Showing 30 of 60 results (filtered from 60 total)',
  );
  expect(browser.$(`${product.section} option[selected]`).filter('[value="idle30"]').length).toBe(1);
  expect(shown(browser, product.table)).toHaveLength(25);
  for (const row of shown(browser, product.table)) expect(row).toMatch(/(^| )p[345]\d@/);
  for (const [activity, found] of [
    ['used30', 30],
    ['lapsed30', 25],
    ['never', 5],
  ] as const) {
    await browser.visit(`${product.page}?activity=${activity}`);
    expect(browser.text(`${product.section} .count-line`)).toBe(
      `Showing ${found} of 60 results (filtered from 60 total)`,
    );
    expect(browser.rows(product.table)).toHaveLength(Math.min(found, 25));
  }
  await browser.follow('Clear');
  expect(browser.address).toBe(product.page);
});

test.each(products)(
  'P233: $product keeps the activity with search, order, pages and exports',
  async product => {
    const { browser } = await open(`${product.page}?activity=idle30`);
    await sortBy(browser, product.table, product.column);
    expect(browser.address).toBe(`${product.page}?activity=idle30&sort=${product.sort}`);
    await turnTo(browser, product.pagination, 'Page 2');
    expect(browser.address).toContain('activity=idle30');
    expect(browser.rows(product.table)).toHaveLength(5);
    await browser.fill(product.searchBox, 'p5').press('Search');
    expect(browser.address).toContain('activity=idle30');
    expect(browser.text(`${product.section} .count-line`)).toBe(
      'Showing 10 of 60 results (filtered from 60 total)',
    );

    const download = await browser.download(product.exportLink);
    expect(csvRows(download)).toHaveLength(10);
    expect(fileName(download)).toMatch(
      new RegExp(`^${product.file}-filtered-p5-idle30-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    );
    const never = await browser.get(`${product.csv}?activity=never`);
    expect(csvRows(never)).toHaveLength(5);
    expect(fileName(never)).toMatch(new RegExp(`^${product.file}-never-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  },
);

test.each(products)(
  'P234: $product shows the number of unused items, here and on the dashboard, with a link to them',
  async product => {
    const { browser } = await open(product.page);
    expect(browser.text('[aria-label=Overview]')).toContain(product.found);
    await browser.follow('Show all 30');
    expect(browser.address).toBe(`${product.page}?activity=idle30`);
    await browser.visit(paths.dashboard);
    expect(browser.text(`[slot="${product.page}"]`)).toContain(product.found);
    browser.$(`[slot]:not([slot="${product.page}"])`).remove();
    await browser.follow('Show all 30');
    expect(browser.address).toBe(`${product.page}?activity=idle30`);
  },
);

test('P234: there is no note if all licenses and cards are used', async () => {
  const { browser } = await openPortal();
  for (const path of [paths.leadCapture, paths.cards, paths.dashboard]) {
    await browser.visit(path);
    expect(browser.text()).not.toContain('had no');
    expect(browser.has('.finding')).toBe(false);
  }
});

test.each(products)(
  'P235: $product shows advice before a request only if few are available',
  async product => {
    for (const [purchased, isAdvised] of [
      [66, true],
      [67, false],
    ] as const) {
      const { portal, browser } = await open(product.page, purchased);
      const advice = `Before you request more: ${product.found}`;
      expect(browser.text('[aria-label=Overview]').includes(advice)).toBe(isAdvised);
      await browser.visit(paths.dashboard);
      expect(browser.text().includes(advice)).toBe(isAdvised);
      if (!isAdvised) continue;
      await browser.visit(product.page);
      await browser.press('Request Licenses');
      expect(portal.calls.filter(({ line }) => line.endsWith('/topup'))).toHaveLength(1);
    }
  },
);

test.each(products)('P236: $product shows “never used” in rows without any activity', async product => {
  const { browser } = await open(`${product.page}?activity=idle30&sort=${product.sort}&dir=asc`);
  const cells = browser.rows(product.table).map(row => row.at(-2));
  expect(cells.slice(0, 6)).toEqual([...Array(5).fill('0 Never used'), '130']);
});
