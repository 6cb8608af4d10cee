import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { allRules, problemsOf } from '../support/browsers/axe';
import { download, openPage } from '../support/browsers/chromium';
import { checkHtml } from '../support/browsers/nu';
import { dana, license, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const PEOPLE = 60;

/** A company whose people all have more leads than before, and before one more. */
const company = dana({
  scanner: scanner({
    licensesPurchased: 100,
    licenses: Array.from({ length: PEOPLE }, (_, index) =>
      license({ appId: `U-${index}`, email: `p${index}@acme.example`, leadsTotal: 10 + index }),
    ),
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

async function compare(page: Page, content = EARLIER): Promise<void> {
  await page.goto('/compare');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'licenses-export-2026-10-01.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
}

test.each([1440, 768, 390])(
  'P340 P345 P346: without JavaScript, an export is compared, a list exported, and the whole printed, at %d pixels',
  async width => {
    const page = await openPage(portal, {
      as: company.email,
      viewport: { width, height: 900 },
      javaScriptEnabled: false,
    });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await compare(page);
    await page.getByText('brought four fifths of them').waitFor();
    expect(await excess()).toBe(0);
    await page.getByRole('combobox', { name: 'Change' }).selectOption('Joined');
    await page.getByRole('button', { name: 'Search' }).first().click();
    const menu = page.locator('#compared').getByRole('button', { name: /^Export/ });
    await menu.click();
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
    expect(await excess()).toBe(0);

    await page.emulateMedia({ media: 'print' });
    const shown = (name: string) => page.getByText(name, { exact: true }).first().isVisible();
    expect(await Promise.all(['Back to the comparison', 'Logout', 'Leavers'].map(shown))).toEqual([
      false,
      false,
      false,
    ]);
    expect(await page.locator('.subtitle').textContent()).toContain('Dana Whitfield (dana@acme.example)');
    await page.goBack();
    await page.getByText('5 people joined').waitFor();
  },
);

test('axe and the W3C’s HTML checker find no problems in the form, a problem, a comparison, and its print', async () => {
  const page = await openPage(portal, { as: company.email, bypassCSP: true });
  const htmlPages = new Map<string, string>();
  const found: string[] = [];
  const check = async (name: string) => {
    await page.waitForLoadState();
    htmlPages.set(name, await page.content());
    found.push(...(await problemsOf(page, name, allRules)));
  };
  await page.goto('/compare');
  await check('form');
  await compare(page, 'name,phone\r\nAda,1\r\n');
  await page.getByRole('alert').waitFor();
  await check('problem');
  await compare(page);
  await page.getByText('brought four fifths of them').waitFor();
  await check('comparison');
  await page.getByRole('link', { name: 'Print' }).click();
  await page.getByRole('link', { name: 'Back to the comparison' }).waitFor();
  await check('print');
  expect(found).toEqual([]);
  expect(await checkHtml(htmlPages)).toBe('');
});
