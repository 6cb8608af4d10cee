import { beforeAll, expect, test } from '@jest/globals';
import { containing, type Tab } from '../../scripts/browsers/tab';
import { expectNoProblems, openChromium } from '../support/browsers/tabs';
import { claimedCards, dana, licenses, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
let tab: Tab;
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
  const { tab: opened, page } = await openChromium(portal.origin);
  tab = opened;
  expectNoProblems(tab);
  await page.setJavaScriptEnabled(false);
  // Cached stats need no skeleton.
  await page.setExtraHTTPHeaders({ 'Cache-Control': 'no-cache' });
  await tab.use(await portal.sessionOf(EMAIL));
});

/** The visible elements that match, also in the shadow root of a skeleton, as their texts. */
const visible = (selector: string) =>
  tab.read((selector: string) => {
    const roots = [document, document.querySelector('portal-page')?.shadowRoot];
    return roots
      .flatMap(root => [...(root?.querySelectorAll(selector) ?? [])])
      .filter(element => element.checkVisibility({ visibilityProperty: true }))
      .map(element => element.textContent.trim());
  }, selector);

test.each([
  ['/leads-capture', '.skeleton-row', 'u-0001@acme.example', 1],
  ['/digital-business-cards', '.skeleton-row', 'p0001@acme.example', 1],
  ['/dashboard', '.skeleton', 'Request Licenses', 0],
])(
  'without JavaScript, a slow page shows its skeleton and no pagination, then its content: %s',
  async (address, skeleton, content, pagination) => {
    const release = portal.holdStatistics();
    await tab.engine.open(portal.origin + address);
    // The parser may insert them one by one.
    await tab.until('a skeleton', async () => (await visible(skeleton)).length > 2);
    expect(await visible('.pagination, table')).toEqual([]);
    expect(await visible('[role=status]')).toContain('Loading...');
    release();

    await tab.see(containing('main', content));
    await tab.until('no skeleton', async () => (await visible(skeleton)).length === 0);
    expect(await visible('[role=status]')).not.toContain('Loading...');
    expect(await visible('.pagination')).toHaveLength(pagination);
    expect(await visible('h1')).toHaveLength(1);
  },
);
