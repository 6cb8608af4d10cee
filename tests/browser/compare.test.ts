import { beforeAll, expect, test } from '@jest/globals';
import { compareExport, download, openPage } from '../support/browsers/chromium';
import { dana, licensesFor, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const PEOPLE = 60;

/** A company whose people all have more leads than before. */
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
  'max@acme.example,U-98,0,4',
  ',U-97,0,4',
].join('\r\n');

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [company] });
});

test('P340 P345: without JavaScript, an export is compared, and the people of one tab are exported', async () => {
  const page = await openPage(portal, { as: company.email, at: '/compare', javaScriptEnabled: false });
  await compareExport(page, EARLIER);
  await page.getByText('5 people joined').waitFor();
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, excess]).toEqual([width, 0]);
  }
  await page.getByRole('link', { name: /^Joined/ }).click();
  await page.getByRole('button', { name: /^Export/ }).click();
  const exported = await download(page, page.locator('[data-export]').first());
  expect(exported.rows.map(([email]) => email).toSorted()).toEqual([
    'p0@acme.example',
    ...[56, 57, 58, 59].map(index => `p${index}@acme.example`),
  ]);
  await page.reload();
  await page.getByText('5 people joined').waitFor();
});
