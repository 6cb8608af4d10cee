import { describe, expect, test } from '@jest/globals';
import { badRows, type Fault, json, noUserStats, status } from '../../../scripts/sandbox/faults';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { SEVERAL_PRODUCTS } from '../../../server/pages/people-list/lists';
import { anyOf } from '../../../shared/products';
import {
  column,
  countLine,
  csvRows,
  fileName,
  searchFor,
  sortBy,
  toasts,
} from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { ended, reviewAll } from '../../support/browsers/removals';
import { cards, dana, details, eve, license, licenses, scanner } from '../../support/data/accounts';
import { openPortal, type PortalOptions } from '../../support/portal/portal';

const PAGE = '/people';
const TABLE = 'People';
const RELOAD = { 'Cache-Control': 'max-age=0' };
const NOT_AVAILABLE = 'not available';
const LEAD_CAPTURE_ONLY: SeedAccount['roles'] = [{ product: 2, entityId: 'acme' }];
const CARDS_ONLY: SeedAccount['roles'] = [{ product: 3, entityId: 'acme-cards' }];

/** An administrator of both products. Ada and Ben have a license and a card, and Cleo has a license. */
const withDora = (change: Partial<SeedAccount> = {}) =>
  dana({
    ecard: cards({
      cards: [
        ...(cards().cards ?? []),
        { code: 'c4', email: 'dora@acme.example', name: 'Dora', title: 'Buyer', activitiesTotal: 4 },
      ],
    }),
    ...change,
  });

const open = (at = PAGE, options: PortalOptions = {}) =>
  openPortal({ accounts: [withDora()], at, ...options });

const emails = (browser: NoJsBrowser) =>
  browser.rows(TABLE).map(([person = '']) => person.split(' ').find(word => word.includes('@')));
const parts = (browser: NoJsBrowser) => browser.texts('#everyone [role=img] ~ ul li');
/** The cells of the rows without the last one, which has the action. */
const shown = (browser: NoJsBrowser) => browser.rows(TABLE).map(cells => cells.slice(0, -1));

describe('the page of people', () => {
  test('P320 P322 P323: has one row for each person, with leads, visits, or what the person does not have', async () => {
    const { browser } = await open();
    expect(browser.$('.sidebar a[aria-current=page]').text()).toBe('People');
    expect(browser.text('thead').replaceAll(/ [↑↓↕]/g, '')).toBe(
      'Lead Capture leads Card visits Person 30 days All time 30 days All time Actions',
    );
    expect(shown(browser)).toEqual([
      ['Ben Okafor ben@acme.example', '9', '10', '2', '90'],
      ['cleo@acme.example', '5', '50', 'No card'],
      ['Ada Byron Engineer ada@acme.example', '3', '30', '7', '70'],
      ['Dora Buyer dora@acme.example', 'No license', '0', '4'],
    ]);
    expect(browser.texts('tbody th [aria-hidden]')).toEqual(['BO', 'C', 'AB', 'D']);
    expect([browser.has('tbody .bar'), browser.has('tbody .minor .bar')]).toEqual([true, false]);
  });

  test('P320 P323: counts several licenses or cards of a person together, however the address is written', async () => {
    const spellings = ['ada@acme.example', 'ADA@acme.example', 'ａｄａ@acme.example'];
    const { browser } = await open(PAGE, {
      accounts: [
        withDora({
          scanner: scanner({
            licenses: spellings.map((email, index) =>
              license({ appId: `U-${index}`, email, leadsLast30Days: 10 ** index, leadsTotal: 500 }),
            ),
          }),
        }),
      ],
    });
    expect(shown(browser)[0]).toEqual([
      'Ada Byron Engineer ada@acme.example',
      ...['3 licenses 111', '1,500', '7', '70'],
    ]);
  });

  test('P321 P332: an entry without an @ is nobody’s address, is never merged, and cannot be selected', async () => {
    const unknown = ['U-1', 'U-2'].map(appId => license({ appId, email: 'unknown' }));
    const { browser } = await open(PAGE, { accounts: [dana({ scanner: scanner({ licenses: unknown }) })] });
    expect(browser.rows(TABLE).filter(([person]) => person === 'unknown')).toHaveLength(2);
    expect(countLine(browser)).toBe('Showing 4 items');
    expect(browser.$('input[name=person]')).toHaveLength(2);
    await browser.submit(browser.form('Review removal').action, [['person', 'unknown']]);
    expect(browser.has('button.danger')).toBe(false);
  });

  test('P324 P325: counts people by product, and leads to them', async () => {
    const { browser } = await open();
    expect(parts(browser)).toEqual(['All 4', 'License and card 2', 'License only 1', 'Card only 1']);
    await browser.visit(browser.href('Card only 1'));
    expect(browser.address).toBe('/people?has=card-only');
    expect(emails(browser)).toEqual(['dora@acme.example']);
    expect(browser.$('title').text()).toBe('People: “Card only” – Acme & Sons');
    expect(browser.$('#everyone li [aria-current]').text()).toContain('Card only');
    expect(countLine(browser)).toBe('Showing 1 of 4 results (filtered from 4 total)');
  });

  test('P520: finds people outside the company, and those with more than one license or card', async () => {
    const licenses = [
      ['U-1', 'ada@acme.example'],
      ['U-2', 'ADA@acme.example'],
      ['U-3', 'guest@agency.example'],
      ['U-4', 'ben@sub.acme.example'],
      ['U-5', 'unknown'],
    ].map(([appId = '', email = '']) => license({ appId, email }));
    const { browser } = await open(PAGE, {
      accounts: [dana({ scanner: scanner({ licenses }), ecard: cards({ cards: [] }) })],
    });
    const choices = browser.attributes('#everyone search option', 'value');
    expect(choices.slice(0, 3)).toEqual(['', 'outside', 'several']);
    await browser.visit(`${PAGE}?who=outside&sort=email&dir=asc`);
    expect(emails(browser)).toEqual(['ben@sub.acme.example', 'guest@agency.example']);
    expect(browser.$('title').text()).toContain('“Outside acme.example”');
    expect(fileName(await browser.get('/people/people.csv?who=outside'))).toContain('people-export-outside-');
    await browser.visit(`${PAGE}?who=several`);
    expect(emails(browser)).toEqual(['ada@acme.example']);
    expect(browser.href('Clear')).toContain(PAGE);
  });

  test.each([
    ['?has=license-only', ['cleo@acme.example']],
    [
      '?has=no-such-value&has=x',
      ['ben@acme.example', 'cleo@acme.example', 'ada@acme.example', 'dora@acme.example'],
    ],
    ['?sort=totalViews', ['ben@acme.example', 'ada@acme.example', 'dora@acme.example', 'cleo@acme.example']],
    [`?sort=email&dir=asc&has=${SEVERAL_PRODUCTS}`, ['ada@acme.example', 'ben@acme.example']],
  ])('P325 P326: shows the people of %s', async (query, expected) => {
    const { browser } = await open(PAGE + query);
    expect(browser.status).toBe(200);
    expect(browser.has('table') ? emails(browser) : []).toEqual(expected);
  });

  test('P414: sorts people who have a card only by their profile visits', async () => {
    const seen = [1, 3, 2].map(visits => ({
      ...{ code: `V-${visits}`, email: `p${visits}@acme.example`, name: 'P' },
      ...{ activitiesLast30Days: visits, activitiesTotal: 9 },
    }));
    const { browser } = await open('/people?has=card-only', {
      accounts: [dana({ scanner: scanner({ licenses: licenses(1) }), ecard: cards({ cards: seen }) })],
    });
    expect(emails(browser)).toEqual(['p3@acme.example', 'p2@acme.example', 'p1@acme.example']);
    expect(column(browser, TABLE, 'viewsLast30Days').order).toBe('descending');
  });

  test.each(['cleo', 'ADA B', 'Engineer', 'u-2', 'c1', 'dora@acme.example'])(
    'P326: finds people by name, email, job title and ID: %s',
    async query => {
      const { browser } = await open();
      await searchFor(browser, 'Search people', query);
      expect(emails(browser)).toHaveLength(1);
      expect(browser.value('Search people')).toBe(query);
    },
  );

  test('P326: keeps search, filters and order in all links, 25 people to a page', async () => {
    const { browser } = await open('/people?q=acme&has=license-only', {
      accounts: [withDora({ scanner: scanner({ licenses: licenses(60) }) })],
    });
    expect(emails(browser)).toHaveLength(25);
    await sortBy(browser, TABLE, 'leadsTotal');
    expect(column(browser, TABLE, 'leadsTotal').order).toBe('descending');
    await browser.visit(browser.$('a[aria-label="Page 3"]').attr('href') ?? '');
    expect(browser.address).toBe('/people?q=acme&has=license-only&sort=leadsTotal&page=3');
    expect(emails(browser)).toHaveLength(10);
    await browser.follow('Clear');
    expect(browser.address).toBe('/people?sort=leadsTotal');
  });

  test.each([
    [
      'no license or card yet',
      withDora({ scanner: scanner({ licenses: [] }), ecard: cards({ cards: [] }) }),
      `Nobody has ${anyOf()} yet`,
    ],
    ['no product', withDora({ roles: [] }), 'No product activated'],
  ])('P329: explains why nobody is listed: %s', async (_why, account, text) => {
    const { browser } = await open(PAGE, { accounts: [account] });
    expect(browser.status).toBe(200);
    expect(browser.text('main')).toContain(text);
    expect(browser.has('.sidebar a[href="/people"]')).toBe(account.roles.length > 0);
    expect(browser.has('main a[href="/compare"]')).toBe(false);
  });
});

describe('the lists of the products', () => {
  test.each([
    ['/leads-capture', 'Activated licenses'],
    ['/digital-business-cards', 'Claimed cards'],
  ])(
    'P400: on %s, the address of a person leads to everything that the person has',
    async (path, caption) => {
      const { browser } = await open(path);
      expect(browser.rows(caption).length).toBeGreaterThan(2);
      const links = browser.$('main tbody a[dir]').toArray();
      expect(links).toHaveLength(browser.rows(caption).length);
      await browser.follow('ada@acme.example');
      expect(browser.address).toBe('/people?q=ada%40acme.example');
      expect(shown(browser)).toEqual([['Ada Byron Engineer ada@acme.example', '3', '30', '7', '70']]);
    },
  );

  test.each([
    ['/leads-capture', LEAD_CAPTURE_ONLY],
    ['/digital-business-cards', CARDS_ONLY],
  ])('P400: with the product of %s only, an address is no link', async (path, roles) => {
    const { browser } = await open(path, { accounts: [withDora({ roles })] });
    expect(browser.text('main tbody')).toContain('ada@acme.example');
    expect(browser.has('main tbody a[dir]')).toBe(false);
    await browser.visit(`${path}?q=nobody+at+all`);
    expect(browser.has('main .notice a')).toBe(false);
  });

  test('P95: a name that finds no license leads to the person', async () => {
    const { browser } = await open('/leads-capture?q=Ada+Byron&activity=used30');
    expect(browser.text('main .notice h3')).toBe('No licenses found');
    await browser.follow('Search People for “Ada Byron”');
    expect(browser.address).toBe('/people?q=Ada%20Byron');
    expect(shown(browser)).toEqual([['Ada Byron Engineer ada@acme.example', '3', '30', '7', '70']]);
  });
});

describe('an administrator with one product', () => {
  test('P329: sees the columns of Lead Capture only', async () => {
    const { browser } = await open(PAGE, { accounts: [withDora({ roles: LEAD_CAPTURE_ONLY })] });
    expect(shown(browser)).toEqual([
      ['ben@acme.example', '9', '10'],
      ['cleo@acme.example', '5', '50'],
      ['ada@acme.example', '3', '30'],
    ]);
    expect(parts(browser)).toEqual([]);
    const download = await browser.download('Export people as CSV');
    expect(download.text.split('\r\n')[0]).toBe('email,licenses,userIds,leadsLast30Days,totalLeads');
  });

  test('P329: sees the columns of the cards only, those with most visits first', async () => {
    const { browser, portal } = await open('/people?has=license-only', {
      accounts: [withDora({ roles: CARDS_ONLY })],
    });
    expect(shown(browser)).toEqual([
      ['Ada Byron Engineer ada@acme.example', '7', '70'],
      ['Ben Okafor ben@acme.example', '2', '90'],
      ['Dora Buyer dora@acme.example', '0', '4'],
    ]);
    expect(portal.calls.map(({ call }) => call)).not.toContain('scannerStats');
    const download = await browser.download('Export people as CSV');
    expect(download.text.split('\r\n')[0]).toBe(
      'name,email,jobTitle,cards,cardIds,viewsLast30Days,totalViews',
    );
  });
});

describe('a product that is not available', () => {
  const openWithout = (call: 'scannerStats' | 'ecardStats', at = PAGE, fault = status(500)) =>
    openPortal({ accounts: [withDora()], faults: [call, fault], at });

  test.each([
    ['fails', status(500)],
    ['sends a text for the list', json({ userStats: 'none' })],
    ['leaves the list out', noUserStats],
  ])('P328: nobody is without a card while the cards backend %s', async (_how, fault) => {
    const { browser } = await openWithout('ecardStats', PAGE, fault);
    expect(browser.status).toBe(200);
    expect(browser.text('[role=alert]')).toBe(
      'Failed to get company stats: names, cards and visits are not available. Try again',
    );
    expect(shown(browser)).toEqual([
      ['ben@acme.example', '9', '10', NOT_AVAILABLE],
      ['cleo@acme.example', '5', '50', NOT_AVAILABLE],
      ['ada@acme.example', '3', '30', NOT_AVAILABLE],
    ]);
    expect(browser.text('main')).not.toContain('No card');
    expect(parts(browser)).toEqual([]);
    const exported = csvRows(await browser.download('Export people as CSV'));
    expect(exported).toContainEqual([
      ...[NOT_AVAILABLE, 'cleo@acme.example', NOT_AVAILABLE, '1', 'U-3', '5', '50'],
      ...[NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE],
    ]);
  });

  test('P328: nobody is without a license while the scanner backend fails', async () => {
    const { browser } = await openWithout('scannerStats');
    expect(browser.text('[role=alert]')).toContain('licenses and leads are not available');
    expect(shown(browser)[0]).toEqual(['Ada Byron Engineer ada@acme.example', NOT_AVAILABLE, '7', '70']);
    const sorts = () =>
      browser
        .$('main th[aria-sort]')
        .toArray()
        .map(head => `${browser.$(head).attr('data-column')} ${browser.$(head).attr('aria-sort')}`);
    expect(sorts()).toEqual([...['email ascending', 'viewsLast30Days none', 'totalViews none']]);
    const orders = browser.$('select[name=order] option');
    expect(orders.filter('[selected]').text()).toBe('Person ↑');
    expect(orders.filter('[value^=leads]')).toHaveLength(0);
    expect(emails(browser)).toEqual(emails(browser).toSorted());
    await sortBy(browser, TABLE, 'viewsLast30Days');
    expect(sorts()).toContain('viewsLast30Days descending');
    expect(sorts()).toContain('email none');
  });

  test.each(['license-only', 'card-only', SEVERAL_PRODUCTS])(
    'P328: a filter that needs a product that is not available says so, and exports nothing: %s',
    async has => {
      const { browser, portal } = await openWithout('ecardStats', `/people?has=${has}`);
      expect(browser.text('main')).toMatch(/“.+” needs .+, and Digital Business Cards is not available\./);
      expect(browser.has('table')).toBe(false);
      expect((await browser.get(`/people/people.csv?has=${has}`)).status).toBe(502);
      portal.faults.off();
      await browser.follow('Show everyone');
      expect(emails(browser)).toHaveLength(4);
    },
  );

  test('P328: without both products, the page says so and offers to try again', async () => {
    const { browser, portal } = await openWithout('ecardStats');
    portal.faults.on('scannerStats', status(500));
    await browser.reload();
    expect(browser.status).toBe(200);
    expect(browser.texts('[role=alert]')).toHaveLength(1);
    expect((await browser.get('/people/people.csv')).status).toBe(502);
    portal.faults.off();
    await browser.follow('Try again');
    expect(emails(browser)).toHaveLength(4);
  });
});

describe('the export', () => {
  test('P327 P216: has the people of the current search and filters, in the current order', async () => {
    const { browser, portal } = await open(`/people?q=acme&has=${SEVERAL_PRODUCTS}&sort=totalViews`, {
      now: Date.parse('2026-03-09T12:00:00Z'),
    });
    const download = await browser.download('Export people as CSV');
    expect(fileName(download)).toBe(`people-export-filtered-acme-${SEVERAL_PRODUCTS}-2026-03-09.csv`);
    expect(download.text.split('\r\n').slice(0, 2)).toEqual([
      'name,email,jobTitle,licenses,userIds,leadsLast30Days,totalLeads,cards,cardIds,viewsLast30Days,totalViews',
      'Ben Okafor,ben@acme.example,Not specified,1,U-2,9,10,1,c2,2,90',
    ]);
    expect(csvRows(download)).toHaveLength(2);
    expect(portal.logLines().filter(({ audit }) => audit === 'download')).toEqual([
      expect.objectContaining({ entity: 'acme', item: 'people-export', outcome: 'ok' }),
      expect.objectContaining({ entity: 'acme-cards', item: 'people-export', outcome: 'ok' }),
    ]);
    await browser.visit('/dashboard');
    expect(toasts(browser)).toEqual([expect.stringContaining('Exported 2 person(s) to people-export-')]);
    const { text } = await browser.get('/people/people.csv?has=card-only');
    expect(text).toContain('Dora,dora@acme.example,Buyer,0,,,,1,c4,0,4\r\n');
  });

  test('P329: leads an administrator without a product to the page that explains it', async () => {
    const { browser } = await openPortal({ accounts: [withDora({ roles: [] })] });
    const download = await browser.get('/people/people.csv');
    expect([download.status, download.headers.location]).toEqual([302, '/people']);
  });
});

test('P330: the people of an administrator are joined once for each fetch of the lists, and again after a reload', async () => {
  const joins: unknown[] = [];
  const { browser, portal } = await open(PAGE, {
    replace: dependencies => ({
      companyPeople: (...of) => {
        const people = dependencies.companyPeople(...of);
        people.then(list => joins.push(list.id));
        return people;
      },
    }),
  });
  await browser.visit('/people?q=ada');
  await browser.visit('/leads-capture');
  await browser.visit(PAGE);
  expect(new Set(joins).size).toBe(1);
  portal.store.remove('license', 'acme', 'U-3');
  await browser.reload();
  expect(new Set(joins).size).toBe(2);
});

describe('the removal of one person', () => {
  test('P413: is a dialog with everything that the person has, whose confirmation removes it', async () => {
    const { browser, portal } = await open('/people?q=acme');
    await browser.visit(browser.href('Remove AB Ada Byron Engineer ada@acme.example'));
    expect(browser.address).toBe('/people?q=acme&remove=ada%40acme.example');
    expect(browser.text('dialog[open] h2')).toBe('Remove Ada Byron?');
    expect(browser.text('dialog[open] dl')).toBe(
      'License 3 leads in the last 30 days Card 7 profile visits in the last 30 days',
    );
    expect(browser.text('dialog[open]')).toContain(
      'This action cannot be undone. The license will be revoked. The NFC profile will be cleared.',
    );
    expect(browser.href('Cancel')).toBe('/people?q=acme#everyone');
    expect(portal.calls.some(({ line }) => line.startsWith('DELETE'))).toBe(false);
    await browser.press('Remove license and card');
    expect(
      portal.calls.flatMap(({ call }) => (call === 'scannerRevoke' || call === 'ecardClear' ? call : [])),
    ).toEqual(['scannerRevoke', 'ecardClear']);
    expect(browser.address).toBe('/people?q=acme');
    expect(countLine(browser, '#everyone')).toMatch(/^ada@acme\.example removed /);
    expect(toasts(browser)).toEqual(['success: Removed successfully']);
    expect(emails(browser)).not.toContain('ada@acme.example');
  });

  test.each([
    ['ada@acme.example', '/people'],
    ['a', '/people?q=a'],
  ])(
    'P417: after a search for %s leads to everybody if the search no longer finds anybody',
    async (q, to) => {
      const { browser } = await open(`/people?q=${q}&remove=ada%40acme.example`);
      await browser.press('Remove license and card');
      expect(browser.address).toBe(to);
      expect(emails(browser)).toHaveLength(3);
      expect(countLine(browser, '#everyone')).toMatch(/^ada@acme\.example removed /);
    },
  );

  test('P413: makes one call for each license and card, however often the form names it', async () => {
    const { browser, portal } = await open('/people');
    const repeated = ['U-1', 'U-1', '%0055-1'].map((id): [string, string] => ['license', id]);
    await browser.submit('/people/remove', [['email', 'ada@acme.example'], ...repeated]);
    expect(portal.removals()).toEqual(['U-1']);
    expect(toasts(browser)).toEqual(['success: Removed successfully']);
  });

  test('P413 T54: removes nothing that another person has by now, and says what was not removed', async () => {
    const { browser, portal } = await open('/people?remove=ada%40acme.example');
    portal.store.replaceAccounts([
      withDora({ scanner: scanner({ licenses: [license({ appId: 'U-1', email: 'ceo@acme.example' })] }) }),
    ]);
    await browser.press('Remove license and card');
    expect(portal.removals()).toEqual(['c1']);
    const text = 'ada@acme.example was only partly removed: 1 card deactivated, 1 changed since the review.';
    expect(toasts(browser)).toEqual([`error: ${text}`]);
    expect(countLine(browser, '#everyone')).toContain(text);
  });

  test.each([
    ['was already gone', 403, true],
    ['was not removed: 2 failed', 500, false],
  ])('P413: says that a person %s', async (text, answer, isGone) => {
    const { browser, portal } = await open('/people?remove=ada%40acme.example');
    const respond: Fault = exchange => {
      if (isGone) portal.store.remove('license', 'acme', 'U-1');
      if (isGone) portal.store.remove('card', 'acme-cards', 'c1');
      status(answer)(exchange);
    };
    for (const call of ['scannerRevoke', 'ecardClear'] as const) portal.faults.on(call, respond);
    await browser.press('Remove license and card');
    expect(toasts(browser)).toEqual([`error: ada@acme.example ${text}.`]);
  });

  test('P413: says why nothing was removed while a list cannot be fetched, and logs it', async () => {
    const { browser, portal } = await open('/people?remove=ada%40acme.example');
    portal.faults.on('scannerStats', status(500));
    await browser.press('Remove license and card');
    expect(portal.removals()).toEqual([]);
    expect(toasts(browser)).toEqual([expect.stringContaining('the lists could not be fetched')]);
    const failures = portal.logLines().filter(({ err }) => JSON.stringify(err)?.includes('upstreamStatus'));
    // The form, and the page that it leads to.
    expect(new Set(failures.map(({ reqId }) => reqId)).size).toBe(2);
  });

  test('P206 T72: says at the next sign-in what was removed before the session ended', async () => {
    const { browser, portal } = await open('/people?remove=ada%40acme.example');
    portal.faults.on('ecardClear', exchange => {
      portal.identity.failure = 'rejects';
      status(401)(exchange);
    });
    await browser.press('Remove license and card');
    expect(portal.licenses()).not.toContain('U-1');
    const text = 'ada@acme.example was only partly removed: 1 license revoked, 1 not started.';
    expect(browser.text('[role=alert]')).toBe(`${text} Your session has ended. Please sign in again.`);
    portal.identity.failure = undefined;
    portal.faults.off();
    await browser.signIn();
    await browser.visit(PAGE);
    expect(toasts(browser)).toEqual([`error: ${text}`]);
  });

  test('P413 P246: more than 25 licenses and cards are reviewed', async () => {
    const many = Array.from({ length: 26 }, (_, index) =>
      license({ appId: `U-${index}`, email: 'ada@acme.example' }),
    );
    const { browser, portal } = await open('/people?remove=ada%40acme.example', {
      accounts: [dana({ scanner: scanner({ licenses: many }), ecard: cards({ cards: [] }) })],
    });
    expect(browser.texts('dialog button')).toContain('Review removal');
    await browser.submit(browser.$('dialog form').attr('action') ?? '', [['person', 'ada@acme.example']]);
    expect(browser.text('main')).toContain('Revoke 26 licenses');
    const all = many.map(({ appId }): [string, string] => ['license', appId]);
    await browser.submit('/people/remove', [['email', 'ada@acme.example'], ...all]);
    expect(browser.address).toBe('/people');
    expect(portal.removals()).toEqual([]);
  });

  test.each(['nobody@acme.example', 'mallory@evil.example', ''])(
    'P413: says that a person is not in the list: %j',
    async email => {
      const { browser } = await open(`/people?remove=${email}`, { accounts: [withDora(), eve()] });
      expect(browser.has('dialog[open]')).toBe(false);
      expect(browser.text('[role=alert]')).toBe('This person is no longer in the list.');
    },
  );
});

describe('the selection of people', () => {
  const review = async (browser: NoJsBrowser, names: readonly string[]) => {
    const { action } = browser.form('Review removal');
    return browser.submit(
      action,
      names.map(name => ['person', name]),
    );
  };

  test('P332 P379: selects everybody on a page, and leads to one review of all their licenses and cards', async () => {
    const { browser, portal } = await open();
    const selectable = browser.attributes('input[name=person]', 'value');
    expect(selectable).toEqual([
      'ben@acme.example',
      'cleo@acme.example',
      'ada@acme.example',
      'dora@acme.example',
    ]);
    await review(browser, ['ada@acme.example', 'dora@acme.example']);
    expect(browser.address).toMatch(/^\/removals\/review\?review=/);
    expect(browser.$('.sidebar a[aria-current=page]').text()).toBe('People');
    expect(browser.text('main')).toContain('Revoke 1 license and deactivate 2 cards');
    await browser.press('Revoke 1 license and deactivate 2 cards');
    await ended(browser);
    expect(
      portal.calls.flatMap(({ call }) => (call === 'scannerRevoke' || call === 'ecardClear' ? call : [])),
    ).toEqual(['scannerRevoke', 'ecardClear', 'ecardClear']);
    await browser.visit(PAGE);
    expect(emails(browser)).toEqual(['ben@acme.example', 'cleo@acme.example']);
  });

  test('P332: finds what people have however their address is written, and names those who have nothing', async () => {
    const { browser } = await open();
    await review(browser, [' ADA@acme.example', 'nobody@acme.example', '', 'unknown']);
    expect(browser.text('main')).toContain('Revoke 1 license and deactivate 1 card');
    expect(browser.text('main')).toContain('No longer listed as selected, and skipped: nobody@acme.example');
  });

  test('P332: a form may select people, licenses and cards at once', async () => {
    const { browser } = await open();
    const { action } = browser.form('Review removal');
    await browser.submit(action, [
      ['person', 'dora@acme.example'],
      ['license', 'U-1'],
      ['card', 'unknown'],
    ]);
    expect(browser.texts('.people-table th[scope=row]').map(person => person.split(' ').at(-1))).toEqual([
      'ada@acme.example',
      'dora@acme.example',
    ]);
    expect(browser.text('main')).toContain('No longer listed as selected, and skipped: unknown');
  });

  test('P243: selects everybody who matches the search and the filters', async () => {
    const { browser } = await open('/people?has=license-only', {
      accounts: [withDora({ scanner: scanner({ licenses: licenses(30) }) })],
    });
    expect(browser.text('#everyone')).toContain('30 of 33 people match “License only”.');
    await browser.press('Review all 30');
    expect(browser.text('main')).toContain('Revoke 30 licenses');
    await browser.follow('Cancel');
    expect(browser.address).toBe('/people?has=license-only');
  });

  test('T83: after a role was withdrawn, a filter that no longer exists finds nobody', async () => {
    const { browser, portal } = await open('/people?has=card-only', { headers: RELOAD });
    const { action } = browser.form('Review all 1');
    portal.faults.on('portalUsers', details({ roles: LEAD_CAPTURE_ONLY }));
    await browser.visit(PAGE);
    await browser.submit(action, [['all', '1']]);
    expect(browser.text('main')).toContain('Nothing is selected');
  });

  test('P245: a review has the order of its list, also of rows that were sent in another one', async () => {
    const { browser } = await open('/people?sort=email&dir=desc');
    const reviewed = () =>
      browser.texts('.people-table th[scope=row]').map(person => person.split(' ').at(-1));
    await reviewAll(browser, 'of=person&sort=email&dir=desc');
    const order = reviewed();
    expect(order).toHaveLength(4);
    expect(new Set(order.slice(0, 3).toSorted().toReversed())).toEqual(new Set(order.slice(0, 3)));
    await browser.submit(
      '/removals/review?of=person&sort=email&dir=desc',
      ['ada', 'cleo', 'dora', 'ben'].map(name => ['person', `${name}@acme.example`]),
    );
    expect(reviewed()).toEqual(order);
  });

  test.each(['scannerStats', 'ecardStats'] as const)(
    'P334: removes nothing while one of the lists is not available: %s',
    async call => {
      const { browser, portal } = await open();
      const { action } = browser.form('Review removal');
      portal.faults.on(call, status(500));
      await browser.submit(action, [['person', 'ada@acme.example']]);
      expect(browser.address).toBe('/people');
      portal.faults.off();
      await browser.submit(action, [['person', 'ada@acme.example']]);
      expect(browser.text('main')).toContain('Revoke 1 license and deactivate 1 card');
    },
  );

  test.each<[string, [string, string]]>([
    ['one person', ['person', 'ada@acme.example']],
    ['everybody', ['all', '1']],
  ])('P334: says that people may have more if rows of a list cannot be read: %s', async (_who, field) => {
    const { browser, portal } = await open();
    const { action } = browser.form('Review removal');
    portal.faults.on('ecardStats', badRows);
    await browser.submit(action, [field]);
    expect(browser.text('main')).toContain('Some cards could not be read');
  });
});
