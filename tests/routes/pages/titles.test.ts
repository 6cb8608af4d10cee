import { describe, expect, test } from '@jest/globals';
import {
  cards,
  claimedCards,
  dana,
  details,
  licenses,
  nonClaimedCards,
  scanner,
} from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

describe('P208: the document title contains the page, its search and its state', () => {
  const account = dana({
    scanner: scanner({ licenses: licenses(60) }),
    ecard: cards({ cards: [...claimedCards(60), ...nonClaimedCards(60)] }),
  });

  test.each([
    ['/dashboard', 'Dashboard'],
    ['/leads-capture', 'Lead Capture'],
    ['/leads-capture?q=acme', 'Lead Capture: “acme”'],
    ['/leads-capture?page=2', 'Lead Capture: page 2'],
    ['/leads-capture?q=acme&page=2', 'Lead Capture: “acme”, page 2'],
    ['/leads-capture?activity=idle30', 'Lead Capture: “Idle or never used”'],
    ['/leads-capture?q=acme&activity=never', 'Lead Capture: “acme”, “Never used”'],
    ['/leads-capture?page=999', 'Lead Capture: page 3'],
    ['/leads-capture?revoke=U-0001', 'Confirm License Revocation'],
    ['/digital-business-cards', 'Digital Business Cards'],
    ['/digital-business-cards?npage=2', 'Digital Business Cards: non-claimed page 2'],
    ['/digital-business-cards?dialog=profile-data', 'Request Profile Data Export'],
    ['/nothing/here', 'Page not found'],
  ])('%s', async (address, title) => {
    const { browser } = await openPortal({ at: address, accounts: [account] });
    expect(browser.text('title')).toBe(`${title} – Acme & Sons`);
    expect(browser.$('html').attr('lang')).toBe('en');
  });

  test.each([
    ['/dashboard', 'Dashboard'],
    ['/nothing/here', 'Page not found'],
  ])('%s, without a company', async (address, title) => {
    const { browser } = await openPortal({
      at: address,
      faults: ['portalUsers', details({ company: ' ', roles: [] })],
    });
    expect(browser.text('title')).toBe(title);
  });

  test.each([
    ['/finishsignup?mode=signIn', 'Sign-in failed'],
    ['/nothing/here', 'Page not found'],
  ])('%s, signed out', async (address, title) => {
    const { browser } = await openPortal({ as: null, at: address });
    expect(browser.text('title')).toBe(`${title} – License Portal`);
  });
});
