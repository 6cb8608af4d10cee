import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { csvRows, fileName, toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, claimedCards, dana, eve, license, scanner } from '../../support/data/accounts';
import { openPortal, type PortalOptions, type TestPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const LICENSES = 60;

/** All of Jest's fake timers except intervals. */
const OTHER_TIMERS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];

/** Sixty licenses; those with an even number have no leads in the last 30 days. */
const licenses = Array.from({ length: LICENSES }, (_, index) =>
  license({
    appId: `U-${String(index).padStart(2, '0')}`,
    email: `p${String(index).padStart(2, '0')}@acme.example`,
    leadsLast30Days: index % 2 === 0 ? 0 : index,
    leadsTotal: 100,
  }),
);

const company = dana({
  scanner: scanner({ licenses, licensesPurchased: LICENSES }),
  ecard: cards({ cards: claimedCards(3), licensesPurchased: 5 }),
});

async function open(address: string, options: PortalOptions = {}) {
  const { portal } = await openPortal({ as: null, accounts: [company, eve()], ...options });
  const browser = await portal.signedIn(company.email);
  await browser.visit(address);
  return { portal, browser };
}

const removals = (portal: TestPortal) =>
  portal.calls.filter(({ line }) => line.startsWith('DELETE')).map(({ line }) => line.split('/').at(-1));
const lines = (browser: NoJsBrowser) => browser.texts('.run-results li');
const listed = (portal: TestPortal): string[] =>
  JSON.parse(String(portal.store.scannerStats('acme'))).userStats.map(
    ({ appId }: { appId: string }) => appId,
  );

/** Submits a selection of rows for review. */
const review = (browser: NoJsBrowser, ids: readonly string[], of = 'license', state = '') =>
  browser.submit(
    `${paths.reviewRemovals}?of=${of}${state}`,
    ids.map(id => [of, id]),
  );

describe('selecting', () => {
  test('P241: without JavaScript, one link selects the page and another clears the selection', async () => {
    const { browser } = await open(`${paths.leadCapture}?page=3`);
    await browser.follow('Select this page');
    expect(browser.$('#activated-licenses tbody input[checked]')).toHaveLength(10);
    expect(browser.text('.selection-count')).toBe('10 selected');
    expect(browser.address).toContain('page=3');
    const { fields } = browser.form('Deactivate selected');
    expect(fields.license).toBeDefined();
    await browser.follow('Clear the selection');
    expect(browser.$('#activated-licenses tbody input[checked]')).toHaveLength(0);
  });

  test('P230 P242: all matches are selected as a view, without IDs in any page', async () => {
    const { browser, portal } = await open(`${paths.leadCapture}?activity=idle30`);
    await browser.press('Select all 30 that match');
    expect(browser.text('h2')).toContain('30 licenses');
    expect(browser.has('input[name=license]')).toBe(false);
    await browser.fill('Type 30 to confirm', '30').press('Revoke 30 Licenses');
    expect(removals(portal)).toHaveLength(30);
    expect(new Set(removals(portal)).size).toBe(30);
    expect(listed(portal).filter(id => Number(id.slice(2)) % 2 === 0)).toEqual([]);
  });

  test('P231: an ID that the backend sends twice is removed once', async () => {
    const twice = [...licenses, license({ appId: 'U-00', email: 'twin@acme.example' })];
    const { browser, portal } = await open(paths.leadCapture, {
      accounts: [dana({ scanner: scanner({ licenses: twice }) })],
    });
    await browser.press('Select all 61 that match');
    expect(browser.text('.review')).not.toContain('61');
    await browser.fill('Type 60 to confirm', '60').press('Revoke 60 Licenses');
    expect(removals(portal)).toHaveLength(60);
  });

  test('P242: a view is reviewed again if its matches have changed', async () => {
    const { browser, portal } = await open(`${paths.leadCapture}?activity=idle30`);
    await browser.press('Select all 30 that match');
    portal.store.removeLicense('acme', 'U-00');
    await browser.fill('Type 30 to confirm', '30').press('Revoke 30 Licenses');
    expect(browser.text('[role=alert]')).toContain('The list has changed since you reviewed it');
    expect(removals(portal)).toEqual([]);
    await browser.fill('Type 29 to confirm', '29').press('Revoke 29 Licenses');
    expect(removals(portal)).toHaveLength(29);
  });

  test('P243: more than 1,000 matches are removed in several runs', async () => {
    const many = Array.from({ length: 1002 }, (_, index) => license({ appId: `M-${index}` }));
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licenses: many }) })],
    });
    await browser.visit(paths.leadCapture);
    await browser.press('Select the first 1,000 of 1,002 that match');
    expect(browser.text('h2')).toContain('1,000 licenses');
    expect(browser.text()).toContain('1,002 match. One run removes 1,000 at most: these are the first.');
  });
});

describe('the review', () => {
  test('P245: shows the items and their number, those with activity separately, before anything is removed', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-02', 'U-59']);
    expect(browser.text('h1')).toBe('Review Removal');
    expect(browser.text('.review h2')).toBe('3 licenses');
    expect(browser.text('.review-active')).toContain('1 license with leads in the last 30 days');
    expect(browser.rows('1 license with leads in the last 30 days')).toEqual([['p59@acme.example', '59']]);
    expect(browser.rows('2 licenses without leads in the last 30 days')).toEqual([
      ['p00@acme.example', '0'],
      ['p02@acme.example', '0'],
    ]);
    expect(browser.text()).toContain('This action cannot be undone.');
    expect(removals(portal)).toEqual([]);
    await browser.follow('Cancel');
    expect(browser.address).toBe(paths.leadCapture);
  });

  test('P245 P246: shows the first 25, collapses the others, and requires typing the number above 25', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await browser.press('Select all 60 that match');
    expect(browser.rows('30 licenses without leads in the last 30 days')).toHaveLength(25);
    expect(browser.texts('.review summary')).toEqual(['5 more', '5 more']);
    expect(browser.has('[aria-invalid=true]')).toBe(false);
    expect(browser.form('Revoke 60 Licenses').action).toMatch(/#confirm$/);
    await browser.fill('Type 60 to confirm', '6').press('Revoke 60 Licenses');
    expect(browser.text('#confirm [role=alert]')).toBe('Please type 60 to confirm.');
    expect(browser.$('#count[aria-invalid=true]').val()).toBe('6');
    expect(removals(portal)).toEqual([]);
  });

  test('P244: names items that are no longer listed and skips them, including IDs of other companies', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'left', 'foreign']);
    expect(browser.text()).toContain('No longer listed, and skipped: left, foreign');
    await browser.press('Revoke 1 License');
    expect(removals(portal)).toEqual(['U-00']);
  });

  test('reports an empty selection, and links back', async () => {
    const { browser } = await open(`${paths.leadCapture}?q=p1`);
    await browser.press('Deactivate selected');
    expect(browser.text()).toContain('Nothing is selected');
    await browser.follow('Back to the list');
    expect(browser.address).toBe(`${paths.leadCapture}?q=p1`);
  });

  test('reports that the list cannot be fetched', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    portal.faults.on('scannerStats', faults.status(500));
    await review(browser, ['U-00']);
    expect(browser.text('[role=alert]')).toBe('Error loading lead capture information');
  });
});

describe('a run', () => {
  test('P231 P247 P248 P252: shows the outcome of each item, and confirms it with a fresh list', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    portal.faults.on('scannerRevoke', exchange => {
      if (exchange.request.url?.endsWith('/U-02')) faults.status(404)(exchange);
      else if (exchange.request.url?.endsWith('/U-04')) faults.status(500)(exchange);
      else exchange.pass();
    });
    await review(browser, ['U-00', 'U-02', 'U-04']);
    await browser.press('Revoke 3 Licenses');
    expect(lines(browser).toSorted()).toEqual([
      'p00@acme.example Revoked',
      'p02@acme.example Was already gone',
      'p04@acme.example Failed: the backend answered 500. Try it again. If the problem persists, tell your contact',
    ]);
    expect(browser.text('.run-end h2')).toBe('1 license revoked, 1 already gone, 1 failed');
    // The backend still lists the item that it answers 404 for.
    expect(browser.text('.run-end')).toContain('1 of the 2 are still listed: p02@acme.example');
    const receipt = csvRows(await browser.download('Download receipt (CSV)'));
    expect(receipt.map(cells => [cells[3], cells[5]?.split(':')[0]]).toSorted()).toEqual([
      ['U-00', 'Revoked'],
      ['U-02', 'Was already gone'],
      ['U-04', 'Failed'],
    ]);

    portal.faults.off();
    await browser.press('Try the failed again');
    await browser.press('Revoke 1 License');
    expect(browser.text('.run-end')).toContain('Confirmed: none of the 1 is listed any more');
    expect(listed(portal)).not.toContain('U-04');
  });

  test('P247: waits for Retry-After when the backend answers 429', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    let time = 0;
    const calledAt: number[] = [];
    portal.faults.on('scannerRevoke', ({ response, pass }) => {
      calledAt.push(time);
      if (calledAt.length === 1) response.writeHead(429, { 'retry-after': '30' }).end();
      else pass();
    });
    await review(browser, ['U-00']);
    const run = browser.press('Revoke 1 License');
    await eventually('the call is made again', async () => {
      portal.advanceClock(1000);
      time += 1000;
      return calledAt.length > 1;
    });
    await run;
    expect(lines(browser)).toEqual(['p00@acme.example Revoked']);
    const [first = NaN, second = NaN, ...others] = calledAt;
    expect(second - first).toBeGreaterThanOrEqual(30_000);
    expect(others).toEqual([]);
  });

  test('P247: sending the same form again shows the same run, without further calls', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-02']);
    const { action, fields, pairs } = browser.form('Revoke 2 Licenses');
    const send = () => browser.submit(action, pairs);
    await Promise.all([send(), send()]);
    await send();
    expect(lines(browser)).toHaveLength(2);
    expect(removals(portal).toSorted()).toEqual(['U-00', 'U-02']);
    await browser.visit(`${paths.removalRun}?run=${fields.once}`);
    expect(lines(browser)).toHaveLength(2);
  });

  test('two administrators who remove the same licenses concurrently both get correct receipts', async () => {
    const { scanner: _licenses, ecard: _cards, ...omar } = dana({ email: 'omar@acme.example' });
    const { portal } = await openPortal({ as: null, accounts: [company, omar] });
    const [first, second] = [await portal.signedIn(company.email), await portal.signedIn(omar.email)];
    for (const browser of [first, second]) await review(browser, ['U-00', 'U-02', 'U-04', 'U-06']);
    const held: faults.Exchange[] = [];
    portal.faults.on('scannerRevoke', exchange => void held.push(exchange));
    portal.calls.length = 0;
    const runs = Promise.all([first, second].map(browser => browser.press('Revoke 4 Licenses')));
    // A list that is fetched after the other run's first removal would be shorter.
    await eventually('both runs have fetched their list', async () => {
      const fetched = portal.calls.filter(({ call, end }) => call === 'scannerStats' && end === 'answered');
      return fetched.length === 2;
    });
    portal.faults.off();
    for (const { pass } of held) pass();
    await runs;
    const outcomes = [...lines(first), ...lines(second)];
    expect(outcomes.filter(line => line.endsWith('Revoked'))).toHaveLength(4);
    expect(outcomes.filter(line => line.endsWith('Was already gone'))).toHaveLength(4);
    for (const browser of [first, second]) {
      expect(browser.text('.run-end')).toContain('Confirmed: none of the 4 is listed any more');
    }
  });

  test('P249: that ended while no page showed it is reported on the next page, once', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const kind = 'license' as const;
    const items = ['U-02', 'U-04'].map(id => ({ kind, id, email: `${id}@x.example`, recentActivity: 0 }));
    const { run } = await portal.dependencies.removalRuns.start(
      `user-${company.email}`,
      { id: randomUUID(), items, back: paths.leadCapture, startedBy: company.email, entities: {} },
      { remove: async () => {}, onResult() {} },
    );
    for await (const _result of run.follow(new AbortController().signal));
    await browser.visit(paths.dashboard);
    expect(browser.text('main')).toContain('The removal that you left has ended: 2 of 2 were processed.');
    await browser.follow('See what was done');
    expect(lines(browser)).toHaveLength(2);
    await browser.visit(paths.dashboard);
    expect(browser.text('main')).not.toContain('The removal that you left');
  });

  test('cards are deactivated the same way', async () => {
    const { browser, portal } = await open(paths.cards);
    await review(browser, ['c0001', 'c0003'], 'card');
    expect(browser.text()).toContain('This action will clear the NFC profile and cannot be undone.');
    await browser.press('Deactivate 2 Cards');
    expect(removals(portal)).toEqual(['clear', 'clear']);
    expect(lines(browser).every(line => line.endsWith('Deactivated'))).toBe(true);
    expect(browser.text('.run-end h2')).toBe('2 cards deactivated');
  });

  test('P250: has a receipt with the outcome of each item', async () => {
    const { browser } = await open(paths.leadCapture, { now: Date.parse('2026-03-09T10:00:00Z') });
    await review(browser, ['U-00', 'U-02']);
    await browser.press('Revoke 2 Licenses');
    const receipt = await browser.download('Download receipt (CSV)');
    expect(fileName(receipt)).toBe('removal-receipt-2026-03-09.csv');
    expect(receipt.text.split('\r\n')[0]).toBe('time,administrator,product,id,email,outcome');
    const at = expect.stringMatching(/^2026-03-09T10:/);
    expect(csvRows(receipt).toSorted()).toEqual([
      [at, 'dana@acme.example', 'Lead Capture', 'U-00', 'p00@acme.example', 'Revoked'],
      [at, 'dana@acme.example', 'Lead Capture', 'U-02', 'p02@acme.example', 'Revoked'],
    ]);
    await browser.visit(paths.leadCapture);
    expect(toasts(browser)).toEqual(['success: Exported 2 removal(s) to removal-receipt-2026-03-09.csv']);
  });

  test('T43: keeps the connection of its page alive while a backend is slow', async () => {
    jest.useFakeTimers({ doNotFake: OTHER_TIMERS });
    const { browser, portal } = await open(paths.leadCapture);
    const held: faults.Exchange[] = [];
    portal.faults.on('scannerRevoke', exchange => held.push(exchange));
    await review(browser, ['U-00']);
    const { action, fields } = browser.form('Revoke 1 License');
    const { port } = await portal.serve();
    try {
      const response = await fetch(`http://127.0.0.1:${port}${action}`, {
        method: 'POST',
        headers: { cookie: browser.cookie },
        body: new URLSearchParams(fields),
      });
      await eventually('the removal is in flight', async () => held.length === 1);
      jest.advanceTimersByTime(60_000);
      held[0]?.response.writeHead(200).end();
      expect(await response.text()).toMatch(/<ol class="run-results">\n\n<li/);
    } finally {
      jest.useRealTimers();
    }
  });

  test('P247 T40: makes at most four calls at once, and no more after a logout has ended its session', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held: faults.Exchange[] = [];
    portal.faults.on('scannerRevoke', exchange => held.push(exchange));
    await review(
      browser,
      licenses.slice(0, 20).map(({ appId }) => appId),
    );
    const { action, pairs } = browser.form('Revoke 20 Licenses');
    const page = browser.submit(action, pairs);
    await eventually('four removals are in flight', async () => held.length >= 4);
    // A fifth call would arrive during another request.
    await portal.browser().visit(paths.login);
    expect(held).toHaveLength(4);
    await browser.post(paths.logout, {});
    portal.faults.off();
    for (const { response } of held) response.writeHead(200).end();
    await page;
    expect(removals(portal)).toHaveLength(4);
    expect(lines(browser).filter(line => line.endsWith('Revoked'))).toHaveLength(4);
    expect(browser.text('.run-end')).toContain('Your session has ended');
  });

  test('T51: counts each removal, and is rejected as a whole', async () => {
    const { browser, portal } = await open(paths.leadCapture, {
      environment: { REMOVAL_LIMIT_PER_HOUR: '3' },
    });
    await review(browser, ['U-00', 'U-02', 'U-04', 'U-06'], 'license', '&q=u-0');
    await browser.press('Revoke 4 Licenses');
    expect(browser.address).toBe(`${paths.leadCapture}?q=u-0`);
    expect(toasts(browser)[0]).toContain('Too many removals in one hour');
    expect(removals(portal)).toEqual([]);
  });

  test('T21: of another administrator cannot be seen, nor its receipt downloaded', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00']);
    const { once } = browser.form('Revoke 1 License').fields;
    await browser.press('Revoke 1 License');
    const other = await portal.signedIn('eve@evil.example');
    await other.visit(`${paths.removalRun}?run=${once}`);
    expect(other.status).toBe(404);
    expect(other.text('main')).toContain('This removal is no longer available');
    expect(other.text('main')).toContain('The lists show which items are left.');
    const receipt = await other.get(`${paths.removalReceipt}?run=${once}`);
    expect(receipt.headers['content-disposition']).toBeUndefined();
  });

  test('selection forms may be 1 MB, for signed-in administrators only', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const ids = Array.from({ length: 10_000 }, (_, index) => `none-${index}`);
    await review(browser, [...ids, 'U-00']);
    expect(browser.text('.review h2')).toBe('1 license');
    // Without a session, the size of a form is not even checked.
    const tooLarge = ['x'.repeat(1_100_000)];
    const visitor = portal.browser();
    await review(visitor, tooLarge);
    expect(visitor.address).toBe(paths.login);
    await review(browser, tooLarge);
    expect(browser.status).toBe(413);
  });

  test('may have as many individual rows as one run removes', async () => {
    const many = Array.from({ length: 150 }, (_, index) => license({ appId: `M-${index}` }));
    const { browser, portal } = await open(paths.leadCapture, {
      accounts: [dana({ scanner: scanner({ licenses: many }) })],
    });
    await review(
      browser,
      many.map(({ appId }) => appId),
    );
    await browser.fill('Type 150 to confirm', '150').press('Revoke 150 Licenses');
    expect(removals(portal)).toHaveLength(150);
  });
});
