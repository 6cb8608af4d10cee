import { expect, test } from '@jest/globals';
import { json, status } from '../../../scripts/sandbox/faults';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { paths } from '../../../shared/paths';
import { countLine, csvRows, fileName, sortBy, turnTo } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, licensesFor, scanner } from '../../support/data/accounts';
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
  {
    ...activatedLicenses,
    product: 'Lead Capture',
    sort: 'leadsTotal',
    column: 'Leads all time',
    free: '#non-activated-licenses',
    unused: '40 of 80 licenses had no leads in 30 days.',
    activity: 'leads',
    claimed: 'activated',
    exportLink: 'Export activated licenses as CSV',
  },
  {
    ...claimedCards,
    product: 'Digital Business Cards',
    sort: 'totalViews',
    column: 'Profile visits (total)',
    free: '#non-claimed-cards',
    unused: '40 of 80 cards had no profile visits in 30 days.',
    activity: 'profile visits',
    claimed: 'claimed',
    exportLink: 'Export claimed cards as CSV',
  },
];

const open = (at: string) => openPortal({ accounts: [company()], at });

/** Returns the legend below the bar in a part of the page: the entries, their targets, and the current ones. */
function legend(browser: NoJsBrowser, part: string) {
  const $entries = browser.$(`${part} [role=img] ~ :is(ul, .legend)`).first().find('li');
  return $entries.toArray().map(entry => {
    const $link = browser.$('a', entry);
    const text = browser.$(entry).text().trim();
    const meaning = browser.$(entry).children().attr('title');
    return { text, meaning, href: $link.attr('href'), isCurrent: $link.is('[aria-current]') };
  });
}

test.each(products)('P232 P266 P267: the legend of $product filters its list', async product => {
  const { browser } = await open(product.page);
  const texts = ['All 80', 'Used 40', 'Idle 30', 'Never used 10', 'Available 20'];
  expect(legend(browser, product.section).map(({ text }) => text)).toEqual(texts);
  expect(legend(browser, product.section).map(({ meaning }) => meaning)).toEqual([
    undefined,
    undefined,
    `had ${product.activity} before, but none in 30 days`,
    `no ${product.activity} since it was ${product.claimed}`,
    undefined,
  ]);
  expect(browser.attributes(`${product.section} [role=img] svg`, 'width')).toEqual([
    '40%',
    '30%',
    '10%',
    '20%',
  ]);
  expect(browser.$(`${product.section} [role=img]`).attr('aria-label')).toBe(
    'Used 40, Idle 30, Never used 10, Available 20',
  );
  for (const [index, count] of [80, 40, 30, 10].entries()) {
    await browser.visit(legend(browser, product.section)[index]?.href ?? '');
    expect(countLine(browser, product.section)).toBe(
      index === 0 ? 'Showing 80 items' : `Showing ${count} of 80 results (filtered from 80 total)`,
    );
    const current = legend(browser, product.section).filter(({ isCurrent }) => isCurrent);
    expect(current.map(({ text }) => text)).toEqual([texts[index]]);
  }
  expect(legend(browser, product.section).at(-1)?.href).toBeUndefined();
  await browser.follow('Clear');
  expect(browser.address).toBe(product.page);
});

test.each(products)(
  'P68 P234 P270: the dashboard says how $product is used, and leads to who does not use theirs',
  async product => {
    const { browser } = await open(paths.dashboard);
    const panel = `section[aria-label="${product.product}"]`;
    const entries = legend(browser, panel);
    expect(entries.map(({ text }) => text)).toEqual(['Used 40 40%', 'Idle 30 30%', 'Never used 10 10%']);
    expect(browser.text(`${panel} .available`)).toBe('Available 20');
    expect(browser.$(`${panel} .available a`).attr('href')).toBe(`${product.page}${product.free}`);
    expect(browser.text(panel)).toContain(product.unused);
    expect(browser.texts(`${panel} ol li`)).toHaveLength(5);
    browser.$(`section[aria-label]:not(${panel.slice('section'.length)})`).remove();
    await browser.follow('See who');
    expect(browser.address).toBe(`${product.page}?activity=idle30`);
    const current = legend(browser, product.section).filter(({ isCurrent }) => isCurrent);
    expect(current.map(({ text }) => text)).toEqual(['Idle 30', 'Never used 10']);
  },
);

test.each(products)(
  'P233: $product keeps the activity with search, order, pages and exports',
  async product => {
    const { browser } = await open(`${product.page}?activity=idle30`);
    await sortBy(browser, product.caption ?? '', product.column);
    expect(browser.address).toContain('activity=idle30');
    await turnTo(browser, product.pagination, 'Page 2');
    expect(browser.rows(product.caption ?? '')).toHaveLength(15);
    await browser.fill(product.search ?? '', 'p5').press('Search');
    expect(browser.address).toContain('activity=idle30');
    expect(countLine(browser, product.section)).toBe('Showing 10 of 80 results (filtered from 80 total)');
    const download = await browser.download(product.exportLink);
    expect(csvRows(download)).toHaveLength(10);
    expect(fileName(download)).toMatch(new RegExp(`^${product.file}-filtered-p5-unused-[\\d-]+\\.csv$`));
  },
);

test.each([
  ['idle30', '40 of 80 licenses had no leads in 30 days.', 40],
  ['lapsed30', '30 of 80 licenses had leads before, but none in 30 days.', 30],
  ['never', '10 of 80 licenses were never used.', 10],
  ['never&q=p75', '1 of 80 licenses was never used, and matches the search.', 1],
  ['&q=p75', 'Showing 1 of 80 results', 1],
])(
  'P234 P242: what a filter of unused licenses or a search finds is said, and all of it is asked and reviewed: %s',
  async (filter, line, count) => {
    const { browser } = await open(`${paths.leadCapture}?activity=${filter}`);
    expect(browser.text('#activated-licenses')).toContain(line);
    await browser.press(`Review all ${count}`);
    expect(browser.address).toMatch(/^\/removals\/review\?review=/);
    expect(browser.text('h2')).toContain(count === 1 ? '1 person' : `${count} people`);
    await browser.visit(`${paths.leadCapture}?activity=${filter}`);
    await browser.press(`Ask all ${count} first`);
    expect(browser.address).toMatch(/^\/removals\/ask\?review=/);
  },
);

test.each([
  [3, 0, 'None left. 2 of 3 licenses had no leads in 30 days. See who is idle'],
  [3, 1, 'None left. All 3 are in use.'],
  [1, 1, 'None left. The only one is in use.'],
])('P234: the dashboard says that none of %i are left: %i', async (count, leadsLast30Days, sentence) => {
  const licenses = licensesFor(count, index => ({
    leadsLast30Days: index === 0 ? 1 : leadsLast30Days,
    activationDate: '2020-01-01',
  }));
  const accounts = [dana({ scanner: scanner({ licenses, licensesPurchased: count }) })];
  const { browser } = await openPortal({ accounts, at: paths.dashboard });
  expect(browser.text('section[aria-label="Lead Capture"]')).toContain(sentence);
});

test('P234: there is no such line or sentence if nothing is unused', async () => {
  const { browser } = await openPortal();
  for (const path of [paths.leadCapture, `${paths.cards}?activity=never`, paths.dashboard]) {
    await browser.visit(path);
    expect(browser.text()).not.toMatch(/of \d+ (licenses|cards) |See who/);
  }
});

test('P267: a part of the legend leads nowhere if it is empty', async () => {
  const { browser } = await openPortal({ at: paths.dashboard });
  expect(legend(browser, 'section[aria-label="Lead Capture"]').map(({ text, href }) => [text, href])).toEqual(
    [
      ['Used 3 30%', '/leads-capture?activity=used30#activated-licenses'],
      ['Idle 0 0%', undefined],
      ['Never used 0 0%', undefined],
    ],
  );
});

test.each([
  { purchased: 30, product: 'Lead Capture', sentence: '30 licenses are ready. Nobody has one yet.' },
  { purchased: 1, product: 'Digital Business Cards', sentence: '1 card is ready. Nobody has one yet.' },
])('P68: on the first day, $product invites people', async ({ purchased, product, sentence }) => {
  const none = { licensesPurchased: purchased, licenses: [], cards: [] };
  const { browser } = await openPortal({
    accounts: [dana({ scanner: scanner(none), ecard: cards(none) })],
    at: paths.dashboard,
  });
  const panel = `section[aria-label="${product}"]`;
  expect(browser.text(panel)).toContain(sentence);
  expect(legend(browser, panel)).toEqual([]);
  expect(browser.text(`${panel} .available`)).toBe(`Available ${purchased}`);
  expect(browser.$(`${panel} a`).last().attr('href')).toMatch(/^\/invite\?for=/);
});

test.each([
  [0, [], 'Request Licenses', ['Purchase Licenses for Lead Capture']],
  [30, [], 'Invite people', ['Invite people']],
  [30, undefined, 'Request Licenses', []],
])(
  'P70 P367: of %s purchased licenses, the filled button is the one that can help',
  async (purchased, none, filled, onDashboard) => {
    const company = scanner({ licensesPurchased: purchased, ...(none && { licenses: none }) });
    const { browser } = await openPortal({ accounts: [dana({ scanner: company })], at: paths.leadCapture });
    expect(browser.texts('main .actions .button.primary')).toEqual([filled]);
    await browser.visit(paths.dashboard);
    expect(browser.texts('section[aria-label="Lead Capture"] .button.primary')).toEqual(onDashboard);
  },
);

test.each([
  ['there is no readable list', 'none', 10, 3, 'Active 3, Available 7'],
  [
    'the list is shorter than the figures say',
    [1],
    10,
    5,
    'Used 1, Idle 0, Never used 0, Not listed 4, Available 5',
  ],
  ['the list is longer than the figures say', [1, 0], 2, 1, 'Used 1, Idle 1, Never used 0, Available 1'],
  ['more are claimed than purchased', [1, 2], 1, 2, 'Used 2, Idle 0, Never used 0, Available -1'],
])('P268: the bar adds up if %s', async (_why, leads, licencesPurchased, licencesClaimed, label) => {
  const userStats = Array.isArray(leads)
    ? leads.map((leadsLast30Days, id) => ({
        appId: id,
        email: `p${id}@a.example`,
        leadsLast30Days,
        leadsTotal: 7,
      }))
    : leads;
  const stats = json({ licencesPurchased, licencesClaimed, userStats });
  const { browser } = await openPortal({ at: paths.dashboard, faults: ['scannerStats', stats] });
  expect(browser.$('section[aria-label="Lead Capture"] [role=img]').attr('aria-label')).toBe(label);
});

test('P270: the dashboard names the most active people', async () => {
  const { browser } = await openPortal({ at: paths.dashboard });
  const mostActive = (product: string) => browser.texts(`section[aria-label="${product}"] ol li`);
  expect(mostActive('Lead Capture')).toEqual(['ben 9', 'cleo 5', 'ada 3']);
  expect(mostActive('Digital Business Cards')).toEqual(['Ada Byron 7', 'Ben Okafor 2']);
});

test('P273: a request is remembered beside its button, for its product and this session only', async () => {
  const now = Date.parse('2026-02-10T14:03:20Z');
  const { portal, browser } = await openPortal({ at: paths.dashboard, now });
  const requested = () => browser.texts('main .last-request');
  const sentence = 'Requested today at 14:03 UTC. The reply comes from your provider.';
  expect(requested()).toEqual([]);
  await browser.press('Request Licenses for Lead Capture');
  expect(requested()).toEqual([sentence]);
  expect(browser.texts('[aria-label="Lead Capture"] .last-request')).toEqual([sentence]);
  expect(browser.attributes('.last-request time', 'datetime')).toEqual(['2026-02-10T14:03:20.000Z']);
  await browser.visit(paths.cards);
  expect(requested()).toEqual([]);
  const other = await portal.signedIn();
  await other.visit(paths.leadCapture);
  expect(other.text('main')).not.toContain('Requested');
  portal.advanceClock(10 * 60 * 60 * 1000);
  await browser.visit(paths.leadCapture);
  expect(requested()).toEqual(['Requested on 10 February. The reply comes from your provider.']);
});

test.each([
  [paths.leadCapture, 'Request Licenses'],
  [paths.dashboard, 'Request Licenses for Lead Capture'],
])('P273: on %s, a second click sends a second request', async (page, label) => {
  const { portal, browser } = await openPortal({ at: page });
  for (let times = 0; times < 2; times++) await browser.press(label);
  expect(portal.calls.filter(({ line }) => line.endsWith('/topup'))).toHaveLength(2);
  expect([browser.address, browser.text('.toasts')]).toEqual([
    page,
    'License request submitted successfully!',
  ]);
});

test('P273: a request that fails is not remembered', async () => {
  const { portal, browser } = await openPortal({ at: paths.dashboard });
  portal.faults.on('scannerTopUp', status(500));
  await browser.press('Request Licenses for Lead Capture');
  expect(browser.text('main')).not.toContain('Requested');
});

test.each([
  [2, 4, '-2', '2 more active than purchased'],
  [1, 1301, '-1,300', '1,300 more active than purchased'],
])(
  'P79: with %i purchased and %i active licenses, %s are available, and the page says why',
  async (licensesPurchased, active, available, note) => {
    const licenses = licensesFor(active);
    const accounts = [dana({ scanner: scanner({ licensesPurchased, licenses }) })];
    const { browser } = await openPortal({ accounts, at: paths.leadCapture });
    expect(browser.text('.figures')).toContain(`Available ${available} ${note}`);
    expect(browser.text('main')).not.toContain('ready to claim');
  },
);

test.each([
  { claimed: 89, lead: undefined },
  { claimed: 90, lead: '10 licenses left. 90 of 90 had no leads in 30 days.' },
  { claimed: 100, lead: 'No licenses left. 100 of 100 had no leads in 30 days.' },
])('P234: from 90% used on, the overview says what is left: $claimed of 100', async ({ claimed, lead }) => {
  const licenses = licensesFor(claimed, () => ({ activationDate: '2020-01-01', leadsLast30Days: 0 }));
  const accounts = [dana({ scanner: scanner({ licenses, licensesPurchased: 100 }) })];
  const { browser } = await openPortal({ accounts, at: paths.leadCapture });
  expect(browser.texts('.few-left p')).toEqual(lead === undefined ? [] : [lead]);
  if (lead === undefined) return;
  await browser.follow('See who is idle');
  expect(browser.address).toBe(`${paths.leadCapture}?activity=idle30`);
});

test('P78 P360: without purchased licenses, nothing invites to one and there is no code', async () => {
  const none = scanner({ licensesPurchased: 0, licenses: [] });
  const { browser } = await openPortal({ accounts: [dana({ scanner: none })], at: paths.leadCapture });
  expect(browser.text('main')).not.toMatch(/Invite|Corporate Code/);
  await browser.visit(paths.people);
  await browser.follow('Invite people');
  expect(browser.address).toBe(`${paths.invite}?for=cards&from=people`);
  await browser.visit(`${paths.invite}?for=licenses`);
  expect([browser.has('main textarea'), browser.has('main svg[role=img]')]).toEqual([false, false]);
  expect(browser.text('main')).not.toContain('ACME-4711');
  await browser.follow('Request Licenses');
  expect(browser.address).toBe(paths.leadCapture);
});

test('P360: without purchased licenses and cards, People invites nobody', async () => {
  const nothing = { licensesPurchased: 0, licenses: [], cards: [] };
  const accounts = [dana({ scanner: scanner(nothing), ecard: cards(nothing) })];
  const { browser } = await openPortal({ accounts, at: paths.people });
  expect(browser.text('main')).not.toContain('Invite');
});
