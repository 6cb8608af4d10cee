import { describe, expect, test } from '@jest/globals';
import { cards, claimedCards, dana, licenses, nonClaimedCards, scanner } from '../../support/accounts';
import { startPortal } from '../../support/portal';

describe('P208: the document title contains the page, its search and its state', () => {
  const account = dana({
    scanner: scanner({ licenses: licenses(60) }),
    ecard: cards({ cards: [...claimedCards(60), ...nonClaimedCards(60)] }),
  });

  test.each([
    ['/leads-capture', 'Lead Capture'],
    ['/leads-capture?q=acme', 'Lead Capture: “acme”'],
    ['/leads-capture?page=2', 'Lead Capture: page 2'],
    ['/leads-capture?q=acme&page=2', 'Lead Capture: “acme”, page 2'],
    ['/leads-capture?activity=idle30', 'Lead Capture: activity “Nothing in 30 days”'],
    ['/leads-capture?q=acme&activity=never', 'Lead Capture: “acme”, activity “Never”'],
    ['/leads-capture?page=999', 'Lead Capture: page 3'],
    ['/leads-capture?revoke=U-0001', 'Confirm License Revocation'],
    ['/digital-business-cards?npage=2', 'Digital Business Cards: non-claimed page 2'],
    ['/digital-business-cards?dialog=profile-data', 'Request Profile Data Export'],
    ['/nothing/here', 'Page not found'],
  ])('%s', async (address, title) => {
    const portal = await startPortal({ accounts: [account] });
    const browser = await portal.signedIn();
    await browser.visit(address);
    expect(browser.text('title')).toBe(`${title} – Acme & Sons`);
  });

  test('a failed sign-in', async () => {
    const portal = await startPortal();
    const browser = await portal.browser().visit('/finishsignup?mode=signIn');
    expect(browser.text('title')).toBe('Sign-in failed – License Portal');
  });

  test('an unknown URL, signed out', async () => {
    const portal = await startPortal();
    const browser = await portal.browser().visit('/nothing/here');
    expect(browser.text('title')).toBe('Page not found – License Portal');
  });
});
