import { beforeAll, expect, test } from '@jest/globals';
import { openPage } from '../support/browsers/chromium';
import { claimedCards, dana, licenses, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({
    settings: { SKELETON_DELAY_MS: '30' },
    accounts: [
      dana({
        scanner: scanner({ licensesPurchased: 100, licenses: licenses(30) }),
        ecard: { licensesPurchased: 100, cards: claimedCards(30) },
      }),
    ],
  });
});

test.each([
  ['/leads-capture', '.skeleton-row', 'u-0001@acme.example', 1],
  ['/digital-business-cards', '.skeleton-row', 'p0001@acme.example', 1],
  ['/dashboard', '.skeleton', 'Request Licenses', 0],
])(
  'without JavaScript, a slow page shows its skeleton and no pagination, then its content: %s',
  async (address, skeleton, content, pagination) => {
    const page = await openPage(portal, {
      as: EMAIL,
      javaScriptEnabled: false,
      // Cached stats need no skeleton.
      extraHTTPHeaders: { 'Cache-Control': 'no-cache' },
    });
    const release = portal.holdStatistics();
    await page.goto(address, { waitUntil: 'commit' });
    // The parser may insert them one by one.
    await page.locator(skeleton).nth(2).waitFor({ state: 'attached' });
    await page.locator(skeleton).first().waitFor();
    const shown = await page.evaluate(() => {
      const inside = document.querySelector('portal-page')?.shadowRoot;
      const count = (selector: string) =>
        document.querySelectorAll(selector).length + (inside?.querySelectorAll(selector).length ?? 0);
      return { pagination: count('.pagination'), lists: count('table') };
    });
    expect(shown).toEqual({ pagination: 0, lists: 0 });
    await page.getByText('Loading...').waitFor();
    release();

    // The last match: a panel that was streamed before the rest stays in the document, hidden.
    await page.getByText(content).last().waitFor();
    await page.locator(skeleton).first().waitFor({ state: 'hidden' });
    await page.getByText('Loading...').waitFor({ state: 'hidden' });
    expect(await page.locator('.pagination').count()).toBe(pagination);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  },
);
