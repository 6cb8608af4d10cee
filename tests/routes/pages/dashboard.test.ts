import { describe, expect, test } from '@jest/globals';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { productKeys, productTerms } from '../../../shared/products';
import { figures, toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, details, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const INTEGRATIONS = 'CRM Integrations';

const open = (change: Partial<SeedAccount> = {}) =>
  openPortal({ at: '/dashboard', accounts: [dana(change)] });

const panel = (title: string) => `section[aria-label="${title}"]`;

const products = [
  {
    product: 'Lead Capture',
    stats: 'scannerStats' as const,
    figures: {
      'Licenses purchased': '10',
      'Licenses activated': '3',
      'Leads, last 30 days': '17',
      'Leads, all time': '90',
    },
    topUp: 'POST /portal/scanneraccount/acme/topup',
    none: { scanner: scanner({ licensesPurchased: 0, licenses: [] }) },
    roles: [{ product: 3, entityId: 'acme-cards' }],
    down: 'Error loading lead capture information',
    other: 'Digital Business Cards',
  },
  {
    product: 'Digital Business Cards',
    stats: 'ecardStats' as const,
    figures: {
      'Licenses purchased': '5',
      'Licenses activated': '2',
      'Profile visits, last 30 days': '9',
      'Profile visits, all time': '160',
      'Leads from cards': '12',
    },
    topUp: 'POST /portal/companies/acme-cards/topup',
    none: { ecard: cards({ licensesPurchased: 0, cards: [] }) },
    roles: [{ product: 2, entityId: 'acme' }],
    down: 'Failed to get company stats',
    other: 'Lead Capture',
  },
];

describe.each(products)('the dashboard’s panel of $product', ({ product, stats, topUp, ...expected }) => {
  const other = products.find(candidate => candidate.product === expected.other);

  /** Expects the panel of the other product to be unaffected. */
  const expectOtherComplete = (browser: NoJsBrowser) => {
    expect(figures(browser, panel(expected.other))).toEqual(other?.figures);
    expect(browser.has(`${panel(expected.other)} button`)).toBe(true);
  };

  test('P11 P68 P69 P77: shows licenses and activity, and returns here after a request, with one toast', async () => {
    const { portal, browser } = await open();
    expect(browser.text(`${panel(product)} h2`)).toBe(product);
    expect(figures(browser, panel(product))).toEqual(expected.figures);
    expect(browser.texts(`${panel(product)} button`)).toEqual([`Request Licenses for ${product}`]);
    await browser.press(`Request Licenses for ${product}`);
    expect(browser.address).toBe('/dashboard');
    expect(toasts(browser)).toEqual(['success: License request submitted successfully!']);
    expect(portal.calls.map(({ line }) => line).filter(line => line.startsWith('POST'))).toEqual([topUp]);
    await browser.visit('/dashboard');
    expect(toasts(browser)).toEqual([]);
  });

  test('P70: is not active without purchased licenses, and offers to purchase them', async () => {
    const { portal, browser } = await open(expected.none);
    expect(browser.text(panel(product))).toContain('Not active yet');
    expect(browser.has(`${panel(product)} dl`)).toBe(false);
    expect(browser.texts(`${panel(product)} button`)).toEqual([`Purchase Licenses for ${product}`]);
    expectOtherComplete(browser);
    await browser.press(`Purchase Licenses for ${product}`);
    expect(portal.calls.map(({ line }) => line)).toContain(topUp);
    expect(toasts(browser)).toEqual(['success: License request submitted successfully!']);
    expect(browser.text(panel(product))).toContain('Requested today');
  });

  test('T22 P71: says that a role is missing, links to help, and makes no call', async () => {
    const { portal, browser } = await openPortal({
      at: '/dashboard',
      faults: ['portalUsers', details({ roles: expected.roles })],
    });
    expect(browser.text(panel(product))).toContain('No access');
    expect(browser.has(`${panel(product)} button`)).toBe(false);
    expect(browser.$(`${panel(product)} a`).attr('href')).toBe('https://help.example/');
    expect(browser.text(`${panel(product)} a`)).toMatch(/^Learn more/);
    expectOtherComplete(browser);
    expect(portal.faults.attempts(stats)).toBe(0);
  });

  test('P74 P75 P76: reports that its backend is down, and the other panel is complete', async () => {
    const { browser } = await openPortal({ at: '/dashboard', faults: [stats, faults.status(500)] });
    expect(browser.text(`${panel(product)} [role=alert]`)).toBe(`${expected.down} Try again`);
    expect(browser.href('Try again')).toBe('/dashboard');
    expect(browser.texts(`${panel(product)} button`)).toEqual([`Request Licenses for ${product}`]);
    expectOtherComplete(browser);
    const isUnknown = browser.text(panel(INTEGRATIONS)).includes('Failed to fetch integration status');
    expect(isUnknown).toBe(stats === 'scannerStats');
  });
});

describe('the dashboard’s panel of CRM integrations', () => {
  test('P72: shows the first integration as active', async () => {
    const { browser } = await open({ scanner: scanner({ integrations: ['Salesforce', 'HubSpot'] }) });
    expect(browser.text(panel(INTEGRATIONS))).toBe('CRM Integrations Salesforce Active');
  });

  const integrations = (value: unknown) => faults.json({ licencesPurchased: 1, integrations: value });

  test.each([
    ['there is no integration', 'scannerStats', integrations([])],
    ['integrations are missing', 'scannerStats', integrations(undefined)],
    ['integrations are not a list', 'scannerStats', integrations('Salesforce')],
    ['integrations have no names', 'scannerStats', integrations([{}, { name: ' ' }, null, 'Salesforce'])],
    ['a role is missing', 'portalUsers', details({ roles: [{ product: 3, entityId: 'acme-cards' }] })],
  ] as const)('P73: offers to connect one if %s', async (_case, call, answer) => {
    const { browser } = await openPortal({ at: '/dashboard', faults: [call, answer] });
    const text = browser.text(panel(INTEGRATIONS));
    expect(text).toContain('No Integrations Activated');
    expect(text).toContain('Connect your CRM to sync leads automatically');
    expect(text).not.toContain('Active ');
    const $link = browser.$(`${panel(INTEGRATIONS)} a`);
    expect($link.text()).toMatch(/^Learn more/);
    expect($link.attr()).toMatchObject({
      href: 'https://help.example/',
      rel: 'noreferrer',
      target: '_blank',
    });
  });
});

describe('the dashboard', () => {
  test('P178 P184: calls both backends concurrently, and no other', async () => {
    const { portal, browser } = await openPortal();
    // Each backend responds only after the other was called, so sequential calls would hang.
    const waiting: (() => void)[] = [];
    portal.faults.on(statsCalls, ({ pass }) => {
      waiting.push(pass);
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    await browser.visit('/dashboard');
    expect(browser.has('main [role=alert]')).toBe(false);
    expect(figures(browser, 'main')).toMatchObject({ 'Licenses purchased': '5', 'Leads, all time': '90' });
    expect(portal.calls.map(({ line }) => line).toSorted()).toEqual([
      'GET /portal/companies/acme-cards/stats',
      'GET /portal/scanneraccount/acme/stats',
      'GET /portalusers',
    ]);
  });

  test('P23 P67 P71: without any role, has all panels, each with a link to help', async () => {
    const { portal, browser } = await openPortal({
      at: '/dashboard',
      faults: ['portalUsers', details({ roles: [] })],
    });
    const titles = productKeys.map(key => productTerms[key].title);
    expect(browser.texts('main section h2')).toEqual([...titles, 'CRM Integrations']);
    expect(browser.texts('main a')).toEqual(
      [...titles, 'CRM integrations'].map(about => `Learn more about ${about} (opens in a new tab)`),
    );
    expect(portal.calls.map(({ line }) => line)).toEqual(['GET /portalusers']);
  });
});
