import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { SCANNER } from '../../../server/roles';
import { paths } from '../../../shared/paths';
import { csvRows, toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { review, selecting } from '../../support/browsers/removals';
import { cards, claimedCards, dana, license, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { expectSafe, uncached } from './outcomes';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `U-${index}`);

/** Starts a portal with this many licenses, and opens the review of all of them. */
async function openReview(count: number) {
  const account = dana({
    scanner: scanner({ licenses: ids(count).map(appId => license({ appId })) }),
    ecard: cards({ cards: claimedCards(2) }),
  });
  const { portal, browser } = await openPortal({ accounts: [account], environment: uncached });
  await review(browser, ids(count));
  return { portal, browser };
}

const run = (browser: NoJsBrowser, count: number) => browser.press(`Revoke ${count} Licenses`);

const outcomes = (browser: NoJsBrowser) => browser.texts('.run-end + .run tbody td:last-child').toSorted();

const unreachable = 'Failed: the service could not be reached. Try it again';
const timedOut = 'Failed: the service did not answer in time. Try it again';
const refused = (status: number, advice = 'Try it again') =>
  `Failed: the service reported error ${status}. ${advice}`;
const forbidden = 'Your account is not allowed to remove it';
const unanswered = 'No answer came, but the license is no longer listed';
const stillListed = 'but the license is still listed';

interface Row {
  readonly how: string;
  readonly fault: faults.Fault;
  readonly line: string;
  /** Calls for each license. */
  readonly attempts?: number;
  /** Whether the backend removes the license despite its response. */
  readonly isRemoved?: boolean;
}

const matrix: readonly Row[] = [
  { how: 'F2.run: a reset connection', fault: faults.reset, line: unreachable },
  { how: 'F2.run: a lost response', fault: faults.lostResponse, line: unanswered, isRemoved: true },
  { how: 'F3.run: no response', fault: faults.hang, line: timedOut },
  { how: 'F3.run: headers byte by byte', fault: faults.trickleHeaders, line: timedOut },
  { how: 'F4.run: a body that stalls', fault: faults.stall, line: `Revoked, ${stillListed}` },
  { how: 'F5.run: a truncated body', fault: faults.truncated, line: `Revoked, ${stillListed}` },
  ...[500, 502, 503, 504].map(code => ({
    how: `F6.run: ${code}`,
    fault: faults.status(code),
    line: refused(code),
  })),
  {
    how: 'F6.run: 429, Retry-After: 0',
    fault: faults.status(429, { 'retry-after': '0' }),
    line: refused(429, 'Wait a few minutes, then try it again'),
    attempts: 5,
  },
  ...[400, 409, 422].map(code => ({
    how: `F7.run: ${code}`,
    fault: faults.status(code),
    line: refused(code),
  })),
  ...[404, 410].map(code => ({
    how: `F7.run: ${code}`,
    fault: faults.status(code),
    line: `The service did not find it, ${stillListed}`,
  })),
  { how: 'F8.run: 401', fault: faults.status(401), line: refused(401, forbidden), attempts: 2 },
  { how: 'F9.run: 403', fault: faults.status(403), line: refused(403, forbidden) },
  { how: 'F10.run: an HTML page', fault: faults.html, line: `Revoked, ${stillListed}` },
  { how: 'F12.run: an endless body', fault: faults.endless, line: `Revoked, ${stillListed}` },
  { how: 'F13.run: a redirect', fault: faults.redirect('http://other.invalid/'), line: refused(302) },
];

describe('a run whose backend answers every removal with', () => {
  test.each(matrix)('$how shows the outcome of each item, and what is still listed', async row => {
    const { fault, line, attempts = 1, isRemoved = false } = row;
    const { portal, browser } = await openReview(2);
    portal.faults.on('scannerRevoke', fault);
    await run(browser, 2);
    expectSafe(browser.response);
    expect(outcomes(browser)).toEqual([line, line]);
    const made = portal.faults.attempts('scannerRevoke');
    // A slow machine may need longer than a short deadline to connect.
    if (fault === faults.hang || fault === faults.trickleHeaders) expect(made).toBeLessThanOrEqual(2);
    else expect(made).toBe(2 * attempts);
    expect(portal.licenses()).toEqual(isRemoved ? [] : ids(2));
    const end = browser.text('.run-end');
    if (isRemoved) {
      expect(browser.text('h1')).toBe('2 licenses revoked');
      expect(end).toContain('Confirmed: all 2 are gone from the list');
    } else if (line.startsWith('Failed')) {
      expect(browser.text('h1')).toBe('0 revoked, 2 failed');
      expect(end).not.toContain('Confirmed');
    } else {
      expect(browser.text('h1')).toBe('0 revoked, 2 still listed');
      expect(end).toContain('2 of the 2 are still listed: u-0@acme.example, u-1@acme.example');
    }
    const receipt = csvRows(await browser.download('Download receipt (CSV)'));
    expect(receipt.map(cells => cells.at(-1))).toEqual([line, line]);
    if (!browser.has('.run-end form')) return;

    portal.faults.off();
    await browser.press('Retry failed items');
    await run(browser, 2);
    expect(browser.text('.run-end')).toContain('Confirmed: all 2 are gone from the list');
    expect(portal.licenses()).toEqual([]);
  });
});

describe('a run whose backend', () => {
  test('F3.run: hangs midway shows the known outcome of each license', async () => {
    const { portal, browser } = await openReview(7);
    const waiting: (() => void)[] = [];
    portal.faults.on('scannerRevoke', ({ pass }) => {
      waiting.push(pass);
      if (waiting.length < 4) return;
      portal.faults.on('scannerRevoke', faults.hang);
      for (const answer of waiting) answer();
    });
    await run(browser, 7);
    expect(outcomes(browser)).toEqual([...Array(3).fill(timedOut), ...Array(4).fill('Revoked')]);
    expect(browser.text('.run-end')).toContain('Confirmed: all 4 are gone from the list');
    expect(portal.licenses()).toHaveLength(3);
  });

  test('F1.run F16.run: becomes unreachable midway shows the outcomes, and confirms them once it is reachable again', async () => {
    const { portal, browser } = await openReview(7);
    let calls = 0;
    portal.faults.on('scannerRevoke', exchange => {
      calls += 1;
      if (calls <= 4) {
        exchange.pass();
        return;
      }
      portal.faults.on('scannerStats', faults.reset);
      exchange.resetConnection();
    });
    await run(browser, 7);
    const unknown = 'Not known: the service could not be reached';
    expect(outcomes(browser)).toEqual([...Array(3).fill(unknown), ...Array(4).fill('Revoked')]);
    expect(browser.text('h1')).toBe('4 revoked, 3 not known');
    expect(browser.text('.run-end')).toContain('3 without a known result: u-');
    expect(browser.text('.run-end')).toContain('The list could not be fetched to confirm this');
    expect(portal.licenses()).toHaveLength(3);

    portal.faults.off();
    await browser.follow('Reload this page to try again');
    expect(outcomes(browser)).toEqual([...Array(3).fill(unreachable), ...Array(4).fill('Revoked')]);
    expect(browser.text('h1')).toBe('4 revoked, 3 failed');
    expect(browser.text('.run-end')).toContain('Confirmed: all 4 are gone from the list');
  });

  test('F16.run: loses its answers and its list does not make a failure of what is not known', async () => {
    const { portal, browser } = await openReview(2);
    portal.faults.on('scannerRevoke', exchange => {
      portal.faults.on('scannerStats', faults.status(500));
      faults.lostResponse(exchange);
    });
    await run(browser, 2);
    expect(browser.text('h1')).toBe('0 revoked, 2 not known');
    expect(browser.text('.run-end')).not.toContain('failed');
    portal.faults.off();
    await browser.follow('Reload this page to try again');
    expect(browser.text('h1')).toBe('2 licenses revoked');
    expect(browser.text('.run-end')).toContain('Confirmed: all 2 are gone from the list');
  });

  test('F15.run: is down does not affect the other product in the same run', async () => {
    const { portal, browser } = await openReview(2);
    const both = [...selecting('license', ['U-0']), ...selecting('card', ['c0001'])];
    await browser.submit(`${paths.reviewRemovals}?of=leavers`, both);
    portal.faults.on('scannerRevoke', faults.reset);
    await browser.press('Revoke 1 License and Deactivate 1 Card');
    expect(outcomes(browser)).toEqual(['Deactivated', unreachable]);
    expect(browser.text('.run-end')).toContain('Confirmed: the card is gone from the list');
  });

  test.each([403, 429, 500])(
    'F6.run F7.run: answers %d has removed nothing that somebody else has now',
    async status => {
      const { portal, browser } = await openReview(1);
      portal.faults.on('scannerRevoke', exchange => {
        portal.store.replaceAccounts([
          dana({ scanner: scanner({ licenses: [license({ appId: 'U-0', email: 'ceo@acme.example' })] }) }),
        ]);
        faults.status(status, { 'retry-after': '0' })(exchange);
      });
      await browser.press('Revoke 1 License');
      expect(outcomes(browser)).toEqual([
        `Failed: the service reported error ${status}. The license now belongs to someone else`,
      ]);
      expect(browser.text('h1')).toBe('0 revoked, 1 failed');
      expect(browser.text('.run-end')).not.toContain('Confirmed');
    },
  );

  test.each([
    [
      400,
      'Failed: the service reported error 400; the license is not in the list now',
      '0 revoked, 1 failed',
    ],
    [
      403,
      'Failed: the service reported error 403; the license is not in the list now',
      '0 revoked, 1 failed',
    ],
    [
      429,
      'Failed: the service reported error 429; the license is not in the list now',
      '0 revoked, 1 failed',
    ],
    [500, 'The call failed, but the license is no longer listed', '1 license revoked'],
  ])('P248: answers %d, and no longer lists the license', async (status, line, headline) => {
    const { portal, browser } = await openReview(1);
    portal.faults.on('scannerRevoke', exchange => {
      portal.store.remove(SCANNER, 'acme', 'U-0');
      faults.status(status, { 'retry-after': '0' })(exchange);
    });
    await browser.press('Revoke 1 License');
    expect(outcomes(browser)).toEqual([line]);
    expect(browser.text('h1')).toBe(headline);
  });

  test('F8.run: answers 401 once continues with a renewed token', async () => {
    const { portal, browser } = await openReview(2);
    portal.faults.on('scannerRevoke', faults.status(401), { times: 1 });
    await run(browser, 2);
    expect(outcomes(browser)).toEqual(['Revoked', 'Revoked']);
  });
});

test('F14.run: without user details nothing is removed, and the review can be retried', async () => {
  const { portal, browser } = await openReview(2);
  portal.faults.on('portalUsers', faults.status(500));
  await run(browser, 2);
  expect(toasts(browser)).toEqual(['error: User details not available']);
  expect(portal.faults.attempts('scannerRevoke')).toBe(0);
  portal.faults.off();
  await run(browser, 2);
  expect(portal.licenses()).toEqual([]);
});

test('F16.run: without a list nothing is removed, and the items can be reviewed again', async () => {
  const { portal, browser } = await openReview(2);
  portal.faults.on('scannerStats', faults.status(500));
  await run(browser, 2);
  expect(browser.text('h1')).toBe('0 revoked, 2 not started');
  expect(browser.text('.run-end')).toContain(
    'The list could not be fetched to compare it with the review: 2 of 2 were not started.',
  );
  expect(portal.faults.attempts('scannerRevoke')).toBe(0);
  portal.faults.off();
  await browser.press('Retry remaining items');
  await run(browser, 2);
  expect(portal.licenses()).toEqual([]);
});

test('F11.run: licenses that are in a list with unreadable rows can be removed', async () => {
  const { portal, browser } = await openReview(2);
  const { userStats, ...stats } = JSON.parse(String(portal.store.stats(SCANNER, 'acme')));
  const partial = faults.json({ ...stats, userStats: [...userStats, null] });
  portal.faults.on('scannerStats', partial);
  await review(browser, ids(2));
  await run(browser, 2);
  expect(portal.licenses()).toEqual([]);
});

test.each([
  ['leaves the list out', faults.noUserStats],
  ['sends a list with unreadable rows', faults.badRows],
])('F11 P244: while a backend %s, a review does not say that a license is gone', async (_what, fault) => {
  const { portal, browser } = await openReview(1);
  portal.faults.on('scannerStats', fault);
  await review(browser, ['U-0']);
  expect(browser.text('main')).not.toContain('No longer listed');
  expect(browser.text('[role=alert]')).toBe('Error loading lead capture information');
});

test('F11.run P255: a list with a row that cannot be read was fetched, but does not confirm a removal', async () => {
  const { portal, browser } = await openReview(2);
  portal.faults.on('scannerRevoke', exchange => {
    portal.faults.on('scannerStats', faults.json({ userStats: [{ email: 'odd@acme.example' }] }));
    exchange.pass();
  });
  await run(browser, 2);
  expect(browser.text('.run-end')).toContain('The list could not be read completely to confirm this');
});

describe.each([
  ['null', faults.json(null)],
  ['HTML', faults.html],
  ['something else', faults.json({ userStats: 'none' })],
  ['a list that is cut off', faults.brokenJson],
  ['no list', faults.noUserStats],
  ['some rows that are not readable, and not all others', faults.badRows],
  ['a row without an ID', faults.json({ userStats: [{ email: 'odd@acme.example' }] })],
  ['a row with an email that is not a text', faults.json({ userStats: [{ appId: 'U-1', email: {} }] })],
])('F10.run F11.run: a backend that sends %s as the list', (_what, fault) => {
  test('before the first call: nothing is removed', async () => {
    const { portal, browser } = await openReview(2);
    portal.faults.on('scannerStats', fault);
    await run(browser, 2);
    expectSafe(browser.response);
    expect(browser.text('h1')).toBe('0 revoked, 2 not started');
    expect(portal.faults.attempts('scannerRevoke')).toBe(0);
  });

  test('after a refused call: neither removed nor gone', async () => {
    const { portal, browser } = await openReview(2);
    portal.faults.on('scannerRevoke', exchange => {
      portal.faults.on('scannerStats', fault);
      faults.status(429, { 'retry-after': '0' })(exchange);
    });
    await run(browser, 2);
    expect(outcomes(browser)).toEqual(Array(2).fill(refused(429, 'Wait a few minutes, then try it again')));
    expect(browser.text('.run-end')).not.toContain('Confirmed');
  });

  test('after the last call: the outcome is confirmed later', async () => {
    const { portal, browser } = await openReview(2);
    portal.faults.on('scannerRevoke', exchange => {
      portal.faults.on('scannerStats', fault);
      exchange.pass();
    });
    await run(browser, 2);
    expectSafe(browser.response);
    expect(browser.text('.run-end')).toMatch(
      /The list could not be (fetched|read completely) to confirm this/,
    );
    portal.faults.off();
    await browser.reload();
    expect(browser.text('.run-end')).toContain('Confirmed: all 2 are gone from the list');
  });
});
