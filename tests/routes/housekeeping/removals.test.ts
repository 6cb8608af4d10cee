import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { StoreUnavailable } from '../../../server/records/store';
import { paths } from '../../../shared/paths';
import { allOf } from '../../../shared/products';
import { HOUR_MS, MINUTE_MS } from '../../../shared/units';
import { holdCalls } from '../../support/backends/held-calls';
import { csvRows, fileName, toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { ended, idsOf, review, reviewAll, selecting, stillOpen } from '../../support/browsers/removals';
import { cards, claimedCards, dana, eve, license, licensesFor, scanner } from '../../support/data/accounts';
import { listForm } from '../../support/data/list-form';
import { openPortal, type PortalOptions, type TestPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const LICENSES = 60;

/** Sixty licenses; every even one has no leads in the last 30 days. */
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

const revokes = ({ faults: { calls } }: TestPortal) =>
  calls.filter(({ line }) => line.startsWith('DELETE')).length;

describe('selecting', () => {
  test('P311: no address and no form of a page names a selection, and its rows have plain IDs', async () => {
    const { browser } = await open(`${paths.leadCapture}?sort=leadsTotal&dir=asc&license=U-00&select=page`);
    expect(browser.$('tbody input[checked]')).toHaveLength(0);
    expect(idsOf(browser)[0]).toMatch(/^U-\d\d$/);
    expect(browser.attributes('main a', 'href').filter(href => href.includes('license='))).toEqual([]);
  });

  test('P230 P242: all matches are selected as a view, without IDs in any page', async () => {
    const { browser, portal } = await open(`${paths.leadCapture}?activity=idle30`);
    await browser.press('Review all 30');
    expect(browser.address).toMatch(/^\/removals\/review\?review=/);
    expect(groups(browser)).toEqual(['Not used in the last 30 days 30 people']);
    expect(browser.has('input[name=license]')).toBe(false);
    await browser.fill('Type 30 to confirm', '30').press('Revoke 30 licenses');
    await ended(browser);
    expect(portal.removals()).toHaveLength(30);
    expect(new Set(portal.removals()).size).toBe(30);
    expect(portal.licenses().filter(id => Number(id.slice(2)) % 2 === 0)).toEqual([]);
  });

  test.each(['of=license&activity=idle3', 'of=person&has=cards-only', 'of=everything'])(
    'nothing is selected by “all that match” with an unknown filter: %s',
    async query => {
      const { browser } = await open(paths.leadCapture);
      await reviewAll(browser, query);
      expect(browser.has('form[action^="/removals/run"]')).toBe(false);
      await reviewAll(browser, 'of=license&activity=idle30');
      expect(browser.has('form[action^="/removals/run"]')).toBe(true);
    },
  );

  test.each(['of=license', 'of=person'])(
    'a selection fetches each list once, even without a cache: %s',
    async query => {
      const { browser, portal } = await open(paths.leadCapture, { environment: { STATS_CACHE_MB: '0' } });
      const before = portal.calls.length;
      await reviewAll(browser, query);
      const lines = portal.calls.slice(before).map(({ line }) => line);
      expect(lines.filter(line => line.includes('stats'))).toEqual(
        [...new Set(lines)].filter(line => line.includes('stats')),
      );
    },
  );

  test('P231: an ID that the backend sends twice is removed once', async () => {
    const twice = [...licenses, license({ appId: 'U-00', email: 'twin@acme.example' })];
    const { browser, portal } = await open(paths.leadCapture, {
      accounts: [dana({ scanner: scanner({ licenses: twice }) })],
    });
    await reviewAll(browser);
    expect(browser.text('.subtitle')).toBe('60 people will lose 60 licenses.');
    await browser.fill('Type 60 to confirm', '60').press('Revoke 60 licenses');
    await ended(browser);
    expect(portal.removals()).toHaveLength(60);
  });

  test('P243: more than 1,000 matches take several removals', async () => {
    const accounts = [dana({ scanner: scanner({ licenses: licensesFor(1002) }) })];
    const { browser } = await openPortal({ accounts, at: paths.leadCapture });
    await reviewAll(browser);
    expect(browser.text('.subtitle')).toBe('1,000 people will lose 1,000 licenses.');
    expect(browser.text('main')).toContain(
      '1,002 match. One removal has at most 1,000, so only the first 1,000 are listed. ' +
        'This takes 2 removals; you can remove 5,000 an hour.',
    );
  });
});

const PEOPLE = `People whose ${allOf()} will be removed`;

/** Returns the titles of the groups of a review, each with its number of people. */
const groups = (browser: NoJsBrowser) => browser.texts('.people-table th[scope=rowgroup]');

describe('the review', () => {
  test('P245: shows the items and their number, those with activity separately, before anything is removed', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const { browser, portal } = await open(paths.leadCapture, { now });
    await review(browser, ['U-02', 'U-00', 'U-57', 'U-59']);
    expect(browser.text('h1')).toBe('Review removal');
    expect(browser.text('.subtitle')).toBe('4 people will lose 4 licenses.');
    expect(browser.rows(PEOPLE)).toEqual([
      ['Used in the last 30 days 2 people'],
      ['p59@acme.example', '59 leads', '100', 'Leave out'],
      ['p57@acme.example', '57 leads', '100', 'Leave out'],
      ['Not used in the last 30 days 2 people'],
      ['p00@acme.example License activated 10 months ago', '0 leads', '100', 'Leave out'],
      ['p02@acme.example License activated 10 months ago', '0 leads', '100', 'Leave out'],
    ]);
    expect(browser.text()).toContain('This action cannot be undone.');
    expect(portal.removals()).toEqual([]);
    const people = csvRows(await browser.download('Export CSV'));
    expect(people.map(([, , id]) => id).toSorted()).toEqual(['U-00', 'U-02', 'U-57', 'U-59']);
    await browser.follow('Cancel');
    expect(browser.address).toBe('/leads-capture');
  });

  test('P245 P246: shows 25 people of each group, and requires typing the number above 25', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await reviewAll(browser);
    expect(groups(browser)).toEqual([
      'Used in the last 30 days 30 people',
      'Not used in the last 30 days 30 people',
    ]);
    expect(browser.rows(PEOPLE)).toHaveLength(2 * (1 + 25 + 1));
    await browser.visit(
      browser.attributes('nav[aria-label^="Pages of Not used"] [aria-label="Next page"]', 'href')[0] ?? '',
    );
    expect(browser.rows(PEOPLE)).toHaveLength(1 + 25 + 1 + 1 + 5 + 1);
    expect(browser.has('[aria-invalid=true]')).toBe(false);
    await browser.fill('Type 60 to confirm', '6').press('Revoke 60 licenses');
    expect(browser.text('#problem[role=alert]')).toBe('Please type 60 to confirm.');
    expect(browser.$('#count[aria-invalid=true]').val()).toBe('6');
    expect(portal.removals()).toEqual([]);
  });

  test('P230: names items that are no longer listed and skips them, including IDs of other companies', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'left', 'foreign']);
    expect(browser.text()).toContain('No longer listed as selected, and skipped: left, foreign');
    await browser.press('Revoke 1 license');
    await ended(browser);
    expect(portal.removals()).toEqual(['U-00']);
  });

  test('reports an empty selection, and links back', async () => {
    const { browser } = await open(`${paths.leadCapture}?q=p1`);
    await browser.press('Review removal');
    expect(browser.text()).toContain('Nothing is selected');
    await browser.follow('Back to the list');
    expect(browser.address).toBe('/leads-capture?q=p1');
  });
});

describe('a removal', () => {
  test('P231 P248 P252 T54: names what was not removed, with its reason, and reviews it again', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    portal.faults.on('scannerRevoke', exchange => {
      if (exchange.request.url?.endsWith('/U-02')) faults.status(404)(exchange);
      else if (exchange.request.url?.endsWith('/U-04')) faults.status(500)(exchange);
      else exchange.pass();
    });
    await review(browser, ['U-00', 'U-02', 'U-04', 'U-06', 'U-08']);
    const given = licenses.map(each =>
      each.appId === 'U-06'
        ? { ...each, email: 'new@acme.example' }
        : each.appId === 'U-08'
          ? { ...each, leadsLast30Days: 3 }
          : each,
    );
    portal.store.replaceAccounts([
      { ...company, scanner: scanner({ licenses: given, licensesPurchased: LICENSES }) },
    ]);
    await browser.press('Revoke 5 licenses');
    await ended(browser);
    expect(browser.text('h1')).toBe('1 of 5 people removed');
    expect(stillOpen(browser)).toEqual([
      ['p02@acme.example', 'License', 'Failed: it is still listed'],
      ['p04@acme.example', 'License', 'Failed to revoke license'],
      ['p06@acme.example', 'License', 'Changed since the review: new@acme.example has it now'],
      ['p08@acme.example', 'License', 'Changed since the review: used again'],
    ]);
    const receipt = csvRows(await browser.download('Receipt of this removal as CSV'));
    expect(receipt.map(cells => [cells[3], cells[5]?.split(':')[0]])).toEqual([
      ['U-00', 'Removed'],
      ['U-02', 'Failed'],
      ['U-04', 'Failed to revoke license'],
      ['U-06', 'Changed since the review'],
      ['U-08', 'Changed since the review'],
    ]);
    portal.faults.off();
    await browser.press('Try all 2 again');
    await browser.press('Revoke 2 licenses');
    await ended(browser);
    expect(browser.text('h1')).toBe('2 people removed');
    expect(portal.licenses()).toContain('U-06');
  });

  test('P247 P253 T55: one review becomes one removal, however often and wherever it is confirmed', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-02']);
    const at = browser.address;
    const { action, pairs, fields } = browser.form('Revoke 2 licenses');
    const before = browser.copy();
    await Promise.all([browser.submit(action, pairs), browser.submit(action, pairs)]);
    await ended(browser);
    const job = browser.address;
    await browser.submit(action, pairs);
    expect(browser.address).toBe(job);
    // The browser has dropped the first responses.
    await before.post(action, fields);
    await before.visit(paths.people);
    expect(before.text()).toContain('Last removal');
    await browser.visit(at);
    expect(browser.text()).toContain('This review has been confirmed');
    expect(portal.removals().toSorted()).toEqual(['U-00', 'U-02']);
  });

  test('P249 P606: goes on without its page, shows its progress everywhere, and then People and its list link to it for an hour', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(browser, ['U-00', 'U-02', 'U-04', 'U-06', 'U-08', 'U-10']);
    await browser.press('Revoke 6 licenses');
    await eventually('four calls wait', async () => held.count() === 4);
    await browser.visit(browser.address);
    expect(browser.text('h1')).toBe('Removing 6 people');
    expect(browser.attributes('meta[http-equiv=refresh]', 'content')).toEqual([`2; url=${browser.address}`]);
    // After Stop or a click on a page, its address has a fragment, with which it would not be loaded again.
    await browser.visit(`${browser.address}&page=1#all-people`);
    expect(browser.attributes('meta[http-equiv=refresh]', 'content')).toEqual([
      `2; url=${browser.address.replace(/#.*/, '')}`,
    ]);
    await browser.visit(paths.dashboard);
    expect(browser.text('main')).toContain('Removing 6 people: 0 of 6 licenses done.');
    held.release();
    await eventually('all are removed', async () => portal.removals().length === 6);
    // A download cannot tell it.
    await browser.get(`${paths.leadCapture}/licenses.csv`);
    await eventually('its end is told', async () => {
      await browser.visit(paths.people);
      return browser.text('main').includes('6 licenses revoked.');
    });
    expect(browser.text('main .alert')).toMatch(
      /^Last removal today at \d\d:\d\d UTC: 6 licenses revoked\. Receipt$/,
    );
    await browser.visit(paths.dashboard);
    expect(browser.text('main')).not.toContain('removal');
    for (const path of [paths.people, paths.leadCapture]) {
      await browser.visit(path);
      await browser.follow('Receipt');
      expect(browser.text('h1')).toBe('6 people removed');
    }
    await browser.visit(paths.cards);
    expect(browser.text('main')).not.toContain('Last removal');
    portal.advanceClock(HOUR_MS);
    await browser.visit(paths.people);
    expect(browser.text('main')).not.toContain('Last removal');
  });

  test('P606: the line of a removal stays for as long as it runs', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(browser, ['U-00', 'U-02', 'U-04']);
    await browser.send('Revoke 3 licenses');
    await eventually('three calls wait', async () => held.count() === 3);
    for (const done of [1, 2]) {
      portal.advanceClock(50 * MINUTE_MS);
      // After an hour, both calls are repeated with a new token.
      for (let repeated = 1; repeated < done * 2 - 1; repeated++) {
        held.passFirst();
        await eventually('it is repeated', async () => held.count() === 2);
      }
      held.passFirst();
      const line = `Removing 3 people: ${done} of 3 licenses done.`;
      await eventually('its progress is recorded', async () =>
        (await browser.copy().visit(paths.dashboard)).text('main').includes(line),
      );
      await browser.visit(paths.dashboard);
    }
    held.release();
    await browser.follow('See its progress');
    await ended(browser);
    expect(browser.text('h1')).toBe('3 people removed');
  });

  test('P606: after a change of company, no page mentions a removal, whether it runs, has ended or is lost', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const other: SeedAccount = { ...company, roles: [{ product: 2, entityId: 'other' }] };
    const mentioned = async (tab: NoJsBrowser, accounts = [company]) => {
      portal.store.replaceAccounts(accounts);
      await tab.visit(paths.people);
      await tab.reload();
      return ['See its progress', 'Receipt', 'Look for it again'].filter(label => tab.text().includes(label));
    };
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(browser, ['U-00']);
    await browser.send('Revoke 1 license');
    const [before, after, lost] = [browser.copy(), browser.copy(), browser.copy()];
    expect(await mentioned(browser)).toEqual(['See its progress']);
    expect(await mentioned(browser, [other])).toEqual([]);
    await mentioned(browser);
    held.release();
    await browser.follow('See its progress');
    await ended(browser);
    expect(await mentioned(before)).toEqual(['Receipt']);
    expect(await mentioned(after, [other])).toEqual([]);
    // The last ten of an administrator are kept.
    const second = await portal.signedIn(company.email);
    await mentioned(second);
    for (let index = 10; index < 20; index++) {
      await review(second, [`U-${index}`]);
      await second.press('Revoke 1 license');
      await ended(second);
    }
    expect(await mentioned(lost.copy())).toEqual(['Look for it again']);
    expect(await mentioned(lost, [other])).toEqual([]);
  });

  test('P249 T40: goes on after a logout, also when its token has to be renewed', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(browser, ['U-00', 'U-02', 'U-04', 'U-06', 'U-08', 'U-10']);
    await browser.press('Revoke 6 licenses');
    await eventually('four calls wait', async () => held.count() === 4);
    await browser.post(paths.logout, {});
    portal.faults.on('scannerRevoke', faults.status(401));
    await browser.visit(paths.dashboard);
    expect(browser.address).toBe(paths.login);
    held.release();
    await eventually('all are removed', async () => portal.licenses().length === LICENSES - 6);
  });

  test('P249: ends when the identity provider refuses its token, and retries what is left later', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-02']);
    // If the provider refuses before the confirmation is answered, the session has ended.
    const answered = Promise.withResolvers<void>();
    portal.faults.on('scannerRevoke', async exchange => {
      await answered.promise;
      faults.status(401)(exchange);
    });
    portal.identity.failure = 'rejects';
    await browser.press('Revoke 2 licenses');
    answered.resolve();
    await ended(browser);
    expect(browser.text('main')).toContain('The identity provider refused your session: 2 not started.');
    expect(browser.text('h1')).toBe('0 of 2 people removed');
  });

  test.each([
    [
      'before the first chunk',
      0,
      '0 of 150 people removed',
      'to compare it with the review: 150 not started.',
    ],
    [
      'before the second chunk',
      1,
      '100 of 150 people removed',
      'to compare it with the review: 50 not started.',
    ],
  ])('F16: ends when the lists cannot be fetched %s', async (_when, fetched, title, problem) => {
    const accounts = [dana({ scanner: scanner({ licenses: licensesFor(150) }) })];
    const { browser, portal } = await open(paths.leadCapture, { accounts });
    await reviewAll(browser);
    let lists = 0;
    portal.faults.on('scannerStats', exchange =>
      lists++ === fetched ? faults.status(500)(exchange) : exchange.pass(),
    );
    await browser.fill('Type 150 to confirm', '150').press('Revoke 150 licenses');
    await ended(browser);
    expect(browser.text('h1')).toBe(title);
    expect(browser.text('main')).toContain(problem);
  });

  test('P248 F16: an outcome that neither an answer nor a list tells is not known until the page is opened again', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-02']);
    portal.faults.on('scannerRevoke', exchange => {
      portal.faults.on('scannerStats', faults.status(500));
      if (exchange.request.url?.endsWith('/U-00')) portal.store.remove('license', 'acme', 'U-00');
      faults.status(502)(exchange);
    });
    await browser.press('Revoke 2 licenses');
    await ended(browser);
    expect(browser.text('main')).toContain('The list could not be fetched to check the results.');
    expect(stillOpen(browser).map(([, , result]) => result)).toEqual(
      Array(2).fill('Not known: no list to check'),
    );
    portal.faults.off();
    await browser.follow('Check again');
    expect(browser.text('h1')).toBe('1 of 2 people removed');
    expect(stillOpen(browser)).toEqual([['p02@acme.example', 'License', 'Failed to revoke license']]);
  });

  test('P254: of two administrators who remove the same licenses, the second one finds them gone', async () => {
    const { scanner: _licenses, ecard: _cards, ...omar } = dana({ email: 'omar@acme.example' });
    const { portal } = await openPortal({ as: null, accounts: [company, omar] });
    const [first, second] = [await portal.signedIn(company.email), await portal.signedIn(omar.email)];
    await review(first, ['U-00', 'U-02']);
    await review(second, ['U-00', 'U-02', 'U-04']);
    await first.press('Revoke 2 licenses');
    await ended(first);
    await second.press('Revoke 3 licenses');
    await ended(second);
    expect(portal.removals().toSorted()).toEqual(['U-00', 'U-02', 'U-04']);
    expect(second.text('h1')).toBe('1 of 3 people removed');
    expect(second.text('main')).toMatch(/1 license revoked today at .*\. 2 licenses were already gone\./);
  });

  test('Stop lets the calls in flight finish and begins no others', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await review(
      browser,
      licenses.slice(0, 20).map(({ appId }) => appId),
    );
    await browser.press('Revoke 20 licenses');
    await eventually('four calls wait', async () => held.count() === 4);
    await browser.visit(browser.address);
    // From an old page of an ended job.
    const job = new URL(browser.address, 'http://portal').searchParams.get('run') ?? '';
    await browser.submit(paths.retryRemoval, [['run', job]]);
    expect(browser.text('h1')).toBe('Removing 20 people');
    await browser.press('Stop');
    // It takes effect within 100 ms (T84).
    await wait(110);
    held.release();
    await ended(browser);
    expect(browser.text('h1')).toBe('4 of 20 people removed');
    expect(browser.texts('main [role=status]')).toContain('You stopped the removal: 16 not started.');
    expect(revokes(portal)).toBe(4);
    const { address } = browser;
    await browser.visit(paths.people);
    expect(browser.text('main [role=status]')).toContain('4 licenses revoked, 16 not started');
    await browser.visit(address);
    await browser.press('Try all 16 again');
    expect(browser.form('Revoke 16 licenses')).toBeDefined();
  });

  test('T54: a retry reviews what the same people still have, and names what belongs to somebody else now', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00', 'U-01']);
    portal.faults.on('scannerStats', faults.status(500));
    await browser.press('Revoke 2 licenses');
    const { address } = await ended(browser);
    // While the list is not available, its page stays.
    await browser.press('Try all 2 again');
    expect(browser.address).toBe(address);
    expect(browser.has('.toast')).toBe(true);
    portal.faults.off();
    const [, ...others] = licenses;
    const reassigned = license({ appId: 'U-00', email: 'successor@acme.example' });
    portal.store.replaceAccounts([dana({ scanner: scanner({ licenses: [reassigned, ...others] }) })]);
    for (const [button, found] of [
      ['Try all 2 again', true],
      ['Try again p00@acme.example', false],
    ] as const) {
      await browser.visit(address);
      await browser.press(button);
      expect(browser.has('main form button.danger')).toBe(found);
      expect(browser.text('main')).not.toContain('successor@acme.example');
      expect(browser.text('main')).toContain('No longer listed as selected, and skipped: p00@acme.example');
    }
  });

  test('P253: a review ends after 30 minutes, and a removal can be viewed for an hour', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00']);
    const { action, pairs } = browser.form('Revoke 1 license');
    portal.advanceClock(30 * 60_000 + 1);
    await browser.submit(action, pairs);
    expect(browser.text()).toContain('This review has expired');
    expect(portal.removals()).toEqual([]);
  });

  test('T21: belongs to its session, and so does its receipt', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00']);
    const at = browser.address;
    await browser.press('Revoke 1 license');
    await ended(browser);
    const job = browser.address;
    const other = await portal.signedIn(eve().email);
    await other.visit(job);
    expect(other.status).toBe(404);
    await other.visit(at);
    expect(other.text()).toContain('This review has expired');
    await other.visit(job.replace(paths.removalJob, paths.removalReceipt));
    expect(other.text()).not.toContain('U-00');
  });

  test('P440 T79: a company with as many running removals as it may have keeps its review', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    await review(browser, ['U-00']);
    const reviewed = browser.address;
    const start = jest.spyOn(portal.dependencies.removals, 'start').mockResolvedValueOnce('too many jobs');
    await browser.press('Revoke 1 license');
    expect(browser.address).toBe(reviewed);
    expect(browser.texts('.toast p')).toEqual([
      'Your company has 20 removals running. Please confirm this one again when another has ended.',
    ]);
    await browser.press('Revoke 1 license');
    await ended(browser);
    expect(browser.text('h1')).toBe('1 person removed');
    expect(start).toHaveBeenCalledTimes(2);
  });

  test('T72: is not denied if the list that it is from cannot be renewed', async () => {
    const { browser, portal } = await open(paths.compare);
    await browser.submitBody(paths.compare, listForm('p00@acme.example'));
    await browser.press('Review all 1');
    jest.spyOn(portal.dependencies.records.lists, 'update').mockRejectedValue(new StoreUnavailable());
    await browser.press('Revoke 1 license');
    await ended(browser);
    expect(browser.text('h1')).toBe('1 person removed');
  });

  test('T51: counts each item toward the limit of an hour, and is refused as a whole', async () => {
    const { browser, portal } = await open(paths.leadCapture, {
      environment: { REMOVAL_LIMIT_PER_HOUR: '3' },
    });
    await review(browser, ['U-00', 'U-02', 'U-04', 'U-06']);
    expect(browser.text('main')).toContain('4 match. One removal has at most 3, so only the first 3');
    await review(browser, ['U-08']);
    await ended(await browser.press('Revoke 1 license'));
    await review(browser, ['U-04']);
    expect(browser.text('main')).not.toContain('this hour');
    await review(browser, ['U-00']);
    await ended(await browser.press('Revoke 1 license'));
    await review(browser, ['U-04', 'U-06']);
    expect(browser.text('main')).toMatch(/You can remove 1 more [^.]+ this hour\./);
    await browser.press('Revoke 2 licenses');
    expect(browser.text('.toast')).toContain('Too many removals');
    expect(portal.removals()).toHaveLength(2);
    await review(browser, ['U-04']);
    await ended(await browser.press('Revoke 1 license'));
    expect(portal.removals()).toHaveLength(3);
  });

  test('P243: a person is reviewed whole, and everybody who was selected can be invited', async () => {
    const twice = licensesFor(501).flatMap(each => [each, { ...each, appId: `${each.appId}-2` }]);
    const { browser } = await open(paths.people, {
      accounts: [dana({ scanner: scanner({ licenses: twice }), ecard: cards({ cards: [] }) })],
      environment: { REMOVAL_LIMIT_PER_HOUR: '301' },
    });
    await reviewAll(browser, 'of=person');
    expect(browser.text('.subtitle')).toMatch(/^150 people/);
    expect(browser.text('main')).toContain('1,002 match. One removal has at most 301, so only the first 300');
    await browser.submit(`${paths.reviewRemovals}?of=person`, [
      ['all', '1'],
      ['invite', 'card'],
    ]);
    expect(browser.text('main')).toContain('501 new');
  });

  test('P381: licenses whose IDs have characters that a form replaces', async () => {
    const ids = ['a\r\nb', 'a\nb', 'x\0y', '%000a'];
    const strange = dana({ scanner: scanner({ licenses: ids.map(appId => license({ appId })) }) });
    const { browser, portal } = await openPortal({
      accounts: [strange],
      as: strange.email,
      at: paths.leadCapture,
    });
    await browser.submit(`${paths.reviewRemovals}?of=license`, selecting('license', idsOf(browser)));
    await browser.press('Revoke 4 licenses');
    await ended(browser);
    expect(portal.licenses()).toEqual([]);
  });

  test('T63: of 1,000 items is a page of at most 100 KB, in its review, while it runs and at its end', async () => {
    const many = dana({ scanner: scanner({ licenses: licensesFor(1000), licensesPurchased: 1000 }) });
    const { browser, portal } = await openPortal({ accounts: [many], as: many.email, at: paths.leadCapture });
    const held = holdCalls(portal.faults, 'scannerRevoke');
    await reviewAll(browser);
    expect(browser.$.html().length).toBeLessThan(100_000);
    await browser.fill('Type 1,000 to confirm', '1000').press('Revoke 1,000 licenses');
    expect(browser.$.html().length).toBeLessThan(100_000);
    await eventually('four calls wait', async () => held.count() === 4);
    await browser.press('Stop');
    // It takes effect within 100 ms (T84).
    await wait(110);
    held.release();
    await ended(browser);
    expect(browser.$.html().length).toBeLessThan(100_000);
    expect(browser.text('h1')).toBe('4 of 1,000 people removed');
  });

  test('P250: has a receipt with the outcome of each item', async () => {
    const { browser } = await open(paths.leadCapture, { now: Date.parse('2026-03-09T10:00:00Z') });
    await review(browser, ['U-00', 'U-02']);
    await browser.press('Revoke 2 licenses');
    await ended(browser);
    expect(browser.text('main')).toMatch(
      /2 licenses revoked today at 10:\d\d UTC\. 2 licenses are now available\..*Download the receipt before you log out\./,
    );
    const receipt = await browser.download('Receipt of this removal as CSV');
    expect(fileName(receipt)).toBe('removal-receipt-2026-03-09.csv');
    expect(receipt.text.split('\r\n')[0]).toBe('time,administrator,product,id,email,outcome');
    const at = expect.stringMatching(/^2026-03-09T10:/);
    expect(csvRows(receipt)).toEqual([
      [at, 'dana@acme.example', 'Lead Capture', 'U-00', 'p00@acme.example', 'Removed'],
      [at, 'dana@acme.example', 'Lead Capture', 'U-02', 'p02@acme.example', 'Removed'],
    ]);
    await browser.visit(paths.leadCapture);
    expect(toasts(browser)).toEqual(['success: Exported 2 removal(s) to removal-receipt-2026-03-09.csv']);
  });

  test('selection forms may be 1 MB, for signed-in administrators only', async () => {
    const { browser, portal } = await open(paths.leadCapture);
    const ids = Array.from({ length: 10_000 }, (_, index) => `none-${index}`);
    await review(browser, [...ids, 'U-00']);
    expect(browser.text('.subtitle')).toBe('1 person will lose 1 license.');
    // Without a session, the size of a form is not even checked.
    const tooLarge = ['x'.repeat(1_100_000)];
    const visitor = portal.browser();
    await review(visitor, tooLarge);
    expect(visitor.address).toBe(paths.login);
    await review(browser, tooLarge);
    expect(browser.status).toBe(413);
  });
});
