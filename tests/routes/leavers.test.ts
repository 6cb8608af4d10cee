import { expect, test } from '@jest/globals';
import * as faults from '../../scripts/sandbox/faults';
import { paths } from '../../shared/paths';
import { cards, dana, license, scanner } from '../support/accounts';
import { startPortal } from '../support/portal';

/** Ada has both, Ben a license, Cleo a card, and a freelancer a license. */
const company = dana({
  scanner: scanner({
    licenses: [
      license({ appId: 'U-1', email: 'Ada@acme.example', leadsLast30Days: 3, leadsTotal: 3 }),
      license({ appId: 'U-2', email: 'ben@acme.example' }),
      license({ appId: 'U-3', email: 'free@lance.example' }),
    ],
  }),
  ecard: cards({
    cards: [
      { code: 'c1', email: 'ada@ACME.example', name: 'Ada', activitiesLast30Days: 7, activitiesTotal: 9 },
      { code: 'c2', email: 'cleo@acme.example', name: 'Cleo' },
    ],
  }),
});

async function check(people: string, direction: 'left' | 'stay') {
  const portal = await startPortal({ accounts: [company] });
  const browser = await portal.signedIn();
  await browser.visit(paths.leavers);
  await browser.submit(paths.leavers, [
    ['people', people],
    ['direction', direction],
  ]);
  return { portal, browser };
}

test.each([paths.leadCapture, paths.cards])('P260: %s leads to the check', async path => {
  const portal = await startPortal({ accounts: [company] });
  const browser = await portal.signedIn();
  await browser.visit(path);
  await browser.follow('Check a list of leavers');
  expect(browser.address).toBe(paths.leavers);
  await browser.fill('Email addresses', 'nobody').press('Check');
  expect(browser.text('[role=alert]')).toBe('There is no email address in this text.');
});

test('P261 P262: says who of the leavers has what, selects all of it, and removes it of both products in one run', async () => {
  const { portal, browser } = await check(
    'Please remove "Ada Byron" <ADA@acme.example>; cleo@acme.example, gone@acme.example',
    'left',
  );
  expect(browser.text('[aria-label=Answer]')).toContain('3 people in this list');
  expect(browser.text('[aria-label=Answer]')).toContain(
    '1 person with a license and a card, 0 with a license only, 1 with a card only, 1 with neither',
  );
  expect(browser.texts('.people li')).toEqual([
    'Ada@acme.example License Leads in 30 days: 3',
    'ada@ACME.example Card Profile visits in 30 days: 7',
    'cleo@acme.example Card Profile visits in 30 days: 0',
  ]);
  expect(browser.$('.people input[checked]')).toHaveLength(3);
  await browser.press('Deactivate selected');
  expect(browser.texts('.review .card-head h2')).toEqual(['1 license', '2 cards']);
  await browser.press('Revoke 1 License and Deactivate 2 Cards');
  expect(portal.calls.filter(({ line }) => line.startsWith('DELETE'))).toHaveLength(3);
  expect(browser.text('.run-end')).toContain('Confirmed: none of the 3 is listed any more');
  expect(browser.text('.run-end h2')).toBe('1 license revoked, 2 cards deactivated');
});

test('P263: says who is not on a list of staff, guests apart, with nothing selected', async () => {
  const { browser } = await check('ada@acme.example', 'stay');
  expect(browser.text('[aria-label=Answer]')).toContain(
    '3 licenses and cards are of people who are not on this list',
  );
  expect(browser.texts('.people-title')).toEqual([
    'On the domains of the list (2)',
    'On other domains: agencies, freelancers, guests (1)',
  ]);
  expect(browser.texts('.people li').map(text => text.split(' ')[0])).toEqual([
    'ben@acme.example',
    'cleo@acme.example',
    'free@lance.example',
  ]);
  expect(browser.$('.people input[checked]')).toHaveLength(0);
});

test('P264: nothing of the list is logged', async () => {
  const { portal } = await check('very-special-person@acme.example', 'left');
  expect(portal.log()).not.toContain('very-special-person');
});

test('P4: says which product could not be asked, and answers for the other', async () => {
  const portal = await startPortal({ accounts: [company] });
  const browser = await portal.signedIn();
  portal.faults.on('scannerStats', faults.status(500));
  await browser.submit(paths.leavers, [['people', 'ada@acme.example']]);
  expect(browser.text('[role=alert]')).toBe('Error loading lead capture information');
  expect(browser.texts('.people li')).toHaveLength(1);
});
