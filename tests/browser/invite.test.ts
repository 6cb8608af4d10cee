import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdRequests, openPage } from '../support/browsers/chromium';
import { cards, dana, nonClaimedCards, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const account = dana({
  company: 'The Northern and Southern Trading Company of Upper Lower Town',
  scanner: scanner({ code: 'A-VERY-LONG-CORPORATE-CODE-4711' }),
  ecard: cards({ cards: nonClaimedCards(500), licensesPurchased: 500 }),
});

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [account] });
});

/** Returns the sizes of the printed pages in millimeters. */
async function print(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const count = Number(/\/Count (\d+)/.exec(pdf)?.[1]);
  const [, width = 0, height = 0] = /\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  const size = [width, height].map(points => Math.round((Number(points) / 72) * 25.4)).join('×');
  return Array(count).fill(size);
}

test.each(['licenses', 'cards'])(
  'P364: the poster for %s is printed on one page of A4, alone',
  async product => {
    const page = await openPage(portal, {
      ...{ as: account.email, at: `/invite/poster?for=${product}` },
      colorScheme: 'dark',
    });
    const sheet = page.locator('.poster');
    expect(await sheet.evaluate(element => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await print(page)).toEqual(['210×297']);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 794, height: 1123 });
    for (const part of ['header', 'nav', 'h1', 'main .actions']) {
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
    }
    expect(await page.getByText('Sign in with your work email').isVisible()).toBe(true);
    const overflow = await page
      .locator('.poster > div')
      .evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
        scrollHeight - clientHeight,
        scrollWidth - clientWidth,
      ]);
    expect(overflow).toEqual([0, 0]);
  },
);

test('P365: 500 IDs of cards are printed as a table, without navigation', async () => {
  const page = await openPage(portal, { as: account.email, at: '/invite/cards?rows=500' });
  expect(await page.getByRole('row').count()).toBe(501);
  const pages = await print(page);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.length).toBeLessThan(25);
});

test('P364: the button prints the page, also while other scripts load', async () => {
  const page = await openPage(portal, { as: account.email });
  const release = await holdRequests(page, '**/assets/page-scripts-*');
  await page.goto('/invite/poster');
  await page.evaluate(() => {
    window.print = () => document.body.append('printed');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByText('printed').waitFor();
  await release();
});
