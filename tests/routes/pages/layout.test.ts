import { describe, expect, test } from '@jest/globals';
import { toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { dana, details, eve } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const pages = ['/dashboard', '/leads-capture', '/digital-business-cards'];

const sidebar = (browser: NoJsBrowser) => browser.texts('nav[aria-label=Main] a');

describe('the header', () => {
  test.each([...pages, '/no-such-page'])(
    'P26 P31: shows company, name and a Logout button, and the page has a region for toasts: %s',
    async address => {
      const { browser } = await openPortal({ at: address });
      expect(browser.text('header .brand')).toBe('Acme & Sons License Portal');
      expect(browser.text('header .person-name')).toBe('Dana Whitfield');
      expect(browser.text('header .person .hint')).toBe('dana@acme.example');
      expect(browser.form('Logout')).toMatchObject({ method: 'post', action: '/logout' });
      expect(browser.$('.toasts[role=status]')).toHaveLength(1);
    },
  );

  test.each([null, '', '  ', {}])('P26: shows the email address if there is no name: %j', async name => {
    const { browser } = await openPortal({
      at: '/dashboard',
      faults: ['portalUsers', details({ name, roles: [] })],
    });
    expect(browser.text('header .person')).toBe('dana@acme.example');
  });
});

describe('the sidebar', () => {
  const scannerRole = { product: 2, entityId: 'acme' };
  const cardsRole = { product: 3, entityId: 'acme-cards' };

  const allLinks = ['Dashboard', 'Lead Capture', 'Digital Business Cards', 'People'];
  const without = (label: string) => allLinks.filter(link => link !== label);
  test.each([
    ['both roles', [scannerRole, cardsRole], allLinks],
    ['P29: a role for Lead Capture', [scannerRole], without('Digital Business Cards')],
    ['P30: a role for cards, as text', [{ ...cardsRole, product: '3' }], without('Lead Capture')],
    ['P28: no role', [], ['Dashboard']],
  ])('P1 P21: links the pages that the roles allow: %s', async (_case, roles, links) => {
    const { portal, browser } = await openPortal();
    portal.faults.on('portalUsers', details({ roles }));
    for (const page of pages) {
      await browser.visit(page);
      expect(sidebar(browser)).toEqual(links);
    }
  });

  test.each([
    ['/dashboard', ['Dashboard']],
    ['/leads-capture?q=ada&revoke=U-1', ['Lead Capture']],
    ['/digital-business-cards?nq=c', ['Digital Business Cards']],
    ['/dashboard/x', []],
  ])('marks the current page, and none at an unknown URL: %s', async (address, labels) => {
    const { browser } = await openPortal({ at: address });
    expect(browser.texts('nav[aria-label=Main] [aria-current=page]')).toEqual(labels);
    for (const label of labels) expect(browser.href(label)).toBe(address.split('?')[0]);
  });
});

test.each([
  ['P83', '/leads-capture', 'Lead Capture', [{ product: 3, entityId: 'acme-cards' }]],
  ['P107', '/digital-business-cards', 'Digital Business Cards', [{ product: 2, entityId: 'acme' }]],
  ['P83', '/leads-capture', 'Lead Capture', []],
])('T22 P184 %s: without its role, %s says so, and makes no call', async (_rule, address, title, roles) => {
  const { portal, browser } = await openPortal({ at: address, faults: ['portalUsers', details({ roles })] });
  expect(browser.status).toBe(200);
  expect(browser.text('main')).toContain(`${title} Not Activated`);
  expect(browser.href('Learn More')).toBe('https://help.example/');
  expect(browser.has('main table, main form')).toBe(false);
  expect(portal.calls.map(({ line }) => line)).toEqual(['GET /portalusers']);
});

test('P32: a page shows the toast of the last action, with a link that closes it', async () => {
  const { browser } = await openPortal({ at: '/leads-capture' });
  await browser.send('Request Licenses');
  await browser.visit('/digital-business-cards?q=ada');
  expect(toasts(browser)).toEqual(['success: License request submitted successfully!']);
  await browser.follow('Close message');
  expect(browser.address).toBe('/digital-business-cards?q=ada');
  expect(toasts(browser)).toEqual([]);
});

describe('private data', () => {
  test.each([
    '/dashboard',
    '/leads-capture?revoke=U-1',
    '/digital-business-cards?deactivate=c1',
    '/digital-business-cards?dialog=profile-data',
    '/no-such-page',
  ])('T11: in a page is only the administrator’s email in the header, and no token: %s', async address => {
    const { portal, browser } = await openPortal({ at: address });
    const token = portal.calls[0]?.authorization?.slice('Bearer '.length) ?? '';
    expect(token.length).toBeGreaterThan(20);
    const html = browser.response.text;
    expect(html).not.toContain(token);
    expect(html).not.toMatch(/\beyJ|AMf-|Bearer|acme-cards/);
    expect(html.split('dana@acme.example')).toHaveLength(2);
    expect(browser.text('header')).toContain('dana@acme.example');
  });

  test('T26: of other companies does not appear under concurrent requests', async () => {
    const { portal } = await openPortal({ as: null, accounts: [dana(), eve()] });
    const both = await Promise.all([
      portal.signedIn('dana@acme.example'),
      portal.signedIn('eve@evil.example'),
    ]);
    const addresses = [...pages, '/leads-capture/licenses.csv', '/digital-business-cards/claimed-cards.csv'];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        addresses.flatMap(address => both.map(async browser => (await browser.get(address)).text)),
      );
      answers.forEach((text, index) => {
        const [own, other] =
          index % 2 === 0 ? [/acme/i, /evil|mallory|foreign/i] : [/evil/i, /acme|dana|U-1/i];
        expect(text).toMatch(own);
        expect(text).not.toMatch(other);
      });
    }
  });
});
