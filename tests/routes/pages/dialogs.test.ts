import { expect, test } from '@jest/globals';
import { dana } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { activatedLicenses, claimedCards, listRows } from '../../support/portal/product-lists';

const rows = [...listRows(60), ...Array.from({ length: 60 }, (_, index) => ({ id: `n0${index}` }))];
const account = dana({ ...activatedLicenses.account(rows), ...claimedCards.account(rows) });

const licenses = '/leads-capture?q=r0&field=id&sort=leadsTotal&dir=asc&page=2&npage=2';
const cards = '/digital-business-cards?q=person&sort=name&dir=asc&page=2&nq=n0&ndir=desc&npage=2';

test.each([
  {
    action: 'P87 P98: revoking a license',
    link: 'Deactivate the license of r0035@acme.example',
    page: licenses,
    heading: 'Confirm License Revocation',
    texts: [
      'Are you sure you want to revoke the license of:',
      'r0035@acme.example',
      '26 leads in the last 30 days',
      'This action cannot be undone.',
    ],
    button: 'Revoke License',
    back: '#activated-licenses',
  },
  {
    action: 'P125: deactivating a card',
    link: 'Deactivate the card of Person 0026',
    page: cards,
    heading: 'Confirm Card Deactivation',
    texts: [
      'Are you sure you want to deactivate the digital business card for:',
      'Person 0026r0026@acme.example',
      '35 profile visits in the last 30 days',
      'This action will clear the NFC profile and cannot be undone.',
    ],
    button: 'Deactivate Card',
    back: '#claimed-cards',
  },
  {
    action: 'P106: requesting all profile data',
    link: 'Request All Profile Data',
    page: cards,
    heading: 'Request Profile Data Export',
    texts: ['We will email an export of all card profile data to your registered email.'],
    button: 'Confirm',
    back: '',
  },
])(
  'P138 P139: $action asks for confirmation, and Cancel and Close return without a change',
  async ({ link, page, heading, texts, button, back }) => {
    const { portal, browser } = await openPortal({ at: page, accounts: [account] });
    const before = browser.text('main');
    for (const close of ['Cancel', 'Close']) {
      await browser.follow(link);
      expect(browser.text('dialog[open] h2')).toBe(heading);
      expect(browser.texts('dialog[open] p')).toEqual(texts);
      expect(browser.texts('dialog[open] form :is(a, button)')).toEqual(['Cancel', button]);
      expect(browser.$('dialog[open]').attr('aria-modal')).toBe('true');
      expect(browser.href('Cancel')).toBe(page + back);
      expect(browser.$('.frame').is('[inert]')).toBe(true);
      await browser.follow(close);
      expect(browser.address).toBe(page);
      expect(browser.has('dialog[open]')).toBe(false);
      expect(browser.text('main')).toBe(before);
    }
    expect(portal.calls.filter(({ line }) => !line.startsWith('GET'))).toEqual([]);
  },
);
