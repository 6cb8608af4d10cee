import { beforeAll, expect, test } from '@jest/globals';
import { containing, type Tab } from '../../scripts/browsers/tab';
import { openChromium } from '../support/browsers/tabs';
import { claimedCards, dana, license, licenses, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
let tab: Tab;
beforeAll(async () => {
  portal = await servePortal({
    settings: { SKELETON_DELAY_MS: '30' },
    accounts: [
      dana({
        // One of them is not used, which the dashboard says.
        scanner: scanner({
          licensesPurchased: 100,
          licenses: [...licenses(30), license({ appId: 'U-31' })],
        }),
        ecard: { licensesPurchased: 100, cards: claimedCards(30) },
      }),
    ],
  });
  const { tab: opened, page } = await openChromium(portal.origin);
  tab = opened;
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

/** Where the panels and the first row of the page or of its skeleton begin, in a wide window and on a phone. */
async function tops(): Promise<(readonly number[])[]> {
  const found: (readonly number[])[] = [];
  for (const width of [390, 1440]) {
    await tab.size(width);
    found.push(
      await tab.read(() => {
        const skeleton = document.querySelector('portal-page')?.shadowRoot;
        const root = skeleton?.querySelector('.loading')?.checkVisibility() ? skeleton : document;
        return ['.panel', 'tbody tr, .skeleton-row'].flatMap((selector, index) =>
          [...root.querySelectorAll(selector)]
            .filter(element => element.checkVisibility())
            .map(element => Math.round(element.getBoundingClientRect().top + scrollY))
            .slice(0, 2 - index),
        );
      }),
    );
  }
  return found;
}

test.each([
  ['/leads-capture', '.skeleton-row', 'u-0001@acme.example', 1],
  ['/digital-business-cards', '.skeleton-row', 'p0001@acme.example', 1],
  ['/dashboard', '.skeleton', 'Request Licenses', 0],
])(
  'without JavaScript, a slow page shows a skeleton of its shape and no pagination, then its content: %s',
  async (address, skeleton, content, pagination) => {
    const release = portal.holdStatistics();
    await tab.engine.open(portal.origin + address);
    // The parser may insert them one by one.
    await tab.until('a skeleton', async () => (await visible(skeleton)).length > 2);
    expect(await visible('.pagination, tbody th')).toEqual([]);
    expect(await visible('[role=status]')).toContain('Loading...');
    const places = await tops();
    release();

    await tab.see(containing('main', content));
    await tab.until('no skeleton', async () => (await visible(skeleton)).length === 0);
    expect(await visible('[role=status]')).not.toContain('Loading...');
    expect(await visible('.pagination')).toHaveLength(pagination);
    expect(await visible('h1')).toHaveLength(1);
    // The height of a row.
    const distances = (await tops()).map((each, index) =>
      each.map((top, part) => Math.abs(top - (places[index]?.[part] ?? Infinity))),
    );
    expect(Math.max(...distances.flat())).toBeLessThanOrEqual(41);
  },
);
