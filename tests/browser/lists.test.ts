import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { USUAL } from '../../scripts/browsers/states';
import { button, containing, named, type Tab } from '../../scripts/browsers/tab';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { openChromium } from '../support/browsers/tabs';
import {
  cards,
  claimedCards,
  dana,
  licensesFor,
  nonClaimedCards,
  ownCompany,
  scanner,
} from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

/** A company whose name and code are long, with two long lists of cards. */
const company = dana({
  company: 'The Northern and Southern Trading Company of Upper Lower Town',
  scanner: scanner({ code: 'A-VERY-LONG-CORPORATE-CODE-4711' }),
  ecard: cards({ cards: [...claimedCards(60), ...nonClaimedCards(60)], licensesPurchased: 500 }),
});

const few = ownCompany('few', { scanner: scanner({ licenses: licensesFor(3) }) });

let portal: ServedPortal;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  const usual = seedAccounts().filter(({ email }) => email === USUAL);
  portal = await servePortal({ accounts: [...usual, company, few] });
  ({ tab, page } = await openChromium(portal.origin));
});

describe('a usual account', () => {
  beforeAll(async () => tab.use(await portal.sessionOf(USUAL)));

  const firstRow = () =>
    tab.read(() => (document.querySelector('main tbody tr')?.getBoundingClientRect().top ?? 0) + scrollY);

  test.each([
    ...['/leads-capture', '/digital-business-cards', '/people'].flatMap(path => [
      [path, 1440, 560],
      [`${path}?activity=idle30`, 1440, 620],
    ]),
    ['/leads-capture', 390, 560],
    ['/leads-capture?activity=idle30', 390, 665],
    ['/digital-business-cards', 390, 600],
    ['/digital-business-cards?activity=idle30', 390, 710],
    ['/people', 390, 450],
  ])('P301: the first row of %s in a window of %d px begins at %d px at most', async (path, width, limit) => {
    await tab.size(Number(width));
    await tab.go(String(path));
    expect(await firstRow()).toBeGreaterThan(300);
    expect(await firstRow()).toBeLessThanOrEqual(Number(limit));
  });

  /** The top and the bottom of the first element that matches, in the window. */
  const edges = (css: string) =>
    tab.read((selector: string) => {
      const { top = 0, bottom = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
      return { top: Math.round(top), bottom: Math.round(bottom) };
    }, css);

  test.each([
    ['/leads-capture', 1440],
    ['/leads-capture', 390],
    ['/digital-business-cards', 1440],
  ])(
    'a part of %s in a window of %d px begins right below the header, which cuts nothing',
    async (path, width) => {
      await tab.size(Number(width));
      await tab.go(String(path));
      await tab.follow(containing('.filter a', 'Used'));
      const [header, list] = [await edges('header'), await edges('section:target')];
      expect((await edges('main > :has(+ section:target)')).bottom).toBeLessThanOrEqual(header.bottom);
      expect(list.top).toBeGreaterThanOrEqual(header.bottom);
      expect(list.top).toBeLessThan(header.bottom + 30);
    },
  );

  test.each([true, false])(
    'a group of a review begins right below the headings, with scripts: %s',
    async scripts => {
      await page.setJavaScriptEnabled(scripts);
      await tab.size(1440);
      await tab.go('/leads-capture?activity=idle30');
      await tab.follow(containing('main button', 'Review all'));
      if (scripts) await tab.follow(named('#unused nav a', 'Page 2'));
      else await tab.follow(containing('#unused tr:nth-child(15) button', 'Leave out'));
      const [header, head, group] = [
        await edges('header'),
        await edges('thead'),
        await edges('tbody:target'),
      ];
      expect((await edges('h2')).bottom).toBeLessThanOrEqual(header.bottom);
      expect(Math.abs(group.top - head.bottom)).toBeLessThan(5);
      if (scripts)
        await tab.until('the focus on its heading', () =>
          tab.read(() => document.activeElement === document.querySelector('tbody:target th')),
        );
      await page.setJavaScriptEnabled(true);
    },
  );

  test('the dashboard is at most 1,110 px high on a phone', async () => {
    await tab.size(390);
    await tab.go('/dashboard');
    expect(await tab.read(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1110);
  });

  test.each([
    ['/dashboard', 'main section:first-of-type button[type=submit]'],
    ['/leads-capture', 'main .page-head button[type=submit]'],
  ])('nothing moves when %s says that licenses were requested', async (path, request) => {
    const places = () =>
      tab.read(() =>
        [...document.querySelectorAll('main > *')].map(part => part.getBoundingClientRect().top),
      );
    await tab.size(1440);
    await tab.go(path);
    const before = await places();
    if ((await tab.count(containing(request, 'Request Licenses'))) > 0) {
      await tab.follow(containing(request, 'Request Licenses'));
      await tab.go(path);
    }
    await tab.see(containing('main p', 'Requested today'));
    expect(await places()).toEqual(before);
    expect(await tab.count(button('Request Licenses'))).toBeLessThanOrEqual(1);
  });
});

describe('a company with long lists', () => {
  beforeAll(async () => tab.use(await portal.sessionOf(company.email)));

  /** The texts that are printed, and the controls among them. */
  async function printed() {
    await page.emulateMediaType('print');
    const result = await tab.read(() => ({
      text: document.body.innerText,
      controls: [...document.querySelectorAll('button, input, select, textarea, nav a, header form')]
        .filter(control => control.checkVisibility({ visibilityProperty: true }))
        .map(control => control.outerHTML.slice(0, 80)),
      cut: [...document.querySelectorAll('tbody :is(bdi, code, a[dir])')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
      heights: [...document.querySelectorAll('tbody:not(.id-list) tr')].map(row => row.clientHeight),
    }));
    await page.emulateMediaType();
    return result;
  }

  test.each([
    ['/digital-business-cards?page=2', ['CardID', 'Showing 60 items', 'Rows 26 to 50 of 60', 'n0001']],
    ['/leads-capture', ['UserID', 'Showing 3 items', 'U-1', 'A-VERY-LONG-CORPORATE-CODE-4711']],
    ['/people', ['ada@acme.example']],
  ])('%s is printed with headings, whole texts and rows of 28 px, without controls', async (path, texts) => {
    await tab.go(path);
    const { text, controls, cut, heights } = await printed();
    expect(texts.filter(each => !text.includes(each))).toEqual([]);
    expect(text).not.toMatch(/[↑↓↕]|Actions|Deactivate|Export|Previous|Next/);
    expect(controls).toEqual([]);
    expect(cut).toEqual([]);
    expect(new Set(heights)).toEqual(new Set([28]));
  });

  describe('in a low window', () => {
    beforeEach(async () => {
      await tab.size(1440, 600);
      await tab.go('/digital-business-cards');
    });

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
        // Not typed: the answer to a letter may be the page that the button leads to.
        await tab.read((field: string) => {
          (document.querySelector(field) as HTMLInputElement).value = '00';
        }, `${list} input[type=search]`);
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
  });
});

test('P617: a selection spans the parts of a list', async () => {
  await tab.size(1440);
  await tab.use(await portal.sessionOf(few.email));
  await tab.go('/compare');
  await tab.fill(named('main textarea'), 'p1@acme.example');
  await tab.follow(button('Compare'));
  await tab.check(named('tbody [type=checkbox]'));
  await tab.follow(containing('.filter a', 'Not in your list'));
  await tab.see(containing('.selection-bar', '1 selected, 1 of them in other tabs'));
  await tab.check(containing('tbody [type=checkbox]', 'p2@acme.example'));
  await tab.follow(containing('.selection-bar button', 'Review'));
  await tab.see(containing('main', 'p1@acme.example'));
  await tab.see(containing('main', 'p2@acme.example'));
});
