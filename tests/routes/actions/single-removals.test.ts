import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Call } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { paths } from '../../../shared/paths';
import { holdCalls } from '../../support/backends/held-calls';
import { countLine, toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { idsOf, review } from '../../support/browsers/removals';
import { cards, claimedCards, dana, license, licenses, scanner } from '../../support/data/accounts';
import { deactivateCard, revokeLicense } from '../../support/data/actions';
import { openPortal, type PortalOptions, type TestPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const CEO = 'ceo@acme.example';

/** The dialogs, each with an account of three licenses or cards, the first of which belongs to a person. */
const products = [
  {
    ...revokeLicense,
    stats: 'scannerStats' as Call,
    ...{ id: 'U-0001', list: 'activated-licenses' },
    reassigned: `Not revoked: the license belongs to ${CEO} now.`,
    account(email: string): Partial<SeedAccount> {
      const [first, ...others] = licenses(3);
      return {
        scanner: scanner({ licenses: [{ ...license({ appId: 'U-0001' }), ...first, email }, ...others] }),
      };
    },
  },
  {
    ...deactivateCard,
    stats: 'ecardStats' as Call,
    ...{ id: 'c0001', list: 'claimed-cards' },
    reassigned: `Not deactivated: the card belongs to ${CEO} now.`,
    account(email: string): Partial<SeedAccount> {
      const [first, ...others] = claimedCards(3);
      return { ecard: cards({ cards: [{ code: 'c0001', ...first, email }, ...others] }) };
    },
  },
];

describe.each(products)('the dialog of $page', product => {
  const { page, dialog, id, field, button, stats, call: removal, done, failed } = product;
  const { reassigned, account, list } = product;
  const anna = dana(account('anna@acme.example'));

  async function openDialog({ state = '', ...options }: PortalOptions & { state?: string } = {}) {
    return openPortal({ at: `${page}?${state}${dialog}=${id}`, accounts: [anna], ...options });
  }

  const reassign = ({ store }: TestPortal, email = CEO) => store.replaceAccounts([dana(account(email))]);

  const holders = (browser: NoJsBrowser) => browser.texts('main tbody [dir=ltr]');

  test('P280 T54: removes nothing if the row was given to another person, names that one, and can be repeated', async () => {
    const { portal, browser } = await openDialog();
    expect(browser.text('dialog[open] .dialog-subject')).toContain('anna@acme.example');
    expect(browser.text('dialog[open]')).toMatch(/\d (leads?|profile visits?) in the last 30 days/);
    reassign(portal);
    await browser.press(button);
    expect(toasts(browser)).toEqual([`error: ${reassigned}`]);
    expect(portal.removals()).toEqual([]);
    expect(holders(browser)).toContain(CEO);
    await browser.visit(`${page}?${dialog}=${id}`);
    expect(browser.text('dialog[open] .dialog-subject')).toContain(CEO);
    await browser.press(button);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
    expect(holders(browser)).not.toContain(CEO);
  });

  test.each(['a\0nna@acme.example', 'a\uD800nna@acme.example'])(
    'P280: removes a row with characters that no form can send: %j',
    async email => {
      const { browser } = await openDialog({ accounts: [dana(account(email))] });
      await browser.press(button);
      expect(toasts(browser)).toEqual([`success: ${done}`]);
    },
  );

  test('P280 T54: an address of the greatest length is bound to its row', async () => {
    const long = `${'字'.repeat(999)}a@acme.example`;
    const { portal, browser } = await openDialog({ accounts: [dana(account(long))] });
    reassign(portal, `${'字'.repeat(999)}b@acme.example`);
    await browser.press(button);
    expect(toasts(browser)).toEqual([expect.stringMatching(/^error: Not (revoked|deactivated):/)]);
    await browser.visit(`${page}?${dialog}=${id}`);
    reassign(portal, ` ${long.toUpperCase()} `);
    await browser.reload();
    await browser.press(button);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
  });

  test('P280 T54: a form that does not say whose row it is removes nothing, and names the person', async () => {
    const { portal, browser } = await openDialog();
    const { action, pairs } = browser.form(button);
    reassign(portal);
    for (const incomplete of [
      pairs.filter(([name]) => name !== 'email'),
      pairs.map(([name, value]): [string, string] => [name, name === 'email' ? '' : value]),
      [...pairs, ['email', CEO] as [string, string]],
      [[field, id] as [string, string]],
    ]) {
      await browser.submit(action, incomplete);
      expect(toasts(browser)).toEqual([`error: ${reassigned}`]);
    }
    expect(portal.removals()).toEqual([]);
  });

  test('P281: says if the list still has the row, although the backend confirmed its removal', async () => {
    const { portal, browser } = await openDialog();
    portal.faults.on(removal, faults.status(200));
    await browser.press(button);
    expect(toasts(browser)).toEqual([`warning: ${done}, but it is still listed.`]);
    expect(holders(browser)).toContain('anna@acme.example');
    expect(browser.text('main [role=status] .failed')).toBe(
      `${done}, but it is still listed: anna@acme.example. Try again`,
    );
    await browser.follow('Try again');
    portal.faults.off();
    await browser.press(button);
    expect(browser.text('main [role=status] strong')).toBe('anna@acme.example removed');
  });

  test.each<[string, number, 'given' | 'gone' | 'unavailable', string]>([
    ['somebody else’s license or card was not removed', 403, 'given', reassigned],
    ['a row that is no longer listed was gone', 429, 'gone', `${failed}: it is no longer in the list.`],
    ['only a list can say that a row is gone', 404, 'unavailable', failed],
  ])('P281: the list decides: %s', async (_what, status, found, message) => {
    const { portal, browser } = await openDialog();
    portal.faults.on(removal, exchange => {
      if (found === 'given') reassign(portal);
      if (found === 'gone')
        portal.store.replaceAccounts([
          dana({ scanner: scanner({ licenses: [] }), ecard: cards({ cards: [] }) }),
        ]);
      if (found === 'unavailable') portal.faults.on(stats, faults.status(500));
      faults.status(status, { 'retry-after': '0' })(exchange);
    });
    await browser.send(button);
    portal.faults.off();
    await browser.visit(page);
    expect(toasts(browser)).toEqual([`error: ${message}`]);
  });

  test('P206 T72: the login page and the next sign-in say that the row was removed, although the session has ended meanwhile', async () => {
    // The address of the page is too long for a cookie.
    const { portal, browser } = await openDialog({
      state: `nq=${'x'.repeat(500)}&q=${'anna '.repeat(100)}&`,
    });
    portal.faults.on(removal, exchange => {
      portal.faults.on(stats, faults.status(401));
      portal.identity.failure = 'rejects';
      exchange.pass();
    });
    await browser.press(button);
    expect(portal.removals()).toEqual([id]);
    expect(browser.address).toBe(paths.login);
    expect(browser.text('[role=alert]')).toBe(`${done}. Your session has ended. Please sign in again.`);
    const audited = portal.logLines().filter(({ audit }) => audit !== undefined && audit !== 'sign-in');
    expect(audited.map(({ item, outcome }) => [item, outcome])).toEqual([
      [id, expect.stringMatching(/(Revoked|Deactivated)$/)],
    ]);

    portal.identity.failure = undefined;
    portal.faults.off();
    await browser.signIn();
    await browser.visit(page);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
  });

  test('P206 T72: a session that ends before the removal removes nothing, and uses up no limit', async () => {
    const { portal, browser } = await openDialog({ environment: { REMOVAL_LIMIT_PER_HOUR: '1' } });
    portal.faults.on(removal, faults.status(401));
    portal.identity.failure = 'rejects';
    await browser.press(button);
    expect(browser.text('[role=alert]')).toMatch(/^Your session had ended, so the .* was not /);
    portal.identity.failure = undefined;
    portal.faults.off();
    await browser.signIn();
    await browser.visit(`${page}?${dialog}=${id}`);
    await browser.press(button);
    expect(toasts(browser).at(-1)).toBe(`success: ${done}`);
  });

  test.each([
    ['a search that still finds somebody', 'q=acme', /\?q=acme#/],
    ['a search that no longer finds anybody', 'q=anna', /^[^?]+$/],
    ['an order', 'dir=asc', /\?dir=asc#/],
  ])('P99 P126 P209 P417: leads back to the list, after %s', async (_what, state, address) => {
    const { browser } = await openDialog({ state: `${state}&` });
    const { location = '' } = (await browser.send(button)).headers;
    expect(location).toMatch(address);
    expect(location.split('#')[1]).toBe(list);
    await browser.visit(location);
    expect(toasts(browser)).toEqual([`success: ${done}`]);
    expect(holders(browser)).toHaveLength(2);
    expect(countLine(browser, `#${list}`)).toMatch(/^anna@acme\.example removed +Showing 2 /);
    await browser.reload();
    expect(countLine(browser, `#${list}`)).toMatch(/^Showing 2 /);
  });

  test('P209 P417: after a failure, leads back to the search, which still finds the row', async () => {
    const { portal, browser } = await openDialog({ state: 'q=anna&' });
    portal.faults.on(removal, faults.status(500));
    expect((await browser.send(button)).headers.location).toBe(`${page}?q=anna#${list}`);
  });

  test('T59: of two tabs that remove the same row, the second one finds it gone', async () => {
    const { portal, browser } = await openDialog();
    const { action, fields } = browser.form(button);
    await browser.submit(action, Object.entries(fields));
    expect(toasts(browser)).toEqual([`success: ${done}`]);
    await browser.submit(action, Object.entries({ ...fields, once: randomUUID() }));
    expect(toasts(browser)).toEqual([`error: ${failed}: it is no longer in the list.`]);
    expect(portal.removals()).toEqual([id]);
  });

  test('T59: counts among the four calls of the company', async () => {
    const account = { scanner: scanner({ licenses: licenses(8) }), ecard: cards({ cards: claimedCards(8) }) };
    const { portal, browser } = await openPortal({ accounts: [dana(account)], at: page });
    const kind = field === 'cardId' ? 'card' : 'license';
    const [single, ...others] = idsOf(browser);
    await browser.visit(`${page}?${dialog}=${single}`);
    const { action, fields } = browser.form(button);
    await review(browser, others.slice(0, 4), kind);
    const held = holdCalls(portal.faults, removal);
    await browser.send(kind === 'card' ? 'Deactivate 4 cards' : 'Revoke 4 licenses');
    await eventually('four calls are in flight', async () => held.count() === 4);
    portal.calls.length = 0;
    const answer = browser.copy().post(action, fields);
    await eventually('the list is fetched', async () =>
      portal.calls.some(({ call, end }) => call === stats && end === 'answered'),
    );
    // A fifth call would arrive during another request.
    await portal.browser().visit(paths.login);
    expect(held.count()).toBe(4);
    held.release();
    expect((await answer).status).toBe(303);
    expect(portal.removals()).toHaveLength(1);
  });
});

test.each([
  ['a\nb', 'a\r\nb'],
  ['n\0ul', 'n\uFFFDul'],
  ['e%000af', 'e\nf'],
])('P381 T54: the dialog of %j removes that license, not %j of the same person', async (id, twin) => {
  const email = 'anna@acme.example';
  const twins = [twin, id].map(appId => license({ appId, email, leadsTotal: appId === id ? 1 : 2 }));
  const { portal, browser } = await openPortal({
    at: `${paths.leadCapture}?sort=leadsTotal&dir=asc`,
    accounts: [dana({ scanner: scanner({ licenses: twins }) })],
  });
  await browser.follow('Deactivate the license of anna@acme.example');
  await browser.press('Revoke License');
  expect(toasts(browser)).toEqual(['success: License revoked successfully']);
  expect(portal.removals()).toEqual([encodeURIComponent(id)]);
});

test('P381 T23: a license whose ID cannot be sent to the backend stays, and its dialog shows it', async () => {
  const { portal, browser } = await openPortal({
    at: paths.leadCapture,
    accounts: [
      dana({ scanner: scanner({ licenses: [license({ appId: 's\ud800x', email: 'anna@acme.example' })] }) }),
    ],
  });
  await browser.follow('Deactivate the license of anna@acme.example');
  expect(browser.text('dialog[open] .dialog-subject')).toContain('anna@acme.example');
  await browser.press('Revoke License');
  expect(toasts(browser)).toEqual(['error: Failed to revoke license']);
  expect(portal.removals()).toEqual([]);
});

test('P138: the address of a dialog whose item is no longer in the list shows a notice', async () => {
  const { browser } = await openPortal({ at: '/leads-capture?revoke=not-there' });
  expect(browser.text('main [role=alert]')).toBe('This license is no longer in the list.');
  await browser.visit('/digital-business-cards?deactivate=not-there');
  expect(browser.text('main [role=alert]')).toBe('This card is no longer in the list.');
});
