import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { download, openPage } from '../support/browsers/chromium';
import { cards, licensesFor, ownCompany, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

/** Each test has its own company: forty licenses, thirty of them without leads in 30 days, and two cards. */
function company(name: string) {
  return ownCompany(name, {
    scanner: scanner({
      licensesPurchased: 100,
      licenses: licensesFor(40, index => ({ leadsTotal: index, leadsLast30Days: index < 30 ? 0 : index })),
    }),
    ecard: cards({
      cards: ['p1', 'p2'].map(person => ({ code: `${name}-${person}`, email: `${person}@acme.example` })),
    }),
  });
}

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: ['six', 'wide', 'kept', 'narrow'].map(company) });
});

const wide = { viewport: { width: 1440, height: 900 } };
const narrow = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false, hasTouch: true };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rowBoxes = (page: Page) => page.locator('[data-selection] [type=checkbox][name]');
const row = (page: Page, person: string) =>
  page.getByRole('checkbox', { name: `Select the license of ${person}@acme.example` });

test('P234 P242: an administrator revokes all idle licenses and downloads the receipt in six clicks', async () => {
  const page = await openPage(portal, { as: 'six@acme.example', at: '/dashboard', ...wide });
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('link', { name: 'Show all 30' }));
  await click(page.getByLabel('Select this page'));
  await click(button(page, 'Select all 30 that match'));
  await page.getByLabel('Type 30 to confirm').fill('30');
  let called = 0;
  const held: (() => void)[] = [];
  portal.faults.on('scannerRevoke', ({ pass }) => {
    called += 1;
    if (called <= 2) pass();
    else held.push(pass);
  });
  await click(button(page, 'Revoke 30 Licenses'));
  // The later state of an item replaces the earlier one, and so does the count.
  await page.locator('.run-count:visible', { hasText: '2 of 30 done' }).waitFor();
  expect(await page.locator('.run-count:visible').count()).toBe(1);
  expect(await page.locator('.run-started:visible').count()).toBe(4);
  portal.faults.off();
  for (const pass of held) pass();
  await page.locator('.run-end').getByText('Confirmed: all 30 are gone from the list').waitFor();
  clicks += 1;
  const { name, rows } = await download(page, page.getByRole('link', { name: 'Download receipt' }));
  expect(name).toMatch(/^removal-receipt-[\d-]+\.csv$/);
  expect(rows.map(cells => cells[5])).toEqual(Array(30).fill('Revoked'));
  await click(page.getByRole('link', { name: 'Back to the list' }));
  await page.getByText(/Showing 0 of 10 results/).waitFor();
  expect(clicks).toBeLessThanOrEqual(6);
});

test('P240 P241: with JavaScript, selected rows are counted, and only these are reviewed and revoked', async () => {
  const page = await openPage(portal, {
    as: 'wide@acme.example',
    at: '/leads-capture?sort=leadsTotal&dir=asc',
    ...wide,
  });
  const count = page.locator('[data-select-count]');
  const submit = button(page, 'Remove selected');
  const wholePage = page.getByLabel('Select this page');
  await page.getByText('Showing 40 items').waitFor();
  expect(await submit.isVisible()).toBe(false);
  expect(await count.textContent()).toBe('');

  await wholePage.check();
  await count.getByText('25 selected').waitFor({ state: 'attached' });
  await submit.waitFor();
  await rowBoxes(page).first().uncheck();
  await count.getByText('24 selected').waitFor({ state: 'attached' });
  expect(await wholePage.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await page.getByRole('link', { name: 'Clear the selection' }).click();
  await submit.waitFor({ state: 'hidden' });

  await row(page, 'p3').check();
  await row(page, 'p5').check();
  await submit.click();
  await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
  await page.getByText('2 with nothing in the last 30 days').first().waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(
    /\/leads-capture\?sort=leadsTotal&dir=asc&license=U-3\*[\w-]{4}&license=U-5\*[\w-]{4}#/,
  );
  await count.getByText('2 selected').waitFor({ state: 'attached' });
  await submit.click();
  await button(page, 'Revoke 2 Licenses').click();
  await page.locator('.run-end').getByText('Confirmed: all 2 are gone from the list').waitFor();
  await page.waitForLoadState();
  expect((await page.locator('.run-end + .run bdi').allTextContents()).toSorted()).toEqual([
    'p3@acme.example',
    'p5@acme.example',
  ]);
});

test('P310 P311: with JavaScript, rows stay selected over pages, sorts, searches, a reload and another removal', async () => {
  const page = await openPage(portal, { as: 'kept@acme.example', at: '/leads-capture', ...wide });
  const list = page.locator('#activated-licenses');
  const count = page.locator('[data-select-count]');
  const says = (text: string) =>
    page.waitForFunction(
      expected => document.querySelector('[data-select-count]')?.textContent === expected,
      text,
    );
  await row(page, 'p39').check();
  await row(page, 'p38').check();
  await says('2 selected');
  await list.getByRole('link', { name: 'Page 2' }).click();
  await says('2 selected, 2 not on this page');
  expect(await page.locator('[data-select-note]').textContent()).toBe('2 not on this page');
  await row(page, 'p9').check();
  await says('3 selected, 2 not on this page');
  await list.getByRole('link', { name: 'Leads all time' }).click();
  await page.waitForURL(/sort=leadsTotal/);
  await says('3 selected, 1 not on this page');
  await page.reload();
  await says('3 selected, 1 not on this page');

  await page.getByRole('searchbox').fill('p38');
  await button(page, 'Search').click();
  await page.getByText('Showing 1 of 40 results').waitFor();
  await says('3 selected, 2 not on this page');
  const { searchParams } = new URL(page.url());
  expect([...searchParams.keys()].toSorted()).toEqual(['license', 'license', 'license', 'q', 'sort']);

  await list.getByRole('link', { name: 'Clear', exact: true }).click();
  await page.getByText('Showing 40 items').waitFor();
  await list.getByRole('link', { name: /^Deactivate the license of p37@/ }).click();
  await button(page, 'Revoke License').click();
  await page.getByText('Showing 39 items').waitFor();
  await says('3 selected, 1 not on this page');
  await button(page, 'Remove selected').click();
  await button(page, 'Revoke 3 Licenses').waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await says('3 selected, 1 not on this page');
  await page.getByRole('link', { name: 'Clear the selection' }).click();
  await button(page, 'Remove selected').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Select this page',
  );
  expect(new URL(page.url()).search).toBe('?sort=leadsTotal');
  await list.getByRole('link', { name: 'Page 2' }).click();
  await page.waitForURL(/page=2/);
  expect(await count.textContent()).toBe('');
});

test('P241 P260 P265: on a phone without JavaScript, a file of leavers leads to one run of both products', async () => {
  const page = await openPage(portal, { as: 'narrow@acme.example', at: '/leads-capture', ...narrow });
  await page.getByRole('link', { name: 'Select this page' }).click();
  await page.getByText('25 selected').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Clear the selection' }).click();

  await page.goto('/people');
  await page.getByRole('link', { name: 'Remove leavers' }).click();
  await page.getByLabel('Or a file').setInputFiles({
    name: 'leavers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name;Email\r\nOne;P1@acme.example\r\nSeven;p7@acme.example\r\n'),
  });
  await button(page, 'Find their licenses and cards').click();
  await page.waitForURL('**/leavers?answer=*');
  await page.getByRole('link', { name: 'Select all 2' }).click();
  expect(await rowBoxes(page).count()).toBe(2);
  await button(page, 'Review removal').click();
  await button(page, 'Revoke 2 Licenses and Deactivate 1 Card').click();
  await page.locator('.run-end').getByText('Confirmed: all 3 are gone from the list').waitFor();
  const { rows } = await download(page, page.getByRole('link', { name: 'Download receipt' }));
  expect(rows.map(cells => cells[4]?.toLowerCase()).toSorted()).toEqual([
    'p1@acme.example',
    'p1@acme.example',
    'p7@acme.example',
  ]);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(excess).toBe(0);
});
