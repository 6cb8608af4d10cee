import { describe, expect, test } from '@jest/globals';
import type { CardCompany } from '../../scripts/sandbox/seed';
import { awkwardText, cards, claimedCards, dana, nonClaimedCards } from '../support/accounts';
import { cells, csvRows, fileName, throughPages, toasts } from '../support/lists';
import type { NoJsBrowser } from '../support/no-js-browser';
import { startPortal } from '../support/portal';

const PAGE = '/digital-business-cards';
const EXPORT = 'Export claimed cards';
const EXPORT_WITH_VISITS = 'Export with profile visits of claimed cards';
const EXPORT_NON_CLAIMED = 'Export non-claimed cards';
const MORNING = Date.parse('2026-03-09T07:00:00Z');

async function open(change: Partial<CardCompany>, address = PAGE) {
  const portal = await startPortal({ accounts: [dana({ ecard: cards(change) })], now: MORNING });
  const browser = await portal.signedIn();
  await browser.visit(address);
  return { portal, browser };
}

/** What the page shows of its claimed cards, to the letter. */
function shownRows(browser: NoJsBrowser): string[][] {
  const columns = ['name', 'email', 'jobTitle', 'cardId', 'viewsLast30Days', 'totalViews'].map(name =>
    cells(browser, 'Claimed cards', name),
  );
  return (columns[0] ?? []).map((_, row) => columns.map(column => column[row] ?? ''));
}

const awkward = Array.from({ length: 300 }, (_, index) => ({
  code: `${awkwardText(index)}-${index}`,
  email: `${awkwardText(index + 1)}${index}@acme.example`,
  name: awkwardText(index + 2),
  title: index % 11 === 0 ? null : awkwardText(index + 3),
  activitiesLast30Days: (index * 37) % 50,
  activitiesTotal: (index * 91) % 1000,
}));
const free = awkward.map(({ code }) => ({ code: `free ${code}` }));

describe('the export of claimed cards', () => {
  test.each([
    { search: '', least: 300 },
    { search: '?sort=jobTitle&dir=asc', least: 300 },
    { search: '?q=%22&sort=cardId', least: 100 },
    { search: '?q=not+specified&nq=1&ndir=asc&npage=2', least: 20 },
  ])(
    'with profile visits holds exactly the rows of all pages, in their order: $search',
    async ({ search, least }) => {
      const { browser } = await open({ cards: [...awkward, ...free] }, PAGE + search);
      const withVisits = await browser.download(EXPORT_WITH_VISITS);
      const standard = await browser.download(EXPORT);
      const shown = await throughPages(browser, 'Pages of claimed cards', shownRows);
      expect(shown.length).toBeGreaterThanOrEqual(least);
      expect(csvRows(withVisits)).toEqual(shown);
      // The standard export is given no statistics (P153).
      expect(csvRows(standard)).toEqual(shown.map(row => [...row.slice(0, 4), '0', '0']));
    },
  );

  test.each([EXPORT, EXPORT_WITH_VISITS])('is named for the search of its own list: %s', async link => {
    const { browser } = await open(
      { cards: [...claimedCards(60), ...nonClaimedCards(2)] },
      `${PAGE}?q=Person+00&sort=name&page=2&nq=n0`,
    );
    const file = 'digital-business-cards-export-filtered-Person_00-2026-03-09.csv';
    expect(fileName(await browser.download(link))).toBe(file);
    await browser.visit(PAGE);
    expect(toasts(browser)).toEqual([`success: Exported 60 digital business card(s) to ${file}`]);
  });

  test.each([
    ['nobody has a card', { cards: nonClaimedCards(1) }, PAGE],
    ['the search finds nothing', {}, `${PAGE}?q=nobody`],
  ])('cannot be asked for when %s', async (_why, change, address) => {
    const { browser } = await open(change, address);
    expect(browser.texts('#claimed-cards .actions button[disabled]')).toEqual([EXPORT_WITH_VISITS, EXPORT]);
    expect(() => browser.href(EXPORT)).toThrow('No link');
  });
});

describe('the export of non-claimed cards', () => {
  test.each([
    { search: '', least: 300 },
    { search: '?ndir=desc', least: 300 },
    { search: '?nq=%22&ndir=asc&q=x', least: 30 },
  ])('holds exactly the rows of all pages, in their order: $search', async ({ search, least }) => {
    const { browser } = await open({ cards: [...awkward, ...free] }, PAGE + search);
    const download = await browser.download(EXPORT_NON_CLAIMED);
    const shown = await throughPages(browser, 'Pages of non-claimed cards', page =>
      cells(page, 'Non-claimed cards', 'cardId'),
    );
    expect(shown.length).toBeGreaterThanOrEqual(least);
    expect(csvRows(download)).toEqual(shown.map(id => [id]));
  });

  test('is named for the search of its own list', async () => {
    const { browser } = await open({ cards: nonClaimedCards(60) }, `${PAGE}?q=x&nq=N00&npage=2`);
    const file = 'non-claimed-cards-export-filtered-N00-2026-03-09.csv';
    expect(fileName(await browser.download(EXPORT_NON_CLAIMED))).toBe(file);
    await browser.visit(PAGE);
    expect(toasts(browser)).toEqual([`success: Exported 60 non-claimed card(s) to ${file}`]);
  });

  test('cannot be asked for when the search finds nothing, and is not offered when there are none', async () => {
    const { browser } = await open({ cards: nonClaimedCards(1) }, `${PAGE}?nq=nothing`);
    expect(browser.texts('#non-claimed-cards .actions button[disabled]')).toEqual([EXPORT_NON_CLAIMED]);
    const none = await open({ cards: claimedCards(1) });
    expect(() => none.browser.href(EXPORT_NON_CLAIMED)).toThrow('No link');
  });
});
