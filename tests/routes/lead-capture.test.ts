import { describe, expect, test } from '@jest/globals';
import type { ScannerAccount, SeedAccount } from '../../scripts/sandbox/seed';
import { dana, license, licenses, scanner } from '../support/accounts';
import { body, details } from '../support/faults';
import { column, figures, pages, searchFor, sortBy, throughPages, toasts, turnTo } from '../support/lists';
import type { NoJsBrowser } from '../support/no-js-browser';
import { type PortalOptions, startPortal } from '../support/portal';

const PAGE = '/leads-capture';
const TABLE = 'Activated licenses';
const SEARCH = 'Search activated licenses';
const PAGES = 'Pages of activated licenses';
const NON_ACTIVATED_PAGES = 'Pages of non-activated licenses';
const STATS = /^GET \/portal\/scanneraccount\//;

/** The Lead Capture page of an account, in a browser. */
async function open(change: Partial<ScannerAccount> = {}, address = PAGE, options: PortalOptions = {}) {
  const portal = await startPortal({ accounts: [dana({ scanner: scanner(change) })], ...options });
  const browser = await portal.signedIn();
  await browser.visit(address);
  return { portal, browser };
}

const emails = (browser: NoJsBrowser) => browser.rows(TABLE).map(([email]) => email);
const userIds = (browser: NoJsBrowser) => browser.rows(TABLE).map(([, id]) => id);
const nonActivated = (browser: NoJsBrowser) => browser.texts('#non-activated-licenses li code');
const countLine = (browser: NoJsBrowser) => browser.text('#activated-licenses .count-line');
const unclaimed = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ appId: `N-${String(index + 1).padStart(3, '0')}` }));

describe('the overview', () => {
  test('shows the corporate code with a button that copies it, and what it is for', async () => {
    const { browser } = await open();
    expect(browser.text('[aria-label=Overview]')).toContain('Corporate Code');
    expect(browser.text('[aria-label=Overview] .badge')).toBe('ACME-4711');
    expect(browser.has('[aria-label=Overview] button[aria-label^="Copy corporate code"]')).toBe(true);
    expect(browser.text('[aria-label=Overview]')).toContain('Share this code with users to claim licenses');
  });

  test.each([
    { purchased: 10, active: 3, available: '7' },
    { purchased: 12_345, active: 3, available: '12,342' },
    { purchased: 3, active: 3, available: '0' },
    { purchased: 2, active: 3, available: '-1' },
  ])(
    'counts $purchased purchased, $active active and $available available licenses',
    async ({ purchased, active, available }) => {
      const { browser } = await open({ licensesPurchased: purchased });
      expect(figures(browser)).toEqual({
        'Total Purchased': purchased.toLocaleString('en'),
        'Currently Active': expect.stringMatching(new RegExp(`^${active}( |$)`)),
        Available: available,
      });
    },
  );

  test('offers the scanner app’s download link for copying', async () => {
    const { browser } = await open();
    expect(browser.text('.download-link summary')).toBe('Copy Download Link');
    expect(browser.$('.download-link input').val()).toBe('https://apps.example/scanner');
  });
});

describe('the list of activated licenses', () => {
  test('shows e-mail, UserID, both lead counts and what can be done', async () => {
    const { browser } = await open();
    expect(browser.texts('#activated-licenses h2')).toEqual(['Activated Licenses 3']);
    expect(browser.texts('#activated-licenses thead th').map(text => text.replace(/ [↑↓↕]/, ''))).toEqual([
      'Email',
      'UserID',
      'Leads last 30',
      'Leads all time',
      'Actions',
    ]);
    expect(browser.rows(TABLE)).toEqual([
      ['ben@acme.example', 'U-2', '9', '10', 'Deactivate'],
      ['cleo@acme.example', 'U-3', '5', '50', 'Deactivate'],
      ['ada@acme.example', 'U-1', '3', '30', 'Deactivate'],
    ]);
    expect(browser.has('#activated-licenses td button[aria-label="Copy UserID U-2"]')).toBe(true);
  });

  test('leaves out licenses without an e-mail', async () => {
    const { browser } = await open({
      licenses: [
        license({ appId: 'U-1' }),
        license({ appId: 'empty', email: '' }),
        license({ appId: 'blank', email: '  ' }),
        license({ appId: 'null', email: null }),
      ],
    });
    expect(userIds(browser)).toEqual(['U-1']);
    expect(nonActivated(browser)).toEqual(['empty', 'blank', 'null']);
  });

  test('says that there are no licenses yet', async () => {
    const { browser } = await open({ licenses: [{ appId: 'N-1' }] });
    expect(browser.text('#activated-licenses')).toContain('No licenses activated yet');
    expect(browser.text('#activated-licenses')).toContain(
      'Licenses will appear here once customers activate them.',
    );
    expect(browser.has(`input[aria-label="${SEARCH}"]`)).toBe(false);
    expect(browser.has('#activated-licenses table')).toBe(false);
  });

  test('says that a search finds nothing', async () => {
    const { browser } = await open({}, `${PAGE}?q=nobody`);
    expect(browser.text('#activated-licenses')).toContain('No licenses found');
    expect(browser.text('#activated-licenses')).not.toContain('No licenses activated yet');
    expect(countLine(browser)).toBe('Showing 0 of 3 results (filtered from 3 total)');
    await browser.follow('Clear');
    expect(emails(browser)).toHaveLength(3);
  });
});

describe('the search', () => {
  const people = [
    license({ appId: 'U-1', email: 'ada@acme.example' }),
    license({ appId: 'U-2', email: 'u-3@acme.example' }),
    license({ appId: 'U-3', email: 'Zoë.Ünal@acme.example' }),
    license({ appId: 'a+b(.*)[x]', email: 'cleo+ads@acme.example' }),
  ];
  const both = 'Email and UserID';

  test.each([
    { what: 'part of an e-mail', field: both, query: 'ada@', found: ['U-1'] },
    { what: 'part of a UserID', field: both, query: '-2', found: ['U-2'] },
    { what: 'what is an e-mail here and a UserID there', field: both, query: 'u-3', found: ['U-2', 'U-3'] },
    { what: 'the e-mail only', field: 'Email', query: 'u-3', found: ['U-2'] },
    { what: 'the UserID only', field: 'UserID', query: 'u-3', found: ['U-3'] },
    { what: 'whatever the case', field: both, query: 'ADA@Acme', found: ['U-1'] },
    { what: 'letters outside ASCII whatever the case', field: both, query: 'zoË.ü', found: ['U-3'] },
    { what: 'accents that are typed apart', field: both, query: 'zoe\u0308', found: ['U-3'] },
    { what: 'without the spaces around it', field: both, query: '  U-1 ', found: ['U-1'] },
    { what: 'a plus sign as itself', field: both, query: 'cleo+ads', found: ['a+b(.*)[x]'] },
    { what: 'a regular expression as plain text', field: both, query: '(.*)[', found: ['a+b(.*)[x]'] },
    { what: 'a pattern that would match everything', field: both, query: '.*', found: ['a+b(.*)[x]'] },
    { what: 'a pattern made to be slow', field: both, query: '(a+)+$', found: [] },
  ])('finds $what', async ({ field, query, found }) => {
    const { browser } = await open({ licenses: people });
    const value = { [both]: 'both', Email: 'email', UserID: 'id' }[field] ?? '';
    await browser.fill(SEARCH, query).fill('Search in', value).press('Search');
    expect((found.length > 0 ? userIds(browser) : []).toSorted()).toEqual(found.toSorted());
    expect(browser.value(SEARCH)).toBe(query.trim());
    expect(browser.$('select[aria-label="Search in"] option[selected]').text()).toBe(field);
    expect(countLine(browser)).toBe(`Showing ${found.length} of 4 results (filtered from 4 total)`);
  });

  test('offers e-mail, UserID or both, and both by default', async () => {
    const { browser } = await open();
    expect(browser.texts('select[aria-label="Search in"] option')).toEqual([both, 'Email', 'UserID']);
    expect(browser.value('Search in')).toBe('both');
  });

  test('shows everything for a blank query', async () => {
    const { browser } = await open();
    await browser.fill(SEARCH, '   ').press('Search');
    expect(emails(browser)).toHaveLength(3);
    expect(countLine(browser)).toBe('Showing 3 items');
  });

  test('is cleared with its field, and keeps the order', async () => {
    const { browser } = await open({}, `${PAGE}?q=ada&field=email&sort=leadsTotal&dir=asc`);
    expect(emails(browser)).toEqual(['ada@acme.example']);
    await browser.follow('Clear');
    expect(browser.address).toBe(`${PAGE}?sort=leadsTotal&dir=asc`);
    expect([browser.value(SEARCH), browser.value('Search in')]).toEqual(['', 'both']);
    expect(countLine(browser)).toBe('Showing 3 items');
    expect(() => browser.href('Clear')).toThrow('No link');
  });

  test('goes back to the first page when the query or the field changes, and keeps the rest', async () => {
    const state = 'q=u-&field=both&sort=leadsTotal&dir=asc&page=2&npage=2';
    const { browser } = await open({ licenses: [...licenses(60), ...unclaimed(30)] }, `${PAGE}?${state}`);
    expect(pages(browser, PAGES)).toBe('1 [2] 3');

    await browser.fill('Search in', 'id').press('Search');
    expect(pages(browser, PAGES)).toBe('[1] 2 3');
    await turnTo(browser, PAGES, 'Page 2');
    await browser.fill(SEARCH, 'U-0').press('Search');
    expect(pages(browser, PAGES)).toBe('[1] 2 3');

    expect(emails(browser)[0]).toBe('u-0060@acme.example');
    expect(pages(browser, NON_ACTIVATED_PAGES)).toBe('1 [2]');
    expect(browser.value('Search in')).toBe('id');
  });

  test('counts matches on all pages', async () => {
    const { browser } = await open({ licenses: licenses(1200) }, `${PAGE}?q=u-11`);
    expect(countLine(browser)).toBe('Showing 100 of 1,200 results (filtered from 1,200 total)');
  });
});

describe('the order', () => {
  const byLeads = [
    license({ appId: 'U-1', email: 'ada@a.example', leadsLast30Days: 1, leadsTotal: 100 }),
    license({ appId: 'U-2', email: 'ben@a.example', leadsLast30Days: 20, leadsTotal: 30 }),
    license({ appId: 'U-3', email: 'cleo@a.example', leadsLast30Days: 3, leadsTotal: 2 }),
  ];

  test('is by leads of the last 30 days, most first', async () => {
    const { browser } = await open({ licenses: byLeads });
    expect(userIds(browser)).toEqual(['U-2', 'U-3', 'U-1']);
    expect(column(browser, TABLE, 'Leads last 30').order).toBe('descending');
    expect(column(browser, TABLE, 'Leads all time').order).toBe('none');
  });

  test('turns around with a click on the same column, and starts descending on another', async () => {
    const { browser } = await open({ licenses: byLeads });
    const clicks: (string | undefined)[][] = [];
    for (const label of ['Leads last 30', 'Leads last 30', 'Leads all time', 'Leads all time']) {
      await sortBy(browser, TABLE, label);
      clicks.push([column(browser, TABLE, label).order, ...userIds(browser)]);
    }
    expect(clicks).toEqual([
      ['ascending', 'U-1', 'U-3', 'U-2'],
      ['descending', 'U-2', 'U-3', 'U-1'],
      ['descending', 'U-1', 'U-2', 'U-3'],
      ['ascending', 'U-3', 'U-2', 'U-1'],
    ]);
  });

  test('is for lead counts only', async () => {
    const { browser } = await open();
    for (const label of ['Email', 'UserID', 'Actions']) {
      expect(column(browser, TABLE, label)).toEqual({ href: undefined, order: undefined });
    }
  });

  test.each(['desc', 'asc'])('puts equal counts in the order of e-mail, then UserID (%s)', async dir => {
    const same = [
      license({ appId: 'U-9', email: 'ben@a.example' }),
      license({ appId: 'U-2', email: 'ada@a.example' }),
      license({ appId: 'U-5', email: 'Zoe@a.example' }),
      license({ appId: 'U-1', email: 'ada@a.example' }),
      license({ appId: 'U-3', email: 'Ödön@a.example' }),
    ];
    const { browser } = await open({ licenses: same }, `${PAGE}?dir=${dir}`);
    expect(userIds(browser)).toEqual(['U-1', 'U-2', 'U-9', 'U-3', 'U-5']);
  });

  test('starts on the first page and keeps the search', async () => {
    const { browser } = await open({ licenses: licenses(60) }, `${PAGE}?q=acme&field=email&page=3`);
    await sortBy(browser, TABLE, 'Leads all time');
    expect(pages(browser, PAGES)).toBe('[1] 2 3');
    expect([browser.value(SEARCH), browser.value('Search in')]).toEqual(['acme', 'email']);
  });
});

describe('the pages', () => {
  test.each([
    { count: 25, shown: 'none' },
    { count: 26, shown: '[1] 2' },
    { count: 125, shown: '[1] 2 3 4 5' },
    { count: 126, shown: '[1] 2 3 4 5 6' },
  ])('of $count licenses: $shown', async ({ count, shown }) => {
    const { browser } = await open({ licenses: licenses(count) });
    expect(emails(browser)).toHaveLength(25);
    expect(pages(browser, PAGES) ?? 'none').toBe(shown);
  });

  test.each([
    { page: '1', shown: '[1] 2 3 4 5 … 12' },
    { page: '3', shown: '1 2 [3] 4 5 … 12' },
    { page: '4', shown: '1 2 3 [4] 5 6 … 12' },
    { page: '5', shown: '1 … 3 4 [5] 6 7 … 12' },
    { page: '8', shown: '1 … 6 7 [8] 9 10 … 12' },
    { page: '9', shown: '1 … 7 8 [9] 10 11 12' },
    { page: '12', shown: '1 … 8 9 10 11 [12]' },
    { page: '13', shown: '1 … 8 9 10 11 [12]' },
    { page: '1000000000', shown: '1 … 8 9 10 11 [12]' },
    { page: `1${'0'.repeat(40)}`, shown: '1 … 8 9 10 11 [12]' },
    { page: '0', shown: '[1] 2 3 4 5 … 12' },
    { page: '-3', shown: '[1] 2 3 4 5 … 12' },
    { page: 'NaN', shown: '[1] 2 3 4 5 … 12' },
    { page: '1e9', shown: '[1] 2 3 4 5 … 12' },
    { page: '2.5', shown: '[1] 2 3 4 5 … 12' },
    { page: '', shown: '[1] 2 3 4 5 … 12' },
    { page: '2&page=3', shown: '[1] 2 3 4 5 … 12' },
  ])('around page $page are $shown', async ({ page, shown }) => {
    const { browser } = await open({ licenses: licenses(300) }, `${PAGE}?page=${page}`);
    expect(browser.status).toBe(200);
    expect(pages(browser, PAGES)).toBe(shown);
    expect(emails(browser)).toHaveLength(25);
  });

  test('lead to every license once, in order, forwards and back', async () => {
    const { browser } = await open({ licenses: licenses(60) }, `${PAGE}?q=u-&sort=leadsTotal&dir=asc`);
    const all = await throughPages(browser, PAGES, userIds);
    expect(all).toEqual(
      licenses(60)
        .map(({ appId }) => appId)
        .toReversed(),
    );
    expect(emails(browser)).toHaveLength(10);
    await turnTo(browser, PAGES, 'Previous page');
    expect(pages(browser, PAGES)).toBe('1 [2] 3');
    await turnTo(browser, PAGES, 'Page 1');
    expect(browser.address).toBe(`${PAGE}?q=u-&sort=leadsTotal&dir=asc`);
  });
});

test.each([
  'q=a&q=b',
  'q[]=1',
  '__proto__=1',
  'sort=constructor',
  'sort=email&dir=sideways&field=__proto__',
  'npage=-1&page=NaN',
  'revoke=a&revoke=b',
  '%E0%A4%A',
  'q=%00%0A',
])('T30: an address that makes no sense shows the list as usual: ?%s', async query => {
  const { browser } = await open({}, `${PAGE}?${query}`);
  expect(browser.status).toBe(200);
  expect(emails(browser)).toEqual(['ben@acme.example', 'cleo@acme.example', 'ada@acme.example']);
});

test('T29: a very long search is answered at once, and as one without matches', async () => {
  const { browser } = await open({ licenses: licenses(5000) }, `${PAGE}?q=${'a'.repeat(10_000)}`);
  expect(browser.status).toBe(200);
  expect(countLine(browser)).toBe('Showing 0 of 5,000 results (filtered from 5,000 total)');
  expect(browser.response.text.length).toBeLessThan(60_000);
});

describe('the non-activated licenses', () => {
  test('are a list of UserIDs with buttons that copy them', async () => {
    const { browser } = await open();
    expect(browser.texts('#non-activated-licenses h2')).toEqual(['Non-Activated Licenses 2']);
    expect(nonActivated(browser)).toEqual(['N-1', 'N-2']);
    expect(browser.has('#non-activated-licenses button[aria-label="Copy UserID N-1"]')).toBe(true);
    expect(browser.has('#non-activated-licenses table')).toBe(false);
  });

  test('are hidden when there are none', async () => {
    const { browser } = await open({ licenses: licenses(1) });
    expect(browser.text()).not.toContain('Non-Activated Licenses');
  });

  test.each([
    { count: 25, shown: 'none' },
    { count: 26, shown: '[1] 2' },
  ])('of which there are $count have the pages $shown', async ({ count, shown }) => {
    const { browser } = await open({ licenses: unclaimed(count) });
    expect(nonActivated(browser)).toHaveLength(25);
    expect(pages(browser, NON_ACTIVATED_PAGES) ?? 'none').toBe(shown);
  });

  test('turn their own pages and leave the other list as it is', async () => {
    const state = 'q=u-&field=id&sort=leadsTotal&dir=asc&page=2';
    const { browser } = await open({ licenses: [...licenses(60), ...unclaimed(60)] }, `${PAGE}?${state}`);
    const before = browser.rows(TABLE);
    const all = await throughPages(browser, NON_ACTIVATED_PAGES, nonActivated);
    expect(all).toEqual(unclaimed(60).map(({ appId }) => appId));
    expect(browser.rows(TABLE)).toEqual(before);
    expect(pages(browser, PAGES)).toBe('1 [2] 3');

    // And the other way round.
    await turnTo(browser, PAGES, 'Page 3');
    await sortBy(browser, TABLE, 'Leads last 30');
    await searchFor(browser, SEARCH, 'u-1');
    expect(pages(browser, NON_ACTIVATED_PAGES)).toBe('1 2 [3]');
    await browser.follow('Clear');
    expect(pages(browser, NON_ACTIVATED_PAGES)).toBe('1 2 [3]');
  });

  test('are not searched', async () => {
    const { browser } = await open({}, `${PAGE}?q=U-1`);
    expect(nonActivated(browser)).toEqual(['N-1', 'N-2']);
  });
});

describe('without a role for the scanner', () => {
  test.each([
    { what: 'no role at all', roles: [] },
    { what: 'the other product only', roles: [{ product: 3, entityId: 'acme-cards' }] },
    { what: 'an unknown product', roles: [{ product: 22, entityId: 'acme' }] },
    { what: 'a role that names no account', roles: [{ product: 2 }] },
  ])('T22: ($what) the page says so, and the backend is not asked', async ({ roles }) => {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    portal.faults.push(details({ roles }));
    await browser.visit(PAGE);
    expect(browser.status).toBe(200);
    expect(browser.text('main')).toContain('Lead Capture Not Activated');
    expect(browser.href('Learn More')).toBe('https://help.example/');
    expect(browser.has('main table, main form')).toBe(false);
    expect(portal.calls.map(({ line }) => line)).toEqual(['GET /portalusers']);
  });

  test('a role whose product comes as a text counts, and of two roles the first', async () => {
    const roles: SeedAccount['roles'] = [
      { product: 3, entityId: 'acme-cards' },
      { product: '2', entityId: 'acme' },
      { product: 2, entityId: 'second' },
    ];
    const portal = await startPortal({ accounts: [dana({ roles })] });
    const browser = await portal.signedIn();
    await browser.visit(PAGE);
    expect(emails(browser)).toHaveLength(3);
    expect(portal.calls[1]?.line).toBe('GET /portal/scanneraccount/acme/stats');
  });
});

describe('odd data', () => {
  /** The page for an answer of the backend. */
  async function answered(stats: unknown) {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    portal.faults.push({ match: STATS, respond: body(JSON.stringify(stats)) });
    return browser.visit(PAGE);
  }

  test('that is missing reads as nothing', async () => {
    const browser = await answered({});
    expect(figures(browser)).toEqual({ 'Total Purchased': '0', 'Currently Active': '0', Available: '0' });
    expect(browser.text('#activated-licenses')).toContain('No licenses activated yet');
  });

  test('in numbers reads as 0, or as the number that a text holds', async () => {
    const browser = await answered({
      licencesPurchased: '12',
      licencesClaimed: null,
      userStats: [
        { appId: 'U-1', email: 'a@x.example', leadsLast30Days: '7', leadsTotal: 'many' },
        { appId: 'U-2', email: 'b@x.example', leadsLast30Days: -5, leadsTotal: 3.9 },
        { appId: 'U-3', email: 'c@x.example', leadsLast30Days: { a: 1 }, leadsTotal: [4] },
        { appId: 'U-4', email: 'd@x.example' },
      ],
    });
    expect(figures(browser)).toMatchObject({ 'Total Purchased': '12', Available: '12' });
    expect(browser.rows(TABLE).map(row => row.slice(1, 4))).toEqual([
      ['U-1', '7', '0'],
      ['U-2', '0', '3'],
      ['U-3', '0', '0'],
      ['U-4', '0', '0'],
    ]);
  });

  test.each(['a text', 5, true, { 0: { appId: 'U-1' } }])(
    'in place of the licenses leaves the overview: %j',
    async userStats => {
      const browser = await answered({ code: 'ACME', licencesPurchased: 9, licencesClaimed: 4, userStats });
      expect(browser.text('main [role=alert]')).toBe('Failed to fetch licenses');
      expect(figures(browser)).toMatchObject({ 'Total Purchased': '9', Available: '5' });
      expect(browser.text()).not.toContain('Non-Activated Licenses');
    },
  );

  test('in one row hides no other', async () => {
    const browser = await answered({
      userStats: [
        null,
        'text',
        ['list'],
        { email: 'no-id@x.example' },
        { appId: 'U-1', email: 'twice@x.example' },
        { appId: 'U-1', email: 'twice@x.example' },
        { appId: '__proto__', email: 'proto@x.example' },
        { appId: 'constructor', email: 'constructor@x.example' },
        { appId: 77, email: 'number@x.example' },
        { appId: 'U-2', email: 'last@x.example', surprise: 1 },
        { appId: 'N-1', email: { not: 'text' } },
      ],
    });
    expect(emails(browser).toSorted()).toEqual([
      'constructor@x.example',
      'last@x.example',
      'no-id@x.example',
      'number@x.example',
      'proto@x.example',
      'twice@x.example',
      'twice@x.example',
    ]);
    expect(userIds(browser).toSorted()).toEqual(['', '77', 'U-1', 'U-1', 'U-2', '__proto__', 'constructor']);
    expect(nonActivated(browser)).toEqual(['N-1']);
    await browser.follow('Deactivate the license of no-id@x.example');
    expect(browser.has('dialog[open]')).toBe(false);
  });
});

describe('revoking a license', () => {
  const STATE = 'q=u-&field=id&sort=leadsTotal&dir=asc&page=2&npage=2';
  const many = { licenses: [...licenses(60), ...unclaimed(30)] };

  test('is asked about first: whose it is, and that it cannot be undone', async () => {
    const { portal, browser } = await open({}, `${PAGE}?q=ben`);
    await browser.follow('Deactivate the license of ben@acme.example');
    const dialog = browser.text('dialog[open]');
    expect(browser.text('dialog[open] h2')).toBe('Confirm License Revocation');
    expect(dialog).toContain('ben@acme.example');
    expect(dialog).toContain('This action cannot be undone.');
    expect(browser.texts('dialog[open] .dialog-foot :is(a, button)')).toEqual(['Cancel', 'Revoke License']);
    expect(browser.$('dialog[open]').attr('aria-modal')).toBe('true');
    expect(browser.$('.frame').is('[inert]')).toBe(true);
    expect(portal.calls.filter(({ line }) => line.startsWith('DELETE'))).toEqual([]);
  });

  test.each(['Cancel', 'Close'])('can be left with %s, and the list is as it was', async words => {
    const { browser } = await open(many, `${PAGE}?${STATE}`);
    const before = browser.rows(TABLE);
    await browser.follow('Deactivate');
    await browser.follow(words);
    expect(browser.address).toBe(`${PAGE}?${STATE}`);
    expect(browser.has('dialog[open]')).toBe(false);
    expect(browser.rows(TABLE)).toEqual(before);
  });

  test('takes it off the list, frees it, says so once, and keeps the list state', async () => {
    const { browser } = await open(many, `${PAGE}?${STATE}`);
    const [, first = ''] = browser.rows(TABLE)[0] ?? [];
    await browser.follow('Deactivate');
    await browser.press('Revoke License');
    expect(toasts(browser)).toEqual(['success: License revoked successfully']);
    expect(browser.address).toBe(`${PAGE}?${STATE}`);
    expect(userIds(browser)).not.toContain(first);
    expect(countLine(browser)).toBe('Showing 59 of 59 results (filtered from 59 total)');
    expect(figures(browser)).toMatchObject({ Available: '-49' });
    await browser.visit(browser.address);
    expect(toasts(browser)).toEqual([]);
  });

  test('of the last one on a page shows the page before', async () => {
    const { browser } = await open({ licenses: licenses(26) }, `${PAGE}?page=2`);
    await browser.follow('Deactivate');
    await browser.press('Revoke License');
    expect(emails(browser)).toHaveLength(25);
    expect(pages(browser, PAGES)).toBeUndefined();
  });
});
