import { describe, expect, jest, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { holdCalls } from '../../support/backends/held-calls';
import { csvRows, fileName, toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { review } from '../../support/browsers/removals';
import { cards, claimedCards, dana, eve, license, licensesFor, scanner } from '../../support/data/accounts';
import { openPortal, type PortalOptions } from '../../support/portal/portal';
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

const open = (at: string, options: PortalOptions = {}) =>
  openPortal({ accounts: [company, eve()], as: company.email, at, ...options });

const lines = (browser: NoJsBrowser) => browser.texts('.run-end + .run tbody tr');

describe('selecting', () => {
  test.each([
    [paths.leadCapture, 'Remove selected'],
    [paths.cards, 'Remove selected'],
    [paths.people, 'Remove selected'],
  ])(
    'P379: licenses are revoked, cards deactivated, and what people have is removed: %s',
    async (path, label) => {
      const { browser } = await open(path);
      expect(browser.text('[data-select-submit]')).toBe(label);
    },
  );

  test('P230 P242: all matches are selected as a view, without IDs in any page', async () => {
    const { browser, portal } = await open(`${paths.leadCapture}?activity=idle30`);
    await browser.press('Select all 30 that match');
    expect(browser.address).toMatch(/^\/removals\/review\?review=/);
    expect(browser.rows('30 with nothing in the last 30 days')).toHaveLength(25);
    expect(browser.has('input[name=license]')).toBe(false);
    await browser.fill('Type 30 to confirm', '30').press('Revoke 30 Licenses');
    expect(portal.removals()).toHaveLength(30);
    expect(new Set(portal.removals()).size).toBe(30);
    expect(portal.licenses().filter(id => Number(id.slice(2)) % 2 === 0)).toEqual([]);
  });

  test('P231: an ID that the backend sends twice is removed once', async () => {
    const twice = [...licenses, license({ appId: 'U-00', email: 'twin@acme.example' })];
    const { browser, portal } = await open(paths.leadCapture, {
      accounts: [dana({ scanner: scanner({ licenses: twice }) })],
    });
    await browser.press('Select all 61 that match');
    expect(browser.text('.metrics')).toContain('Licenses 60');
    await browser.fill('Type 60 to confirm', '60').press('Revoke 60 Licenses');
    expect(portal.removals()).toHaveLength(60);
  });

  test('P243: more than 1,000 matches are removed in several runs', async () => {
    const accounts = [dana({ scanner: scanner({ licenses: licensesFor(1002) }) })];
    const { browser } = await openPortal({ accounts, at: paths.leadCapture });
    await browser.press('Select the first 1,000 of 1,002 that match');
    expect(browser.text('.metrics')).toContain('Licenses 1,000');
    expect(browser.text('main')).toContain(
      '1,002 match. A run removes at most 1,000, so only the first 1,000 are listed. ' +
        'All of them take 2 runs; you can remove 5,000 in one hour.',
    );
  });
});

describe('the review', () => {
  test('P245: shows the items and their number, those with activity separately, before anything is removed', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-02', 'U-00', 'U-57', 'U-59']);
    expect(browser.text('h1')).toBe('Review Removal');
    expect(browser.text('.metrics')).toBe('Licenses 4 In use in the last 30 days 2 People 4');
    expect(browser.text('.review-active')).toContain('2 in use in the last 30 days The most active first');
    expect(browser.rows('2 in use in the last 30 days')).toEqual([
      ['p59@acme.example', 'License', '59', 'Leads'],
      ['p57@acme.example', 'License', '57', 'Leads'],
    ]);
    expect(browser.rows('2 with nothing in the last 30 days')).toEqual([
      ['p00@acme.example', 'License', '0', 'Leads'],
      ['p02@acme.example', 'License', '0', 'Leads'],
    ]);
    expect(browser.text()).toContain('This action cannot be undone.');
    expect(portal.removals()).toEqual([]);
    const people = csvRows(await browser.download('Export people of this review as CSV'));
    expect(people.map(([, , id]) => id).toSorted()).toEqual(['U-00', 'U-02', 'U-57', 'U-59']);
    await browser.follow('Cancel');
    expect(browser.address).toMatch(/^\/leads-capture\?/);
  });

  test('P245 P246: shows the first 25, collapses the others, and requires typing the number above 25', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await browser.press('Select all 60 that match');
    expect(browser.rows('30 with nothing in the last 30 days')).toHaveLength(25);
    expect(browser.texts('.review > div summary')).toEqual(['5 more', '5 more']);
    expect(browser.has('[aria-invalid=true]')).toBe(false);
    await browser.fill('Type 60 to confirm', '6').press('Revoke 60 Licenses');
    expect(browser.text('#problem[role=alert]')).toBe('Please type 60 to confirm.');
    expect(browser.$('#count[aria-invalid=true]').val()).toBe('6');
    expect(portal.removals()).toEqual([]);
  });

  test('P244: names items that are no longer listed and skips them, including IDs of other companies', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'left', 'foreign']);
    expect(browser.text()).toContain('No longer listed, and skipped: left, foreign');
    await browser.press('Revoke 1 License');
    expect(portal.removals()).toEqual(['U-00']);
  });

  test('reports an empty selection, and links back', async () => {
    const { browser } = await open(`${paths.leadCapture}?q=p1`);
    await browser.press('Remove selected');
    expect(browser.text()).toContain('Nothing is selected');
    await browser.follow('Back to the list');
    expect(browser.address).toMatch(/^\/leads-capture\?q=p1&review=/);
  });

  test('reports that the list cannot be fetched', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    portal.faults.on('scannerStats', faults.status(500));
    await review(browser, ['U-00']);
    expect(browser.text('[role=alert]')).toBe('Error loading lead capture information');
    portal.faults.off();
    await browser.follow('Try again');
    expect(browser.text('.metrics')).toContain('Licenses 1');
  });
});

describe('a run', () => {
  test('P231 P248 P252: shows the outcome of each item, and confirms it with a fresh list', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    portal.faults.on('scannerRevoke', exchange => {
      if (exchange.request.url?.endsWith('/U-02')) faults.status(404)(exchange);
      else if (exchange.request.url?.endsWith('/U-04')) faults.status(500)(exchange);
      else exchange.pass();
    });
    await review(browser, ['U-00', 'U-02', 'U-04']);
    await browser.press('Revoke 3 Licenses');
    expect(lines(browser)).toEqual([
      'p04@acme.example License Failed: the service reported error 500. Try it again',
      // The backend still lists the item that it answers 404 for.
      'p02@acme.example License The service did not find it, but the license is still listed',
      'p00@acme.example License Revoked',
    ]);
    expect(browser.text('h1')).toBe('1 revoked, 1 failed, 1 still listed');
    expect(browser.text('.run-end')).toContain('1 of the 2 are still listed: p02@acme.example');
    const receipt = csvRows(await browser.download('Download receipt (CSV)'));
    expect(receipt.map(cells => [cells[3], cells[5]?.split(':')[0]]).toSorted()).toEqual([
      ['U-00', 'Revoked'],
      ['U-02', 'The service did not find it, but the license is still listed'],
      ['U-04', 'Failed'],
    ]);

    portal.faults.off();
    await browser.press('Retry failed items');
    await browser.press('Revoke 2 Licenses');
    expect(browser.text('.run-end')).toContain('Confirmed: all 2 are gone from the list');
    expect(browser.text('.subtitle')).toBe('Started from Lead Capture');
    expect(portal.licenses()).not.toContain('U-04');
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
    expect(lines(browser)).toEqual(['p00@acme.example License Revoked']);
    const [first = NaN, second = NaN, ...others] = calledAt;
    expect(second - first).toBeGreaterThanOrEqual(30_000);
    expect(others).toEqual([]);
  });

  test('P247: sending the same form again shows the same run, without further calls', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-02']);
    const { action, pairs } = browser.form('Revoke 2 Licenses');
    const send = () => browser.submit(action, pairs);
    await Promise.all([send(), send()]);
    await send();
    expect(lines(browser)).toHaveLength(2);
    expect(portal.removals().toSorted()).toEqual(['U-00', 'U-02']);
    await browser.reload();
    expect(lines(browser)).toHaveLength(2);
    expect(portal.removals()).toHaveLength(2);
  });

  test('T59: of two administrators who remove the same licenses makes four calls at once, and removes each license once', async () => {
    const { scanner: _licenses, ecard: _cards, ...omar } = dana({ email: 'omar@acme.example' });
    const { portal } = await openPortal({ as: null, accounts: [company, omar] });
    const [first, second] = [await portal.signedIn(company.email), await portal.signedIn(omar.email)];
    await review(first, ['U-00', 'U-02', 'U-04', 'U-06']);
    await review(second, ['U-00', 'U-02', 'U-04', 'U-06', 'U-08']);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    portal.calls.length = 0;
    const runs = Promise.all([first.press('Revoke 4 Licenses'), second.press('Revoke 5 Licenses')]);
    // A list that is fetched after the other run's first removal would be shorter.
    await eventually('both runs have fetched their list', async () => {
      const fetched = portal.calls.filter(({ call, end }) => call === 'scannerStats' && end === 'answered');
      return fetched.length === 2 && held.count() >= 4;
    });
    // A fifth call would arrive during another request.
    await portal.browser().visit(paths.login);
    expect(held.count()).toBe(4);
    held.release();
    await runs;
    expect(portal.removals().toSorted()).toEqual(['U-00', 'U-02', 'U-04', 'U-06', 'U-08']);
    const outcomes = [...lines(first), ...lines(second)];
    expect(outcomes.filter(line => line.endsWith('Revoked'))).toHaveLength(5);
    expect(outcomes.filter(line => line.endsWith('Was already gone'))).toHaveLength(4);
    expect(first.text('.run-end')).toContain('Confirmed: all 4 are gone from the list');
    expect(second.text('.run-end')).toContain('Confirmed: all 5 are gone from the list');
  });

  test('P249: is reported on the next page while it is running, and once after it has ended', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(browser, ['U-00', 'U-02']);
    await browser.send('Revoke 2 Licenses');
    await eventually('both removals are in flight', async () => held.count() === 2);
    held.passFirst();
    await eventually('one has been removed', async () => portal.licenses().length === LICENSES - 1);
    await eventually('the next page counts it', async () => {
      await browser.visit(paths.dashboard);
      return browser.text('main').includes('A removal is running: 1 of 2.');
    });
    held.passFirst();
    await eventually('the next page says how it has ended', async () => {
      await browser.visit(paths.dashboard);
      return browser.text('main').includes('The removal has ended: 2 licenses revoked.');
    });
    const href = browser.href('See what was done');
    await browser.visit(paths.dashboard);
    expect(browser.text('main')).not.toContain('The removal has ended');
    await browser.visit(href);
    expect(lines(browser)).toHaveLength(2);
  });

  test('cards are deactivated the same way', async () => {
    const { browser, portal } = await open(paths.cards);
    await review(browser, ['c0001', 'c0003'], 'card');
    expect(browser.text()).toContain('This action will clear the NFC profile and cannot be undone.');
    await browser.press('Deactivate 2 Cards');
    expect(portal.removals().toSorted()).toEqual(['c0001', 'c0003']);
    expect(lines(browser).every(line => line.endsWith('Deactivated'))).toBe(true);
    expect(browser.text('h1')).toBe('2 cards deactivated');
    expect(browser.text('.run-end')).toContain('Available now: 4 cards.');
  });

  test('P250: has a receipt with the outcome of each item, and a page with the same day', async () => {
    const { browser } = await open(paths.leadCapture, { now: Date.parse('2026-03-09T10:00:00Z') });
    await review(browser, ['U-00', 'U-02']);
    await browser.press('Revoke 2 Licenses');
    expect(browser.text('.run-end')).toMatch(
      /9 March 2026, 10:\d\d UTC.*Confirmed: all 2 are gone from the list ?Available now: 2 licenses\./,
    );
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
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(browser, ['U-00']);
    const run = (await browser.send('Revoke 1 License')).headers.location ?? '';
    const { port } = await portal.serve();
    try {
      const response = await fetch(`http://127.0.0.1:${port}${run}`, {
        headers: { cookie: browser.cookie },
      });
      await eventually('the removal is in flight', async () => held.count() === 1);
      jest.advanceTimersByTime(60_000);
      held.release();
      expect(await response.text()).toMatch(/<\/div>\n\n<(?:p|span) /);
    } finally {
      jest.useRealTimers();
    }
  });

  test('P247 T40: makes at most four calls at once, and no more after a logout has ended its session', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(
      browser,
      licenses.slice(0, 20).map(({ appId }) => appId),
    );
    const run = (await browser.send('Revoke 20 Licenses')).headers.location ?? '';
    const { port } = await portal.serve();
    // The page is open before the logout.
    const page = await fetch(`http://127.0.0.1:${port}${run}`, { headers: { cookie: browser.cookie } });
    await eventually('four removals are in flight', async () => held.count() >= 4);
    // A fifth call would arrive during another request.
    await portal.browser().visit(paths.login);
    expect(held.count()).toBe(4);
    await browser.post(paths.logout, {});
    held.release();
    const text = await page.text();
    expect(portal.removals()).toHaveLength(4);
    expect(text).toContain('4 revoked, 16 not started');
    expect(text).toContain('Your session has ended: 16 of 20 were not started.');
  });

  test('P253 P254: a review and its run have addresses, which repeat nothing; a second review shows the run in progress', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(browser, ['U-00']);
    const first = browser.address;
    const confirm = browser.form('Revoke 1 License');
    await browser.reload();
    await review(browser, ['U-02']);
    const second = browser.form('Revoke 1 License');
    const run = (await browser.post(confirm.action, confirm.fields)).headers.location;
    await eventually('the removal is in flight', async () => held.count() === 1);
    // Another tab, another review, and the same form once more.
    for (const { action, fields } of [second, confirm, second]) {
      expect((await browser.post(action, fields)).headers.location).toBe(run);
    }
    await browser.visit(first);
    expect(toasts(browser)).toContain('error: A removal is still running, so a new one was not started.');
    expect(browser.text('main')).toContain('This review has been confirmed');
    expect(browser.text('main')).not.toContain('Nothing has been done yet');
    expect(browser.href('View the removal')).toBe(run);
    held.release();
    await browser.visit(run ?? '');
    expect(browser.text('h1')).toBe('1 license revoked');
    for (const address of [first, run ?? '', first, run ?? '']) await browser.visit(address);
    expect(portal.removals()).toEqual(['U-00']);
    expect((await browser.post(second.action, second.fields)).headers.location).not.toBe(run);
    await eventually('the second run ends', async () => portal.removals().length === 2);
  });

  test('P254 T51: of two reviews that are confirmed at once, the other one can be confirmed later, and did not count', async () => {
    const { browser, portal } = await open(paths.leadCapture, {
      environment: { REMOVAL_LIMIT_PER_HOUR: '2' },
    });
    const forms: ReturnType<NoJsBrowser['form']>[] = [];
    for (const id of ['U-00', 'U-02']) {
      await review(browser, [id]);
      forms.push(browser.form('Revoke 1 License'));
    }
    const confirm = ({ action, fields }: (typeof forms)[number]) => browser.copy().post(action, fields);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    const runs = (await Promise.all(forms.map(confirm))).map(({ headers }) => headers.location);
    expect(runs).toEqual([expect.stringContaining('run='), runs[0]]);
    await eventually('the removal is in flight', async () => held.count() === 1);
    held.release();
    await browser.visit(runs[0] ?? '');
    expect(browser.text('h1')).toBe('1 license revoked');
    for (const form of forms) await confirm(form);
    await eventually('the second run ends', async () => portal.removals().length === 2);
    expect(portal.removals().toSorted()).toEqual(['U-00', 'U-02']);
  });

  test('P253: a review ends after 30 minutes, and a run after an hour', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00']);
    const { action, fields } = browser.form('Revoke 1 License');
    const reviewed = browser.address;
    portal.advanceClock(31 * 60_000);
    await browser.submit(action, Object.entries(fields));
    expect(browser.text('main')).toContain('This review has expired');
    await browser.follow('Back to the list');
    expect(browser.address).toBe(paths.leadCapture);
    await browser.visit(reviewed);
    expect(browser.text('main')).toContain('This review has expired');
    expect(browser.href('Go to the dashboard')).toBe(paths.dashboard);
    await browser.visit(paths.leadCapture);
    await review(browser, ['U-00']);
    await browser.press('Revoke 1 License');
    portal.advanceClock(61 * 60_000);
    await browser.reload();
    expect(browser.status).toBe(404);
    expect(browser.text('main')).toContain('This removal is no longer available');
    expect(portal.removals()).toEqual(['U-00']);
  });

  test('P255 T54: items that were reassigned, used or removed since the review are named, not removed, and reviewed again', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-02', 'U-04', 'U-06']);
    const changes: Readonly<Record<string, Partial<ReturnType<typeof license>>>> = {
      'U-00': { email: 'ceo@acme.example' },
      'U-02': { leadsLast30Days: 3 },
    };
    const changed = licenses
      .filter(({ appId }) => appId !== 'U-04')
      .map(each => ({ ...each, ...changes[each.appId] }));
    portal.store.replaceAccounts([
      dana({ scanner: scanner({ licenses: changed, licensesPurchased: LICENSES }) }),
      eve(),
    ]);
    await browser.press('Revoke 4 Licenses');
    expect(portal.removals()).toEqual(['U-06']);
    expect(browser.text('h1')).toBe('1 revoked, 2 changed since the review, 1 already gone');
    expect(browser.text('.run-count strong')).toBe('1 of 4 revoked');
    const expected = [
      'Not revoked: the license belongs to ceo@acme.example now',
      'Not revoked: 3 leads since the review',
      'Was already gone',
      'Revoked',
    ];
    expect(browser.texts('.run-end + .run td:last-child')).toEqual(expected);
    const receipt = csvRows(await browser.download('Download receipt (CSV)'));
    expect(receipt.map(cells => cells[5]).toSorted()).toEqual(expected.toSorted());
    await browser.press('Review changed items');
    expect(browser.rows('1 in use in the last 30 days')).toEqual([
      ['p02@acme.example', 'License', '3', 'Leads'],
    ]);
    expect(browser.rows('1 with nothing in the last 30 days')[0]?.[0]).toBe('ceo@acme.example');
    expect(portal.removals()).toEqual(['U-06']);
  });

  const box = (person: string) => `Select the license of ${person}@acme.example`;

  test('P381: reviews and removes licenses whose IDs have characters that a form replaces', async () => {
    const ids = ['A\nB', 'C\0D', 'E%000aF', 'G\r\nH'];
    const odd = ids.map((appId, index) => license({ appId, email: `p${index}@acme.example` }));
    const { browser, portal } = await open(paths.leadCapture, {
      accounts: [dana({ scanner: scanner({ licenses: odd }) })],
    });
    for (const index of ids.keys()) await browser.check(box(`p${index}`));
    await browser.press('Remove selected');
    expect(browser.text('.metrics')).toContain('Licenses 4');
    expect(browser.text('main')).not.toMatch(/no longer listed|belongs to/);
    await browser.press('Revoke 4 Licenses');
    expect(new Set(portal.removals().map(id => decodeURIComponent(id ?? '')))).toEqual(new Set(ids));
  });

  test('T51: counts each removal, and is rejected as a whole', async () => {
    const { browser, portal } = await open(paths.leadCapture, {
      environment: { REMOVAL_LIMIT_PER_HOUR: '3' },
    });
    await review(browser, ['U-00', 'U-02', 'U-04', 'U-06'], 'license', '&q=u-0');
    await browser.press('Revoke 4 Licenses');
    expect(browser.text('h1')).toBe('Review Removal');
    expect(toasts(browser)[0]).toContain('Too many removals in one hour');
    expect(portal.removals()).toEqual([]);
  });

  test('T51 P250: removals that are refused replace no earlier run', async () => {
    const { browser } = await open(paths.leadCapture, { environment: { REMOVAL_LIMIT_PER_HOUR: '3' } });
    await review(browser, ['U-00', 'U-02']);
    await browser.press('Revoke 2 Licenses');
    const run = browser.address;
    await review(browser, ['U-04', 'U-06']);
    for (let time = 0; time < 20; time++) await browser.press('Revoke 2 Licenses');
    expect(toasts(browser)[0]).toContain('Too many removals in one hour');
    await browser.visit(run);
    expect(browser.text('h1')).toBe('2 licenses revoked');
  });

  test('T21: of another administrator cannot be seen, nor its receipt downloaded', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00']);
    const reviewed = browser.address;
    await browser.press('Revoke 1 License');
    const other = await portal.signedIn('eve@evil.example');
    await other.visit(reviewed);
    expect(other.text('main')).toContain('This review has expired');
    await other.visit(browser.address);
    expect(other.status).toBe(404);
    expect(other.text('main')).toContain('This removal is no longer available');
    expect(other.text('main')).toContain('The lists show which items are left.');
    const receipt = await other.get(browser.href('Download receipt (CSV)'));
    expect(receipt.headers['content-disposition']).toBeUndefined();
  });

  test('P250 P253: reviews and runs belong to the session that opened them, and to its company', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00']);
    const { address } = browser;
    const { action, fields } = browser.form('Revoke 1 License');
    const colleague = await portal.signedIn(company.email);
    await colleague.visit(address);
    expect(colleague.text('main')).toContain('This review has expired');
    await colleague.submit(action, Object.entries(fields));
    expect(colleague.text('main')).toContain('This review has expired');
    await review(browser, ['U-02']);
    await browser.press('Revoke 1 License');
    await colleague.visit(browser.address);
    expect([colleague.status, portal.removals()]).toEqual([404, ['U-02']]);

    const receipt = browser.href('Download receipt (CSV)');

    // The administrator moves to another company.
    portal.store.replaceAccounts([{ ...company, roles: [{ product: 2, entityId: 'evil' }] }, eve()]);
    await browser.reload();
    expect(browser.status).toBe(404);
    expect((await browser.get(receipt)).headers['content-disposition']).toBeUndefined();
    await browser.post(action, fields);
    await browser.visit(address);
    expect(browser.text('main')).toContain('This review has expired');
    expect(portal.removals()).toEqual(['U-02']);
  });

  test('selection forms may be 1 MB, for signed-in administrators only', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const ids = Array.from({ length: 10_000 }, (_, index) => `none-${index}`);
    await review(browser, [...ids, 'U-00']);
    expect(browser.text('.metrics')).toContain('Licenses 1');
    // Without a session, the size of a form is not even checked.
    const tooLarge = ['x'.repeat(1_100_000)];
    const visitor = portal.browser();
    await review(visitor, tooLarge);
    expect(visitor.address).toBe(paths.login);
    await review(browser, tooLarge);
    expect(browser.status).toBe(413);
  });

  test('may have as many individual rows as one run removes', async () => {
    const many = licensesFor(150);
    const accounts = [dana({ scanner: scanner({ licenses: many }) })];
    const { browser, portal } = await open(paths.leadCapture, { accounts });
    await review(
      browser,
      many.map(({ appId }) => appId),
    );
    await browser.fill('Type 150 to confirm', '150').press('Revoke 150 Licenses');
    expect(portal.removals()).toHaveLength(150);
  });
});
