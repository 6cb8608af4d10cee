import { expect, test } from '@jest/globals';
import { status } from '../../../scripts/sandbox/faults';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { activatedLicenses, claimedCards } from '../../support/portal/product-lists';

/** Eighty people: forty with recent activity, thirty with earlier activity only, and ten without any. */
const people = Array.from({ length: 80 }, (_, index) => ({
  id: `id-${index}`,
  email: `p${index}@acme.example`,
  last30Days: index < 40 ? index + 1 : 0,
  total: index < 70 ? 500 + index : 0,
}));

const company = (): SeedAccount => {
  const free = Array.from({ length: 20 }, (_, index) => `free-${index}`);
  const account = activatedLicenses.account(people).scanner;
  const { ecard } = claimedCards.account(people);
  return dana({
    scanner: scanner({
      ...account,
      licensesPurchased: 100,
      licenses: [...(account?.licenses ?? []), ...free.map(appId => ({ appId }))],
    }),
    ecard: cards({
      ...ecard,
      licensesPurchased: 100,
      cards: [...(ecard?.cards ?? []), ...free.map(code => ({ code }))],
    }),
  });
};

const products = [
  { product: 'Lead Capture', path: paths.leadCapture, free: 'Non-Activated Licenses', activity: 'leads' },
  {
    product: 'Digital Business Cards',
    path: paths.cards,
    free: 'Non-Claimed Cards',
    activity: 'profile visits',
  },
];

/** Returns the name, count and target of each link of a plot. */
const linksOf = (browser: NoJsBrowser, plot: string) =>
  browser
    .$(`${plot} a`)
    .toArray()
    .map(link => ({
      text: browser.$(link).text(),
      href: browser.$(link).attr('href') ?? '',
    }));

const countLine = (browser: NoJsBrowser) => browser.$('main .count-line').first().text();

test.each(products)(
  'P266 P267: the legend of $product has the same numbers on the dashboard and in the overview, and leads to that many rows',
  async ({ product, path, free }) => {
    const { browser } = await openPortal({ accounts: [company()], at: path });
    const overview = linksOf(browser, '[aria-label=Overview] .legend');
    const widths = browser.attributes('[aria-label=Overview] .use-bar svg', 'width');
    expect(widths).toEqual(['40%', '30%', '10%', '20%']);
    await browser.visit(paths.dashboard);
    const card = `section[aria-label="${product}"]`;
    expect(linksOf(browser, `${card} .legend`)).toEqual(overview);
    expect(browser.$(`${card} .use-bar`).attr('aria-label')).toMatch(
      /^How the 100 \w+ are used: Used in 30 days 40, Used earlier only 30, Never used 10, Available 20$/,
    );
    expect(overview.map(({ text }) => text)).toEqual([
      'Used in 30 days 40 40%',
      'Used earlier only 30 30%',
      'Never used 10 10%',
      'Available 20 20%',
    ]);
    for (const { text, href } of overview.slice(0, 3)) {
      await browser.visit(href);
      expect(countLine(browser)).toBe(
        `Showing ${/ (\d+) /.exec(text.replace('30 days', ''))?.[1]} of 80 results (filtered from 80 total)`,
      );
      expect(browser.$('.legend [aria-current]').text()).toBe(text);
    }
    await browser.visit(path);
    expect(browser.text(`${overview[3]?.href.replace(path, '')} h2`)).toBe(`${free} 20`);
  },
);

test('P267: a part of the legend leads nowhere if it is empty, or no list has as many rows', async () => {
  const { browser } = await openPortal({ at: paths.leadCapture });
  expect(browser.texts('[aria-label=Overview] .legend li')).toEqual([
    'Used in 30 days 3 30%',
    'Used earlier only 0 0%',
    'Never used 0 0%',
    'Available 7 70%',
  ]);
  expect(linksOf(browser, '[aria-label=Overview] .legend').map(({ text }) => text)).toEqual([
    'Used in 30 days 3 30%',
  ]);
});

test.each(products)(
  'P271 P272: each bar of the activity of $product leads to that many rows, also with other filters',
  async ({ path, activity }) => {
    const { browser } = await openPortal({ accounts: [company()], at: path });
    expect(browser.text('.distribution summary')).toMatch(new RegExp(`^How many ${activity}`));
    expect(browser.has('.distribution[open]')).toBe(false);
    const bars = linksOf(browser, '.distribution');
    expect(bars.map(({ text }) => text)).toEqual(['None 40', '1–4 4', '5–9 5', '10–19 10', '20+ 21']);
    for (const { text, href } of bars) {
      await browser.visit(href);
      expect(countLine(browser)).toBe(
        `Showing ${/ (\d+)$/.exec(text)?.[1]} of 80 results (filtered from 80 total)`,
      );
      expect(browser.$('.distribution[open] [aria-current]').text()).toBe(text);
    }

    await browser.visit(`${path}?last30=10-19&q=p1`);
    expect(countLine(browser)).toBe('Showing 9 of 80 results (filtered from 80 total)');
    await browser.fill('Activity', 'never').press('Search');
    expect(browser.address).toContain(`activity=never&last30=10-19`);
    expect(countLine(browser)).toBe('Showing 0 of 80 results (filtered from 80 total)');
    await browser.follow('Clear');
    expect(browser.address).toBe(path);
    expect(browser.has('select[name=last30]')).toBe(false);
  },
);

test('P272: a list that is filtered by a range says so in its title and in the name of its export', async () => {
  const { browser } = await openPortal({ accounts: [company()], at: `${paths.leadCapture}?last30=020-` });
  expect(browser.text('title')).toBe('Lead Capture: leads in 30 days “20 or more” – Acme & Sons');
  const { headers } = await browser.download('Export activated licenses as CSV');
  expect(headers['content-disposition']).toMatch(/licenses-export-last30-20-or-more-\d{4}-\d\d-\d\d\.csv/);
});

test('P269 P270: the dashboard shows when licenses were activated, and who is most active', async () => {
  const now = Date.parse('2026-02-10T12:00:00Z');
  const { browser } = await openPortal({ accounts: [dana()], at: paths.dashboard, now });
  const card = 'section[aria-label="Lead Capture"]';
  expect(browser.$(`${card} .bar-chart`).attr('aria-label')).toMatch(
    /^Activated per month: March 2025 0, .*, January 2026 3, February 2026 0$/,
  );
  expect(browser.texts(`${card} .ranks li`)).toEqual([
    'ben@acme.example 9',
    'cleo@acme.example 5',
    'ada@acme.example 3',
  ]);
  expect(browser.texts('section[aria-label="Digital Business Cards"] .ranks li')).toEqual([
    'Ada Byron 7',
    'Ben Okafor 2',
  ]);
  expect(browser.has('section[aria-label="Digital Business Cards"] .bar-chart')).toBe(false);
});

test('P273: a request is remembered next to its button, for its product and this session only', async () => {
  const now = Date.parse('2026-02-10T14:03:20Z');
  const { portal, browser } = await openPortal({ at: paths.dashboard, now });
  const requested = () => browser.texts('main .actions > .hint');
  expect(requested()).toEqual([]);
  await browser.press('Request Licenses for Lead Capture');
  expect(requested()).toEqual(['Requested today at 14:03 UTC']);
  await browser.visit(paths.leadCapture);
  expect(requested()).toEqual(['Requested today at 14:03 UTC']);
  await browser.visit(paths.cards);
  expect(requested()).toEqual([]);
  const other = await portal.signedIn();
  await other.visit(paths.leadCapture);
  expect(other.text('main')).not.toContain('Requested today');
  portal.advanceClock(10 * 60 * 60 * 1000);
  await browser.visit(paths.leadCapture);
  expect(requested()).toEqual(['Requested on 10 February at 14:03 UTC']);
});

test('P273: a request that fails is not remembered', async () => {
  const { portal, browser } = await openPortal({ at: paths.dashboard });
  portal.faults.on('scannerTopUp', status(500));
  await browser.press('Request Licenses for Lead Capture');
  expect(browser.text('main')).not.toContain('Requested');
});
