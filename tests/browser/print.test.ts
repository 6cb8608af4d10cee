import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import type { Tab } from '../../scripts/browsers/tab';
import { openChromium } from '../support/browsers/tabs';
import { cards, claimedCards, dana, nonClaimedCards, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const account = dana({
  company: 'The Northern and Southern Trading Company of Upper Lower Town',
  scanner: scanner({ code: 'A-VERY-LONG-CORPORATE-CODE-4711' }),
  ecard: cards({ cards: [...claimedCards(60), ...nonClaimedCards(40)], licensesPurchased: 500 }),
});

let portal: ServedPortal;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  portal = await servePortal({ accounts: [account] });
  ({ tab, page } = await openChromium(portal.origin));
  await tab.use(await portal.sessionOf(account.email));
});

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
  }));
  await page.emulateMediaType();
  return result;
}

test.each([
  ['/digital-business-cards?page=2', ['CardID', 'Showing 60 items', '26–50 of 60', 'n0001']],
  ['/leads-capture', ['UserID', 'Showing 3 items', 'U-1', 'A-VERY-LONG-CORPORATE-CODE-4711']],
  ['/people', ['ada@acme.example']],
])('%s is printed with its headings and whole texts, and without controls', async (path, texts) => {
  await tab.go(path);
  const { text, controls, cut } = await printed();
  expect(texts.filter(each => !text.includes(each))).toEqual([]);
  expect(text).not.toMatch(/[↑↓↕]|Actions|Deactivate|Export|Previous|Next/);
  expect(controls).toEqual([]);
  expect(cut).toEqual([]);
});
