import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import type { CardCompany } from '../../../scripts/sandbox/seed';
import { countLine, figures } from '../../support/browsers/lists';
import { cards, dana } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const PAGE = '/digital-business-cards';
const CLAIMED = 'Claimed cards';
const NON_CLAIMED = 'Non-claimed cards';

async function open(change: Partial<CardCompany> = {}, address = PAGE) {
  const { browser } = await openPortal({ at: address, accounts: [dana({ ecard: cards(change) })] });
  return browser;
}

describe('the overview', () => {
  test('P11 P79 P103: shows the five figures', async () => {
    const browser = await open({ licensesPurchased: 1234 });
    expect(Object.entries(figures(browser))).toEqual([
      ['Active Cards', '2'],
      ['Available Cards', '1,232'],
      ['Total Cards', '1,234'],
      ['Profile Visits (30 days)', '9'],
      ['Profile Visits (total)', '160'],
    ]);
  });

  test('P104 P143: offers the cards app’s download link for copying', async () => {
    const browser = await open();
    expect(browser.text('[popovertarget=download-address]')).toBe('Copy Download Link');
    expect(browser.$('#download-address input').val()).toBe('https://apps.example/cards');
  });
});

describe('the claimed cards', () => {
  test('P113: show name, email, job title, CardID, both counts of visits, and an action', async () => {
    const browser = await open();
    expect(browser.texts('#claimed-cards h2')).toEqual(['Claimed Cards']);
    expect(browser.text('#claimed-cards thead').replaceAll(/ [↑↓↕]/g, '')).toBe(
      'Name Email Job title CardID Profile visits (30 days) Profile visits (total) Actions',
    );
    expect(browser.rows(CLAIMED)).toEqual([
      ['Ada Byron', 'ada@acme.example', 'Engineer', 'c1', '7', '70', 'Deactivate'],
      ['Ben Okafor', 'ben@acme.example', 'Not specified', 'c2', '2', '90', 'Deactivate'],
    ]);
  });

  test.each([null, '', '  '])(
    'P110 P111: without a job title say so, and without an email address are non-claimed: %j',
    async missing => {
      const browser = await open({
        cards: [
          { code: 'c1', email: 'ada@acme.example', name: 'Ada', title: missing },
          { code: 'c2', email: missing, name: 'Left over', title: 'Left over' },
        ],
      });
      expect(browser.rows(CLAIMED)).toEqual([
        ['Ada', 'ada@acme.example', 'Not specified', 'c1', '0', '0', 'Deactivate'],
      ]);
      expect(browser.rows(NON_CLAIMED)).toEqual([['c2']]);
      expect(browser.text()).not.toContain('Left over');
    },
  );
});

test('P119 P121: the non-claimed cards are a list of CardIDs with an explanation, and buttons that copy them', async () => {
  const browser = await open();
  expect(browser.texts('#non-claimed-cards h2')).toEqual(['Non-Claimed Cards']);
  expect(browser.text('#non-claimed-cards')).toContain(
    'Digital business cards that have not been claimed by users yet',
  );
  expect(browser.rows(NON_CLAIMED)).toEqual([['c3']]);
  expect(browser.has('#non-claimed-cards tbody button[aria-label="Copy c3"]')).toBe(true);
  const $search = browser.$('input[aria-label="Search non-claimed cards"]');
  expect($search.attr('placeholder')).toBe('Search non-claimed cards...');
  expect(countLine(browser, '#non-claimed-cards')).toBe('Showing 1 items');
  expect(browser.href('Export non-claimed cards as CSV')).toBe(`${PAGE}/non-claimed-cards.csv`);
});

test('P106 P108: requests all profile data while the figures are not available', async () => {
  const { portal, browser } = await openPortal({ at: PAGE, faults: ['ecardStats', faults.status(500)] });
  expect(browser.texts('main [role=alert]')).toEqual(['Failed to get company stats Try again']);
  await browser.follow('Request All Profile Data');
  expect(browser.text('dialog[open] h2')).toBe('Request Profile Data Export');
  await browser.press('Confirm');
  expect(portal.calls.map(({ line }) => line)).toContain('POST /portal/companies/acme-cards/export');
});
