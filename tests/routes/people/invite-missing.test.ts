import { describe, expect, test } from '@jest/globals';
import { status } from '../../../scripts/sandbox/faults';
import { searchFor } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, eve, license, licenses, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const LICENSE_ONLY = '/people?has=license-only';
const CARD_ONLY = '/people?has=card-only';
const WITHOUT_CARD = '/invite?has=license-only&for=cards&from=people';
const TO_CARDS = 'Invite to Digital Business Cards';
const TO_LEAD_CAPTURE = 'Invite to Lead Capture';

const dora = { code: 'c4', email: 'dora@acme.example', name: 'Dora', title: 'Buyer' };
const account = dana({ ecard: cards({ cards: [...(cards().cards ?? []), dora] }) });

const section = '[aria-label^="People without"]';
const heading = (browser: NoJsBrowser) => browser.text(`${section} h2`);
const groups = (browser: NoJsBrowser) => browser.texts(`${section} bdi`).map(emails => emails.split('; '));

describe('people who have one product and not the other', () => {
  test('P335: those without a card are invited to Digital Business Cards', async () => {
    const { browser } = await openPortal({ accounts: [account], at: LICENSE_ONLY });
    await browser.follow(TO_CARDS);
    expect(browser.address).toBe(WITHOUT_CARD);
    expect(heading(browser)).toBe('People without a card 1');
    expect(groups(browser)).toEqual([['cleo@acme.example']]);
    const mail = new URL(browser.href('Open mail to person 1')).searchParams;
    expect([mail.get('bcc'), mail.get('subject')]).toEqual([
      'cleo@acme.example',
      'Your digital business card',
    ]);
    expect(mail.get('body')).toBe(browser.value('Text').replaceAll('\n', '\r\n'));
    await browser.follow('Show them in People');
    expect(browser.address).toBe(LICENSE_ONLY);
  });

  test('P335: those without a license are invited to Lead Capture', async () => {
    const { browser } = await openPortal({ accounts: [account], at: CARD_ONLY });
    await browser.follow(TO_LEAD_CAPTURE);
    expect(heading(browser)).toBe('People without a license 1');
    expect(groups(browser)).toEqual([['dora@acme.example']]);
    expect(browser.value('Text')).toContain('ACME-4711');
  });

  test('P335: only those who match the search', async () => {
    const { browser } = await openPortal({
      accounts: [
        dana({
          scanner: scanner({
            licenses: [
              license({ appId: 'U-1', email: 'idle@north.example', leadsLast30Days: 0 }),
              license({ appId: 'U-2', email: 'busy@north.example', leadsLast30Days: 3 }),
              license({ appId: 'U-3', email: 'idle@south.example', leadsLast30Days: 0 }),
            ],
          }),
        }),
      ],
      at: `${LICENSE_ONLY}&sort=email&dir=desc`,
    });
    await searchFor(browser, 'Search people', 'north');
    await browser.follow(TO_CARDS);
    expect(groups(browser)).toEqual([['busy@north.example', 'idle@north.example']]);
    await browser.follow('Show them in People');
    expect(browser.address).toBe('/people?q=north&has=license-only');
  });

  test('P335: groups have up to 50 addresses, and the first 1,000 people are shown', async () => {
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licenses: licenses(1203) }) })],
      at: WITHOUT_CARD,
    });
    expect(heading(browser)).toMatch(/^People without a card 1,20\d$/);
    const shown = groups(browser);
    expect(new Set(shown.flat()).size).toBe(1000);
    expect(Math.max(...shown.map(({ length }) => length))).toBe(50);
    expect(browser.text(section)).toContain('These are the first 1,000 of 1,20');
  });

  test('P335: an address that does not name exactly one mailbox is in no group, and is listed separately', async () => {
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licenses: [license({ appId: 'U-1', email: 'unknown' })] }) })],
      at: WITHOUT_CARD,
    });
    expect(groups(browser)).toEqual([]);
    expect(browser.text(section)).toContain('1 person without a usable email address: unknown');
  });

  test.each(['/people', '/people?has=license-and-card'])('P335: nobody is invited from %s', async at => {
    const { browser } = await openPortal({ accounts: [account], at });
    expect(browser.text('main')).not.toContain('Invite to');
  });

  test.each(['/invite?for=cards', '/invite?for=licenses&has=license-only', '/invite?for=cards&has=x&has=y'])(
    'P335: an invitation to everybody has no addresses: %s',
    async at => {
      const { browser } = await openPortal({ accounts: [account, eve()], at });
      expect(browser.status).toBe(200);
      expect(browser.has(section)).toBe(false);
    },
  );

  test.each(['scannerStats', 'ecardStats'] as const)(
    'P335: while %s fails, nobody is without a card',
    async call => {
      const { browser } = await openPortal({
        accounts: [account],
        at: LICENSE_ONLY,
        faults: [call, status(500)],
      });
      expect(browser.text('main')).not.toContain(TO_CARDS);
      await browser.visit(WITHOUT_CARD);
      expect(browser.status).toBe(200);
      expect(browser.text(`${section} [role=alert]`)).toMatch(
        /^“License only” needs both products, and .+ is not available\. Try again$/,
      );
      expect(browser.$(`${section} [role=alert] a`).attr('href')).toBe(WITHOUT_CARD);
      expect(groups(browser)).toEqual([]);
      expect(browser.value('Text')).toContain('https://apps.example/cards');
    },
  );

  test('P335: with one product, no addresses are shown, and the other product is not called', async () => {
    const { browser, portal } = await openPortal({
      accounts: [dana({ roles: [{ product: 3, entityId: 'acme-cards' }] })],
      at: WITHOUT_CARD,
    });
    expect(browser.status).toBe(200);
    expect(browser.has(section)).toBe(false);
    expect(portal.calls.map(({ call }) => call)).not.toContain('scannerStats');
  });
});
