import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { KeyInput, Page } from 'puppeteer-core';
import { button, containing, heading, named, type Tab } from '../../scripts/browsers/tab';
import { errorPages, openChromium } from '../support/browsers/tabs';
import { cards, licenses, licensesFor, ownCompany, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const company = (name: string, count: number) =>
  ownCompany(name, { scanner: scanner({ licensesPurchased: 100, licenses: licenses(count) }) });

let portal: ServedPortal;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  const removing = ['one', 'two', 'three', 'four'].map(name => {
    const code = `${name}-1`;
    return {
      ...company(name, 2),
      ecard: cards({ cards: [{ code, email: 'ada@acme.example', name: 'Ada' }] }),
    };
  });
  const idle = ownCompany('idle', {
    scanner: scanner({ licensesPurchased: 30, licenses: licensesFor(30, () => ({ leadsLast30Days: 0 })) }),
  });
  portal = await servePortal({
    accounts: [company('many', 30), idle, company('few', 6), company('asking', 2), ...removing],
  });
  ({ tab, page } = await openChromium(portal.origin, { except: errorPages }));
});

beforeEach(() => tab.size(1440));

/** Opens a page without earlier selections. */
async function open(as: string, path: string): Promise<void> {
  await tab.go('/login');
  await tab.read(() => sessionStorage.clear());
  await tab.use(await portal.sessionOf(`${as}@acme.example`));
  await tab.go(path);
}

/** The element with the focus: its name, whether it has a ring, and whether a point of it is on top of the page. */
function focused() {
  return tab.read(() => {
    const element = document.activeElement ?? document.body;
    const label = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
    return {
      name: element.ariaLabel ?? (label.trim() || element.textContent.replaceAll(/[\s↑↓↕]+/g, ' ').trim()),
      role: element.role ?? element.tagName.toLowerCase(),
      hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isOnTop: [...element.getClientRects()].some(({ x, y, width, height }) =>
        parts.some(across =>
          parts.some(down =>
            element.contains(document.elementFromPoint(x + width * across, y + height * down)),
          ),
        ),
      ),
    };
  });
}

async function press(key: KeyInput) {
  await page.keyboard.press(key);
  return focused();
}

/** Presses Tab until the name of the focused element starts with this text. */
async function tabTo(name: string) {
  for (let steps = 0; steps < 80; steps++) {
    const found = await press('Tab');
    if (found.name.startsWith(name)) return found;
  }
  throw new Error(`Not reached within 80 tab stops: ${name}`);
}

const focusComesTo = (what: string, start: string, ring?: 'with a ring') =>
  tab.until(`the focus on ${what}`, async () => {
    const { name, hasRing } = await focused();
    return name.startsWith(start) && (hasRing || !ring);
  });

test('Tab moves down to the first row in the order of the page, with a ring at each stop', async () => {
  await open('many', '/leads-capture');
  const stops: Awaited<ReturnType<typeof focused>>[] = [];
  while (!stops.at(-1)?.name.startsWith('Deactivate') && stops.length < 40) stops.push(await press('Tab'));
  expect(stops.filter(({ hasRing, isOnTop }) => !hasRing || !isOnTop)).toEqual([]);
  expect(stops.map(({ name }) => name)).toEqual([
    'Skip to content',
    'Logout',
    'Dashboard',
    'Lead Capture',
    'Digital Business Cards',
    'People',
    'Invite people',
    'Request Licenses',
    'Copy corporate code ACME-4711',
    'Copy Download Link',
    'Export activated licenses',
    'Export activated licenses as another file',
    'All 30',
    'Used 30',
    'Search activated licenses',
    'Search in',
    'Search',
    'Select this page',
    'Leads last 30',
    'Leads all time',
    'Select the license of u-0001@acme.example',
    'u-0001@acme.example',
    'Copy U-0001',
    'Deactivate the license of u-0001@acme.example',
  ]);
});

test('the first stop skips to the content', async () => {
  await open('many', '/leads-capture');
  expect(await press('Tab')).toMatchObject({ name: 'Skip to content', hasRing: true });
  await press('Enter');
  await tab.until('the content', () => tab.read(() => document.activeElement?.localName === 'main'));
  expect(await tab.read(() => document.activeElement?.nextElementSibling?.localName)).not.toBe('nav');
  await press('Tab');
  expect(await tab.read(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test.each([
  [1440, 600, true],
  [768, 600, true],
  [390, 844, true],
  // A window of 1280 × 1024 pixels at 400 %.
  [320, 256, true],
  [1440, 600, false],
  [390, 844, false],
])('at %d × %d px, nothing covers the focus, with scripts: %s', async (width, height, scripts) => {
  await page.setJavaScriptEnabled(scripts);
  await tab.size(width, height);
  await open('few', '/leads-capture');
  await tab.click(containing('tbody [type=checkbox]', 'u-0001'));
  await tab.see(button('Review removal'));
  const covered: string[] = [];
  let stops = 0;
  // Forward through the page, and back again from its end.
  for (const isBack of [false, true]) {
    for (let isOnPage = true; isOnPage && stops < 300; stops++) {
      if (isBack) await page.keyboard.down('Shift');
      const { name, role, isOnTop } = await press('Tab');
      await page.keyboard.up('Shift');
      isOnPage = role !== 'body';
      if (isOnPage && !isOnTop) covered.push(name);
    }
  }
  await page.setJavaScriptEnabled(true);
  expect(covered).toEqual([]);
  // Every row has a checkbox, an address and an action.
  expect(stops).toBeGreaterThan(2 * 6 * 3);
});

test('after a click, nothing has a ring: neither the control nor the heading of the list that it leads to', async () => {
  await open('many', '/leads-capture');
  for (const target of [
    button('Search'),
    containing('thead a', 'Leads all time'),
    named('nav[aria-label] a', 'Page 2'),
    containing('main section a', 'Used'),
  ]) {
    await tab.follow(target);
    await focusComesTo('the list', 'Activated Licenses');
    expect(await focused()).toMatchObject({ role: 'h2', hasRing: false });
  }
  for (const target of [containing('tbody [type=checkbox]', 'u-0001'), named('main .split summary')]) {
    await tab.click(target);
    expect(await focused()).toMatchObject({ hasRing: false });
  }
});

test.each([
  ['one', 'click', '/leads-capture', 'Revoke License'],
  ['two', 'Enter', '/leads-capture', 'Revoke License'],
  ['three', 'click', '/digital-business-cards', 'Deactivate Card'],
  ['four', 'Enter', '/people', 'Remove'],
])(
  'after a removal, the focus is on the line that names the person, without a ring: %s, by %s, on %s',
  async (name, how, path, confirm) => {
    await open(name, path);
    const opener = await tab.read(() => {
      const first = document.querySelector<HTMLElement>('tbody tr :is(td, th):last-child a');
      first?.focus();
      return first?.closest('tr')?.querySelector('[dir=ltr]')?.textContent ?? '';
    });
    await page.keyboard.press('Enter');
    await tab.see(named('dialog[open]:modal'));
    await focusComesTo('the dialog', 'Cancel');
    if (how === 'click') await tab.follow(containing('dialog button', confirm));
    else {
      expect((await press('Tab')).name).toMatch(confirm);
      await page.keyboard.press('Enter');
    }
    await focusComesTo('the status line', opener);
    expect(await focused()).toMatchObject({ role: 'status', hasRing: false });
  },
);

describe('a dialog', () => {
  const opener = 'Deactivate the license of u-0003@acme.example';

  test('opens with Enter, keeps the focus, and returns it when it is closed', async () => {
    await open('many', '/leads-capture?q=u-000#activated-licenses');
    await tab.see(heading('Activated Licenses'));
    await tabTo(opener);
    for (const close of ['Escape', 'Space', 'Enter'] as const) {
      await page.keyboard.press('Enter');
      await tab.see(named('dialog[open]:modal'));
      expect(await focused()).toMatchObject({ name: 'Cancel', hasRing: true });
      expect(await tab.read(() => document.title)).toMatch(/^Confirm License Revocation/);
      const stops: string[] = [];
      for (let stop = 0; stop < 6; stop++) stops.push((await press('Tab')).name);
      expect(stops).toEqual(expect.arrayContaining(['Revoke License', 'Close', 'Cancel']));
      expect(stops.filter(name => name.startsWith('Deactivate'))).toEqual([]);
      while ((await focused()).name !== 'Cancel') await page.keyboard.press('Tab');
      await page.keyboard.press(close);
      await tab.miss(named('dialog[open]'));
      await focusComesTo('the link that opened it', opener, 'with a ring');
      await tab.until('the title of the list', () =>
        tab.read(() => document.title.startsWith('Lead Capture')),
      );
    }
  });

  test('that was open at first returns the focus to the link of its row', async () => {
    await open('many', '/leads-capture?sort=leadsTotal&revoke=U-0003');
    await tab.see(named('dialog[open]:modal'));
    await page.keyboard.press('Escape');
    await focusComesTo('the link of the row', opener);
    expect(await tab.path()).toMatch(/^\/leads-capture\?sort=leadsTotal(#|$)/);
  });

  test('about a person returns the focus to the link of the row, however it is closed', async () => {
    await open('many', '/people?q=u-0003#people');
    await tab.read(() => document.querySelector<HTMLElement>('tbody tr :is(td, th):last-child a')?.focus());
    const { name } = await focused();
    expect(name).toContain('u-0003@acme.example');
    for (const close of ['Escape', 'Enter'] as const) {
      await page.keyboard.press('Enter');
      await tab.see(named('dialog[open]:modal'));
      await focusComesTo('the dialog', 'Cancel');
      await page.keyboard.press(close);
      await focusComesTo('the link of the row', name, 'with a ring');
    }
  });
});

test('after a request for licenses, the focus is at the beginning of the content', async () => {
  await open('asking', '/leads-capture');
  await tab.follow(button('Request Licenses'));
  await tab.until('the focus on the content', async () => (await focused()).role === 'main');
  expect(await focused()).toMatchObject({ hasRing: false });
  expect((await press('Tab')).name).toBe('Invite people');
});

test.each([
  ['the menu of a phone', 390, 'Menu', ':popover-open'],
  ['the exports', 1440, 'Export activated licenses as another file', '.split [open]'],
])(
  '%s opens with Enter and closes with Escape, which returns the focus',
  async (_what, width, name, menu) => {
    await tab.size(width);
    await open('many', '/leads-capture');
    await tabTo(name);
    await page.keyboard.press('Enter');
    await tab.see(named(menu));
    await press('Tab');
    expect(await tab.read((open: string) => document.activeElement?.closest(open) !== null, menu)).toBe(true);
    expect(await focused()).toMatchObject({ hasRing: true, isOnTop: true });
    await page.keyboard.press('Escape');
    await tab.miss(named(menu));
    expect(await focused()).toMatchObject({ name });
  },
);

test('/ leads to the search of the list that has the focus, and Escape clears it', async () => {
  await open('many', '/leads-capture');
  await tab.read(() => document.querySelector<HTMLElement>('nav a')?.focus());
  expect((await press('/')).name).not.toMatch(/^Search/);
  await tabTo('Select this page');
  expect((await press('/')).name).toBe('Search activated licenses');
  await page.keyboard.type('u-0007');
  await page.keyboard.press('Enter');
  await tab.see(containing('main', 'Showing 1 of 30 results'));
  await tabTo('Deactivate');
  await press('/');
  await page.keyboard.type('u-1');
  await page.keyboard.press('Escape');
  await tab.see(containing('main', 'Showing 30 items'));

  await open('many', '/leads-capture?activity=used30');
  await tabTo('Search activated licenses');
  await page.keyboard.type('u-1');
  await page.keyboard.press('Escape');
  expect(await tab.read(() => document.querySelector<HTMLInputElement>(':focus')?.value)).toBe('');
  expect(await tab.path()).toBe('/leads-capture?activity=used30');
});

test('the next stop after a row that was ticked leads to the actions for selected rows', async () => {
  await open('many', '/leads-capture');
  await tabTo('Select the license of u-0003');
  await page.keyboard.press('Space');
  expect(await press('Tab')).toMatchObject({ name: 'Skip to the actions', hasRing: true });
  expect((await press('Enter')).name).toBe('Review removal');
  await tab.read(() => document.querySelector<HTMLElement>('tbody :checked')?.focus());
  await page.keyboard.press('Space');
  expect((await press('Tab')).name).toBe('u-0003@acme.example');
});

test('the field of the sign-in page has the focus, and Enter requests a link', async () => {
  await tab.use('');
  await tab.go('/login');
  await tab.until('the focus in the field', () => tab.read(() => document.activeElement?.id === 'email'));
  await page.keyboard.type('many@acme.example');
  await page.keyboard.press('Enter');
  await tab.see(containing('main', 'Check your inbox'));
});

describe.each([true, false])(
  'with scripts: %s, the focus is on the field that needs a correction',
  scripts => {
    beforeEach(() => page.setJavaScriptEnabled(scripts));
    afterEach(() => page.setJavaScriptEnabled(true));

    /** Lets the server check the form instead of the browser. */
    async function send(name: string): Promise<void> {
      await tab.read(() => {
        for (const form of document.forms) form.noValidate = true;
      });
      await tab.follow(containing('main button[type=submit]', name));
      await tab.until('the focus', () => tab.read(() => document.activeElement?.ariaInvalid === 'true'));
      expect(await focused()).toMatchObject({ hasRing: true });
      expect(
        await tab.read(() => {
          const id = document.activeElement?.getAttribute('aria-describedby') ?? '';
          return document.getElementById(id)?.textContent;
        }),
      ).toMatch(/\w/);
    }

    test('of a removal whose number is wrong', async () => {
      await open('idle', '/leads-capture?activity=idle30');
      await tab.follow(containing('button', 'Review all 30'));
      await tab.fill(containing('input', 'to confirm'), '3');
      await send('Revoke');
      expect(await tab.read(() => document.querySelector<HTMLInputElement>(':focus')?.value)).toBe('3');
    });

    test('of the sign-in form, and of a sign-in that needs another address', async () => {
      await tab.use('');
      await tab.go('/login');
      await send('Send Magic Link');
      await portal.browser().post('/login', { email: 'few@acme.example' });
      await tab.go(portal.latestLink('few@acme.example'));
      await send('Sign in');
    });
  },
);
