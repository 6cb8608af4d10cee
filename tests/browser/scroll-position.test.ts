import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { openPage, waitForClosedDialog } from '../support/browsers/chromium';
import { claimedCards, dana, nonClaimedCards } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
beforeAll(async () => {
  const company = { licensesPurchased: 200, cards: [...claimedCards(60), ...nonClaimedCards(60)] };
  portal = await servePortal({ accounts: [dana({ ecard: company })] });
});

/** Returns the distance between the top of the viewport and a list, in pixels. */
const top = (list: Locator) => list.evaluate(element => Math.round(element.getBoundingClientRect().top));

async function follow(page: Page, link: Locator): Promise<void> {
  const address = page.url();
  await link.click();
  await page.waitForURL(url => url.href !== address);
  await page.waitForLoadState();
}

test.each(['claimed', 'non-claimed'])(
  'sorting or paging the %s cards does not scroll away from that list',
  async name => {
    const page = await openPage(portal, {
      as: EMAIL,
      at: '/digital-business-cards',
      viewport: { width: 1440, height: 600 },
    });
    const list = page.locator(`#${name}-cards`);
    const pages = page.getByRole('navigation', { name: `Pages of ${name} cards`, exact: true });
    const header = list.getByRole('columnheader', { name: 'CardID' }).getByRole('link');

    await follow(page, pages.getByRole('link', { name: 'Page 2' }));
    const position = await top(list);
    expect(position).toBeGreaterThanOrEqual(0);
    // The last list may be too short to scroll to the top.
    expect(position).toBeLessThan(200);

    await follow(page, header);
    expect(await top(list)).toBe(position);
    await follow(page, header);
    expect(await top(list)).toBe(position);

    await list.getByRole('searchbox').fill('00');
    await follow(page, list.getByRole('button', { name: 'Search' }));
    expect(await top(list)).toBe(position);
  },
);

test('a dialog opens and closes without moving the page', async () => {
  const page = await openPage(portal, {
    as: EMAIL,
    at: '/digital-business-cards',
    viewport: { width: 1440, height: 600 },
  });
  const link = page.getByRole('link', { name: 'Deactivate the card of Person 0020' });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  for (const key of ['Escape', 'Enter']) {
    await link.click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    // The close button has the focus.
    await page.keyboard.press(key);
    await waitForClosedDialog(page);
    expect(await page.evaluate(() => scrollY)).toBe(before);
  }
});
