import { describe, expect, test } from '@jest/globals';
import { cards, claimedCards, dana, licenses, nonClaimedCards, scanner } from '../../support/accounts';
import { clearSearch, pages, searchFor, sortBy, turnTo } from '../../support/lists';
import { startPortal } from '../../support/portal';

const COUNT = 10_000;
const PAGE_LIMIT_BYTES = 72_000;

const nonActivatedLicenses = Array.from({ length: COUNT }, (_, index) => ({ appId: `N-${index}` }));

async function open(address: string) {
  const portal = await startPortal({
    accounts: [
      dana({
        scanner: scanner({
          licensesPurchased: 3 * COUNT,
          licenses: [...licenses(COUNT), ...nonActivatedLicenses],
        }),
        ecard: cards({
          licensesPurchased: 3 * COUNT,
          cards: [...claimedCards(COUNT), ...nonClaimedCards(COUNT)],
        }),
      }),
    ],
  });
  const browser = await portal.signedIn();
  return browser.visit(address);
}

describe('a company with 10,000 licenses', () => {
  test('shows pages of limited size, sorts and searches', async () => {
    const browser = await open('/leads-capture');
    const steps = [
      () => turnTo(browser, 'Pages of activated licenses', 'Page 400'),
      () => turnTo(browser, 'Pages of non-activated licenses', 'Page 400'),
      () => sortBy(browser, 'Activated licenses', 'Leads all time'),
      () => sortBy(browser, 'Activated licenses', 'Leads all time'),
      () => searchFor(browser, 'Search activated licenses', 'u-99'),
      () => browser.follow('Deactivate'),
    ];
    for (const step of steps) {
      expect(browser.rows('Activated licenses')).toHaveLength(25);
      expect(Buffer.byteLength(browser.response.text)).toBeLessThan(PAGE_LIMIT_BYTES);
      await step();
    }
    expect(browser.has('dialog[open]')).toBe(true);
    expect(browser.rows('Activated licenses')[0]?.[1]).toBe('U-9999');
    expect(browser.text('#activated-licenses .count-line')).toBe(
      'Showing 100 of 10,000 results (filtered from 10,000 total)',
    );
    expect(pages(browser, 'Pages of activated licenses')).toBe('[1] 2 3 4');
    expect(pages(browser, 'Pages of non-activated licenses')).toBe('1 … 396 397 398 399 [400]');
  });
});

describe('a company with 10,000 cards', () => {
  test('shows pages of limited size, sorts and searches', async () => {
    const browser = await open('/digital-business-cards');
    const steps = [
      () => turnTo(browser, 'Pages of claimed cards', 'Page 400'),
      () => turnTo(browser, 'Pages of non-claimed cards', 'Page 400'),
      () => sortBy(browser, 'Claimed cards', 'Name'),
      () => sortBy(browser, 'Non-claimed cards', 'CardID'),
      () => searchFor(browser, 'Search claimed cards', 'title 99'),
      () => searchFor(browser, 'Search non-claimed cards', 'N99'),
      () => clearSearch(browser, 'Search claimed cards'),
      () => browser.follow('Deactivate'),
    ];
    for (const step of steps) {
      expect(browser.rows('Claimed cards')).toHaveLength(25);
      expect(browser.rows('Non-claimed cards')).toHaveLength(25);
      expect(Buffer.byteLength(browser.response.text)).toBeLessThan(PAGE_LIMIT_BYTES);
      await step();
    }
    expect(browser.text('dialog[open]')).toContain('Person 9999');
    expect(browser.rows('Non-claimed cards')[0]).toEqual(['n9999']);
    expect(pages(browser, 'Pages of claimed cards')).toBe('[1] 2 3 4 5 … 400');
    expect(pages(browser, 'Pages of non-claimed cards')).toBe('[1] 2 3 4');
  });
});

test('the dashboard of a large company is small', async () => {
  const browser = await open('/dashboard');
  expect(browser.text('main')).toContain('30,000');
  expect(Buffer.byteLength(browser.response.text)).toBeLessThan(PAGE_LIMIT_BYTES / 2);
});
