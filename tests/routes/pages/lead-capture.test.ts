import { describe, expect, test } from '@jest/globals';
import type { ScannerAccount, SeedAccount } from '../../../scripts/sandbox/seed';
import { countLine, figures } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { dana, license, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const PAGE = '/leads-capture';
const TABLE = 'Activated licenses';

async function open(change: Partial<ScannerAccount> = {}, address = PAGE) {
  const { browser } = await openPortal({ at: address, accounts: [dana({ scanner: scanner(change) })] });
  return browser;
}

const licenseIds = (browser: NoJsBrowser) => browser.rows(TABLE).map(([, id]) => id);
const nonActivated = (browser: NoJsBrowser) => browser.texts('#non-activated-licenses li code');

describe('the overview', () => {
  test('P11 P78: shows the corporate code with an explanation, and a button that copies it', async () => {
    const browser = await open();
    expect(browser.text('[aria-label=Overview]')).toContain('Corporate Code');
    expect(browser.text('[aria-label=Overview] .badge')).toBe('ACME-4711');
    expect(browser.has('[aria-label=Overview] button[aria-label^="Copy corporate code"]')).toBe(true);
    expect(browser.text('[aria-label=Overview]')).toContain('Share this code with users to claim licenses');
  });

  test.each([
    { purchased: 10, active: 3, available: '7' },
    { purchased: 12_345, active: 3, available: '12,342' },
    { purchased: 3, active: 3, available: '0' },
  ])(
    'P6 P79: counts $purchased purchased, $active active and $available available licenses',
    async ({ purchased, active, available }) => {
      const browser = await open({ licensesPurchased: purchased });
      expect(Object.entries(figures(browser))).toEqual([
        ['Total Purchased', purchased.toLocaleString('en')],
        ['Currently Active', expect.stringMatching(new RegExp(`^${active}( |$)`))],
        ['Available', available],
      ]);
    },
  );

  test('P81 P143: offers the scanner app’s download link for copying', async () => {
    const browser = await open();
    expect(browser.text('[popovertarget=download-address]')).toBe('Copy Download Link');
    expect(browser.$('#download-address input').val()).toBe('https://apps.example/scanner');
  });
});

describe('the list of activated licenses', () => {
  test('P87: shows email, UserID, both lead counts, and an action', async () => {
    const browser = await open();
    expect(browser.texts('#activated-licenses h2')).toEqual(['Activated Licenses']);
    expect(browser.text('#activated-licenses thead').replaceAll(/ [↑↓↕]/g, '')).toBe(
      'Email UserID Leads last 30 Leads all time Actions',
    );
    expect(browser.rows(TABLE)).toEqual([
      ['ben@acme.example', 'U-2', '9', '10', 'Deactivate'],
      ['cleo@acme.example', 'U-3', '5', '50', 'Deactivate'],
      ['ada@acme.example', 'U-1', '3', '30', 'Deactivate'],
    ]);
    expect(browser.has('#activated-licenses td button[aria-label="Copy U-2"]')).toBe(true);
  });

  test('P86 P87: omits licenses without an email address', async () => {
    const browser = await open({
      licenses: [
        license({ appId: 'U-1' }),
        license({ appId: 'empty', email: '' }),
        license({ appId: 'blank', email: '  ' }),
        license({ appId: 'null', email: null }),
      ],
    });
    expect(licenseIds(browser)).toEqual(['U-1']);
    expect(nonActivated(browser)).toEqual(['empty', 'blank', 'null']);
  });
});

test('P96 P415: the non-activated licenses are a list of UserIDs with buttons that copy them', async () => {
  const browser = await open();
  expect(browser.texts('#non-activated-licenses h2')).toEqual(['Non-Activated Licenses']);
  expect(nonActivated(browser)).toEqual(['N-1', 'N-2']);
  expect(browser.has('#non-activated-licenses button[aria-label="Copy N-1"]')).toBe(true);
  expect(countLine(browser, '#non-activated-licenses')).toBe('2');
  // Ten were purchased, and three are active.
  expect(browser.text('#non-activated-licenses')).toContain('5 more can be claimed with the code');
  expect(browser.has('#non-activated-licenses table')).toBe(false);
});

test('P22 P168: a role can have its product as a string, and the first of two roles counts', async () => {
  const roles: SeedAccount['roles'] = [
    { product: 3, entityId: 'acme-cards' },
    { product: '2', entityId: 'acme' },
    { product: 2, entityId: 'second' },
  ];
  const { portal, browser } = await openPortal({ at: PAGE, accounts: [dana({ roles })] });
  expect(browser.rows(TABLE)).toHaveLength(3);
  expect(portal.calls[1]?.line).toBe('GET /portal/scanneraccount/acme/stats');
});
