import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { containing, named, type Tab } from '../../scripts/browsers/tab';
import { openTab } from '../support/browsers/tabs';
import { claimedCards, dana, nonClaimedCards } from '../support/data/accounts';
import { servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let tab: Tab;
beforeAll(async () => {
  const company = { licensesPurchased: 200, cards: [...claimedCards(60), ...nonClaimedCards(60)] };
  const portal = await servePortal({ accounts: [dana({ ecard: company })] });
  tab = await openTab(portal.origin, 'chromium');
  await tab.size(1440, 600);
  await tab.use(await portal.sessionOf(EMAIL));
});

beforeEach(() => tab.go('/digital-business-cards'));

/** Returns the distance between the top of the window and a list, in pixels. */
const top = (list: string) =>
  tab.read(
    (selector: string) => Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? 0),
    list,
  );
const scrolled = () => tab.read(() => scrollY);

test.each(['claimed', 'non-claimed'])(
  'sorting or paging the %s cards does not scroll away from that list',
  async name => {
    const list = `#${name}-cards`;
    const heading = containing(`${list} thead a`, 'CardID');

    await tab.follow(named(`[aria-label="Pages of ${name} cards"] a`, 'Page 2'));
    const position = await top(list);
    expect(position).toBeGreaterThanOrEqual(0);
    // The last list may be too short to scroll to the top.
    expect(position).toBeLessThan(200);

    for (let clicks = 0; clicks < 2; clicks++) {
      await tab.follow(heading);
      expect(await top(list)).toBe(position);
    }
    await tab.fill(named(`${list} input[type=search]`), '00');
    await tab.follow(named(`${list} button[type=submit]`, 'Search'));
    expect(await top(list)).toBe(position);
  },
);

test('a dialog opens and closes without moving the page', async () => {
  const opener = containing('main a', 'Deactivate the card of Person 0020');
  await tab.click(opener);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  // The close button has the focus.
  for (const key of ['Escape', 'Enter'] as const) {
    await tab.see(named('dialog[open]'));
    expect(await scrolled()).toBe(before);
    await tab.press(key);
    await tab.miss(named('dialog[open]'));
    await tab.until('the address', async () => !(await tab.path()).includes('deactivate'));
    expect(await scrolled()).toBe(before);
    await tab.click(opener);
  }
});
