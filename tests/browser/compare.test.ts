import { beforeAll, expect, test } from '@jest/globals';
import { compareExport, download, openPage } from '../support/browsers/chromium';
import { dana, licensesFor, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const PEOPLE = 60;

/** A company whose people all have more leads than before, and before one more. */
const company = dana({
  scanner: scanner({
    licensesPurchased: 100,
    licenses: licensesFor(PEOPLE, index => ({ leadsTotal: 10 + index })),
  }),
});

const EARLIER = [
  'email,userId,leadsLast30Days,totalLeads',
  ...Array.from({ length: PEOPLE - 5 }, (_, index) => `p${index + 1}@acme.example,U-${index + 1},0,${index}`),
  'zoe@acme.example,U-99,0,4',
  'fallen@acme.example,U-98,0,4',
  ',U-97,0,4',
].join('\r\n');

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [company] });
});

test('P340 P345 P346: without JavaScript, an export is compared, a list exported, and the whole printed', async () => {
  const page = await openPage(portal, { as: company.email, at: '/compare', javaScriptEnabled: false });
  const expectNoExcess = async () => {
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, excess]).toEqual([width, 0]);
    }
  };
  await compareExport(page, EARLIER);
  await page.getByText('brought four fifths of them').waitFor();
  await expectNoExcess();
  await page.getByRole('combobox', { name: 'Change' }).selectOption('Joined');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page
    .locator('#compared')
    .getByRole('button', { name: /^Export/ })
    .click();
  const link = page.getByRole('link', { name: 'Export people compared as CSV', exact: true });
  expect((await download(page, link)).rows.map(([email]) => email).toSorted()).toEqual([
    'p0@acme.example',
    ...[56, 57, 58, 59].map(index => `p${index}@acme.example`),
  ]);
  await page.reload();
  await page.getByText('5 people joined').waitFor();
  await page.getByRole('link', { name: 'Print' }).click();
  await page.getByRole('link', { name: 'Back to the comparison' }).waitFor();
  expect(await page.locator('#compared tbody tr').count()).toBe(PEOPLE + 2);
  await expectNoExcess();

  await page.emulateMedia({ media: 'print' });
  for (const name of ['Back to the comparison', 'Logout', 'Leavers']) {
    const isShown = await page.getByText(name, { exact: true }).first().isVisible();
    expect([name, isShown]).toEqual([name, false]);
  }
  expect(await page.locator('.subtitle').textContent()).toContain('Dana Whitfield (dana@acme.example)');
  await page.goBack();
  await page.getByText('5 people joined').waitFor();
});

test('P346: the page to print opens the print dialog', async () => {
  const page = await openPage(portal, { as: company.email, at: '/compare' });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await compareExport(page, EARLIER);
  await page.getByText('brought four fifths of them').waitFor();
  expect(await page.locator('[data-printed]').count()).toBe(0);
  await page.getByRole('link', { name: 'Print' }).click();
  await page.locator('[data-printed]').waitFor({ state: 'attached' });
});
