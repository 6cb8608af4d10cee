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

async function countPages(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format, margin: margins })).toString('latin1');
  return Number(/\/Count (\d+)/.exec(pdf)?.[1]);
}

/** The margins that browsers propose. */
const margins = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };

test.each(['A4', 'Letter'] as const)(
  'P364: the invitation is printed on one page of %s, alone',
  async format => {
    for (const product of ['licenses', 'cards']) {
      const page = await openPage(portal, {
        ...{ as: account.email, at: `/invite?for=${product}` },
        colorScheme: 'dark',
      });
      expect(await countPages(page, format)).toBe(1);
      await page.emulateMedia({ media: 'print' });
      for (const part of ['header', 'nav', 'h1', 'textarea']) {
        expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
      }
      expect(await page.getByText('Scan this code to get the app').isVisible()).toBe(true);
    }
  },
);

test('P364: the button prints the page, also while other scripts load', async () => {
  const page = await openPage(portal, { as: account.email });
  const release = await holdRequests(page, '**/assets/page-scripts-*');
  await page.goto('/invite');
  await page.evaluate(() => {
    window.print = () => document.body.append('printed');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByText('printed').waitFor();
  await release();
});
