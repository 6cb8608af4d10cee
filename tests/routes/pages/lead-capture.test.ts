import { describe, expect, test } from '@jest/globals';
import { json } from '../../../scripts/sandbox/faults';
import type { ScannerAccount, SeedAccount } from '../../../scripts/sandbox/seed';
import { dana, license, licenses, scanner } from '../../support/accounts';
import { figures, toasts } from '../../support/lists';
import type { NoJsBrowser } from '../../support/no-js-browser';
import { openPortal } from '../../support/open-portal';
import type { PortalOptions } from '../../support/portal';

const PAGE = '/leads-capture';
const TABLE = 'Activated licenses';

/** Opens the Lead Capture page of an account. */
async function open(change: Partial<ScannerAccount> = {}, address = PAGE, options: PortalOptions = {}) {
  const { portal, browser } = await openPortal(address, {
    accounts: [dana({ scanner: scanner(change) })],
    ...options,
  });
  return { portal, browser };
}

const emails = (browser: NoJsBrowser) => browser.rows(TABLE).map(([email]) => email);
const userIds = (browser: NoJsBrowser) => browser.rows(TABLE).map(([, id]) => id);
const nonActivated = (browser: NoJsBrowser) => browser.texts('#non-activated-licenses li code');
const countLine = (browser: NoJsBrowser) => browser.text('#activated-licenses .count-line');
const nonActivatedLicenses = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ appId: `N-${String(index + 1).padStart(3, '0')}` }));

describe('the overview', () => {
  test('P15 P78: shows the corporate code with an explanation, and a button that copies it', async () => {
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
    'P6 P79 P80: counts $purchased purchased, $active active and $available available licenses',
    async ({ purchased, active, available }) => {
      const { browser } = await open({ licensesPurchased: purchased });
      expect(figures(browser)).toEqual({
        'Total Purchased': purchased.toLocaleString('en'),
        'Currently Active': expect.stringMatching(new RegExp(`^${active}( |$)`)),
        Available: available,
      });
    },
  );

  test('P82 P143: offers the scanner app’s download link for copying', async () => {
    const { browser } = await open();
    expect(browser.text('.download-link summary')).toBe('Copy Download Link');
    expect(browser.$('.download-link input').val()).toBe('https://apps.example/scanner');
  });
});

describe('the list of activated licenses', () => {
  test('P87 P88: shows email, UserID, both lead counts, and an action', async () => {
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

  test('P86 P87: omits licenses without an email address', async () => {
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
});

describe('the non-activated licenses', () => {
  test('P96: are a list of UserIDs with buttons that copy them', async () => {
    const { browser } = await open();
    expect(browser.texts('#non-activated-licenses h2')).toEqual(['Non-Activated Licenses 2']);
    expect(nonActivated(browser)).toEqual(['N-1', 'N-2']);
    expect(browser.has('#non-activated-licenses button[aria-label="Copy UserID N-1"]')).toBe(true);
    expect(browser.has('#non-activated-licenses table')).toBe(false);
  });
});

test('P22 P168: a role can have its product as a string, and the first of two roles counts', async () => {
  const roles: SeedAccount['roles'] = [
    { product: 3, entityId: 'acme-cards' },
    { product: '2', entityId: 'acme' },
    { product: 2, entityId: 'second' },
  ];
  const { portal, browser } = await openPortal(PAGE, { accounts: [dana({ roles })] });
  expect(emails(browser)).toHaveLength(3);
  expect(portal.calls[1]?.line).toBe('GET /portal/scanneraccount/acme/stats');
});

describe('stats with invalid data', () => {
  /** Opens the page with these stats of the backend. */
  async function openWithStats(stats: unknown) {
    const { portal, browser } = await openPortal();
    portal.faults.on('scannerStats', json(stats));
    return browser.visit(PAGE);
  }

  test('P179: show missing fields as 0 and an empty list', async () => {
    const browser = await openWithStats({});
    expect(figures(browser)).toEqual({ 'Total Purchased': '0', 'Currently Active': '0', Available: '0' });
    expect(browser.text('#activated-licenses')).toContain('No licenses activated yet');
  });

  test('P179: show invalid counts as 0, and numeric strings as numbers', async () => {
    const browser = await openWithStats({
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
      ['U-1', '7', 'Never used 0'],
      ['U-2', '0', '3'],
      ['U-3', '0', 'Never used 0'],
      ['U-4', '0', 'Never used 0'],
    ]);
  });

  test.each(['a text', 5, true, { 0: { appId: 'U-1' } }])(
    'P85 P200: report an unreadable list next to the overview: %j',
    async userStats => {
      const stats = { code: 'ACME', licencesPurchased: 9, licencesClaimed: 4, userStats };
      const browser = await openWithStats(stats);
      expect(browser.text('main [role=alert]')).toBe('Failed to fetch licenses');
      expect(figures(browser)).toMatchObject({ 'Total Purchased': '9', Available: '5' });
      expect(browser.text()).not.toContain('Non-Activated Licenses');
    },
  );

  test('P179: in one row show the other rows', async () => {
    const browser = await openWithStats({
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
  const many = { licenses: [...licenses(60), ...nonActivatedLicenses(30)] };

  test('P91 P98 P138: asks for confirmation, and says whose license is revoked and that this cannot be undone', async () => {
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

  test.each(['Cancel', 'Close'])('P139: can be canceled with %s, without a change', async link => {
    const { browser } = await open(many, `${PAGE}?${STATE}`);
    const before = browser.rows(TABLE);
    await browser.follow('Deactivate');
    await browser.follow(link);
    expect(browser.address).toBe(`${PAGE}?${STATE}`);
    expect(browser.has('dialog[open]')).toBe(false);
    expect(browser.rows(TABLE)).toEqual(before);
  });

  test('P99: removes it from the list, makes it available, shows one toast, and keeps the list state', async () => {
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
});
