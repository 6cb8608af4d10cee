import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import type { SeedLicense } from '../../../scripts/sandbox/seed';
import { MAILTO_LIMIT } from '../../../shared/mailto';
import { paths } from '../../../shared/paths';
import { csvRows, toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { ended, selecting } from '../../support/browsers/removals';
import { cards, dana, eve, license, licensesFor, scanner } from '../../support/data/accounts';
import { openPortal, type PortalOptions } from '../../support/portal/portal';

const people = (count: number) => licensesFor(count, () => ({ leadsLast30Days: 0, leadsTotal: 5 }));

const company = (licenses = people(120), ecard = cards()) =>
  dana({ scanner: scanner({ licenses, licensesPurchased: 200 }), ecard });

/** Opens the review of all licenses that match, or of the licenses in the fields. */
async function review(
  fields: [string, string][] = [['all', '1']],
  options: PortalOptions = {},
  state = '&activity=idle30',
) {
  const { browser, portal } = await openPortal({ accounts: [company(), eve()], ...options });
  await browser.submit(`${paths.reviewRemovals}?of=license${state}`, fields);
  return { browser, portal };
}

const rows = (...ids: readonly string[]) => selecting('license', ids);

async function ask(...of: Parameters<typeof review>) {
  const { browser, portal } = await review(...of);
  await browser.follow('Ask first');
  return { browser, portal };
}

const mailLinks = (browser: NoJsBrowser) => browser.attributes('a[data-mail]', 'href');

describe('asking first', () => {
  test('P368: a review leads to a letter, and nothing is removed or used up by it', async () => {
    const { browser, portal } = await ask();
    expect(browser.text('h1')).toBe('Ask first');
    expect(browser.text('.subtitle')).toBe('120 people whose Lead Capture license had no leads in 30 days');
    expect(browser.text('.back')).toBe('Licenses without leads in 30 days');
    expect(browser.address).toMatch(/^\/removals\/ask\?review=/);
    expect(browser.text('#answers ~ p')).toContain('Review these people again');
    expect(browser.text('.sidebar [aria-current=page]')).toBe('Lead Capture');
    await browser.follow('Review removal');
    await browser.fill('Type 120 to confirm', '120').press('Revoke 120 licenses');
    await ended(browser);
    expect(portal.removals()).toHaveLength(120);
  });

  test('P368: a confirmed, an ended and another session’s review cannot be asked about', async () => {
    const { browser, portal } = await ask(rows('U-1'));
    const { address } = browser;
    const other = await portal.signedIn('eve@evil.example');
    for (const path of [address, address.replace('/ask', '/ask/people.csv')]) {
      await other.visit(path);
      expect(other.text('main')).toContain('This review has expired');
      expect(other.text()).not.toContain('p1@acme.example');
    }
    await browser.follow('Review removal');
    await browser.press('Revoke 1 license');
    await browser.visit(address);
    expect(browser.text('main')).toContain('This review has been confirmed');
    await browser.visit(paths.askFirst);
    expect(browser.text('main')).toContain('This review has expired');
  });

  const unused = 'it has not been used in the last 30 days';
  const license30 = { appId: 'A', email: 'ada@acme.example', leadsLast30Days: 0, leadsTotal: 5 };
  test.each<[string, Partial<SeedLicense>, string[], string, boolean]>([
    ['an idle license', {}, [], 'your lead-capture license?', true],
    ['a license in use', { leadsLast30Days: 3 }, [], 'your lead-capture license?', false],
    ['a new license (P410)', { activationDate: '2026-11-20' }, [], 'your lead-capture license?', false],
    ['both', { leadsLast30Days: 3 }, ['c1'], 'your license and your card?', false],
    ['either', { leadsLast30Days: 3 }, ['c2'], 'your license or your card?', false],
  ])('P369: the letter to people with %s', async (_what, change, cardIds, subject, isUnused) => {
    const { browser } = await ask(
      [...rows('A'), ...selecting('card', cardIds)],
      {
        accounts: [company([license({ ...license30, ...change })])],
        now: Date.parse('2026-11-23T10:00:00Z'),
      },
      '',
    );
    expect(browser.value('Subject')).toContain(subject);
    expect(browser.value('Text').replace(/\s+/g, ' ').includes(unused)).toBe(isUnused);
  });

  test('P370: one link opens the letter with everybody in Bcc', async () => {
    const { browser } = await ask(undefined, { accounts: [company(people(50))] });
    const link = browser.href('Open in your mail program');
    expect(link.length).toBeLessThanOrEqual(MAILTO_LIMIT);
    const { searchParams } = new URL(link);
    expect(searchParams.get('bcc')?.split(',')).toEqual(browser.text('#letter-recipients').split('; '));
    expect(new Set(searchParams.get('bcc')?.split(',')).size).toBe(50);
    expect(searchParams.get('subject')).toBe(browser.value('Subject'));
    expect(searchParams.get('body')).toBe(browser.value('Text').replaceAll('\n', '\r\n'));
    expect(browser.texts('.panel button')).toEqual(['Copy text', 'Copy 50 addresses']);
    expect(browser.text('.panel .primary')).toBe('Open in your mail program');
  });

  test('P370: without room for everybody in a link, the addresses are copied', async () => {
    const { browser } = await ask();
    expect([...new URL(mailLinks(browser)[0] ?? '').searchParams.keys()]).toEqual(['subject', 'body']);
    expect(browser.text('.panel .primary')).toBe('Copy 120 addresses');
    expect(browser.text('main')).toContain('Too many addresses for one link.');
    expect(browser.text('#letter-recipients').split('; ')).toHaveLength(120);
    expect(browser.href('CSV for mail merge')).toMatch(/^\/removals\/ask\/people\.csv/);
  });

  test('P370: a link that cannot have the text says so itself', async () => {
    const account = { ...company(people(60)), name: '木'.repeat(200) };
    const { browser } = await ask(undefined, { accounts: [account] }, '');
    const link = browser.href('Open in your mail program (paste the text)');
    expect(new URL(link).searchParams.get('body')).toBeNull();
    expect(browser.text('[data-mail-too-long]:not([hidden])')).toContain('too long for a link');
  });

  test('P370 T90: only addresses of one mailbox are in links, and the others are named', async () => {
    const hostile = [
      'a@x.example?cc=b@y.example',
      'two@x.example,three@x.example',
      'no address',
      'c+d&e@x.example',
    ];
    const licenses = hostile.map((email, index) => license({ appId: `H-${index}`, email }));
    const { browser } = await ask(undefined, { accounts: [company(licenses)] }, '');
    const [link = '', ...others] = mailLinks(browser);
    expect(others).toEqual([]);
    expect([...new URL(link).searchParams.keys()]).toEqual(['bcc', 'subject', 'body']);
    expect(new URL(link).searchParams.get('bcc')).toBe('c+d&e@x.example');
    expect(browser.text('.alert')).toContain(
      '3 people without a usable email address: a@x.example?cc=b@y.example',
    );
  });

  test('P371: the file for a mail merge has names, IDs and numbers, and is audited', async () => {
    const { browser, portal } = await ask(
      [
        ['license', 'A'],
        ['card', 'c1'],
        ['card', 'c2'],
      ],
      {
        accounts: [company([license({ appId: 'A', email: 'ADA@acme.example', leadsLast30Days: 3 })])],
      },
    );
    const file = await browser.download('CSV for mail merge');
    expect(file.text).toMatch(/^email,name,license,leadsLast30Days,card,visitsLast30Days/);
    expect(csvRows(file).map(cells => cells.slice(0, 6))).toEqual([
      ['ADA@acme.example', 'Ada Byron', 'A', '3', 'c1', '7'],
      ['ben@acme.example', 'Ben Okafor', '', '', 'c2', '2'],
    ]);
    expect(portal.logLines().filter(({ audit }) => audit === 'download')).toMatchObject([
      { item: 'people-to-ask', outcome: 'ok' },
    ]);
  });

  test('P371: without the list of cards, the file has no names', async () => {
    const { browser, portal } = await ask(rows('U-1'));
    portal.faults.on('ecardStats', faults.status(500));
    portal.advanceClock(61_000);
    const file = await browser.download('CSV for mail merge');
    expect(file.status).toBe(200);
    expect(csvRows(file)[0]?.slice(0, 6)).toEqual(['p1@acme.example', '', 'U-1', '0', '', '']);
  });
});

describe('leaving out', () => {
  const left = (browser: NoJsBrowser) =>
    browser
      .texts('.people-table tbody:not(.left-out) th[scope=row] bdi[dir=ltr]')
      .map(email => email.split('@')[0]);
  const out = (browser: NoJsBrowser) =>
    browser.texts('.left-out th[scope=row] bdi[dir=ltr]').map(email => email.split('@')[0]);

  test('P373: everybody whose address is in the text is left out and named, and can be put back', async () => {
    const { browser, portal } = await review(rows('U-1', 'U-2', 'U-3'));
    const { address } = browser;
    await browser
      .fill(
        'Their replies or email addresses',
        'P1@acme.example and Tim\n> p3@acme.example\nTo: dana@acme.example\nstranger@x.example, p22@acme.example',
      )
      .press('Leave them out');
    expect(browser.address).toBe(address);
    expect(out(browser)).toEqual(['p1', 'p3']);
    expect(browser.text('main')).not.toContain('Nobody of this review');
    expect(browser.texts('#left-out .alert')).toEqual([
      '2 people left out.',
      'Not in this review, so not left out: stranger@x.example, p22@acme.example.',
    ]);
    expect(left(browser)).toEqual(['p2']);
    expect((await browser.send('Put all 2 back')).headers.location).toBe(`${address}#content`);
    await browser.reload();
    expect(left(browser)).toEqual(['p1', 'p2', 'p3']);
    await browser
      .fill('Their replies or email addresses', 'p1@acme.example, p3@acme.example')
      .press('Leave them out');
    await browser.press(browser.texts('button.danger')[0] ?? '');
    expect(portal.removals()).toEqual(['U-2']);
  });

  test('P373: who is in the text by name alone is left out, too, and named with the line', async () => {
    const names = ['grace.kim', 'grace.king', 'kim.lee'];
    const licenses = names.map(name => license({ appId: name, email: `${name}@acme.example` }));
    const { browser } = await review(rows(...names), { accounts: [company(licenses)] });
    await browser.fill('Their replies or email addresses', 'Grace Kim: yes please').press('Leave them out');
    expect([left(browser), out(browser)]).toEqual([['grace.king', 'kim.lee'], ['grace.kim']]);
    expect(browser.texts('#left-out .alert')[1]).toBe(
      'Left out, because they are perhaps in the text: grace.kim@acme.example (“Grace Kim: yes please”).',
    );
  });

  test('P373: further people can be left out, up to all of them, and all can be put back', async () => {
    const { browser } = await review(rows('U-1', 'U-2'));
    expect(browser.has('#leave-out[open]')).toBe(false);
    await browser.fill('Their replies or email addresses', 'p1@acme.example').press('Leave them out');
    expect(browser.has('#leave-out[open]')).toBe(true);
    await browser
      .fill('Their replies or email addresses', 'p2@acme.example\nx@x.example')
      .press('Leave them out');
    expect(out(browser)).toEqual(['p1', 'p2']);
    expect(browser.has('button.danger')).toBe(false);
    expect(browser.text('main')).toContain('Not in this review, so not left out: x@x.example.');
    await browser.press('Put all 2 back');
    expect(left(browser)).toEqual(['p1', 'p2']);
  });

  test('P373: one person is left out of a row, and put back where they were', async () => {
    const { browser, portal } = await review(rows('U-1', 'U-2', 'U-3'));
    await browser.press('Leave out p2@acme.example');
    expect([left(browser), out(browser)]).toEqual([['p1', 'p3'], ['p2']]);
    expect(browser.text('.subtitle')).toBe('2 people will lose 2 licenses.');
    expect(browser.texts('.list-title > *')).toEqual(['2 people', '1 left out']);
    await browser.press('Put back p2@acme.example');
    expect(left(browser)).toEqual(['p1', 'p2', 'p3']);
    expect(out(browser)).toEqual([]);
    await browser.press('Leave out p3@acme.example');
    await ended(await browser.press('Revoke 2 licenses'));
    expect(portal.removals().toSorted()).toEqual(['U-1', 'U-2']);
  });

  test('P373: leaving somebody out or putting them back leads to a place that the page has', async () => {
    const { browser } = await review(rows('U-1', 'U-2'));
    for (const [press, place] of [
      ['Leave out p1@acme.example', '#unused'],
      ['Leave out p2@acme.example', '#content'],
      ['Put back p1@acme.example', '#out'],
      ['Put back p2@acme.example', '#content'],
    ] as const) {
      const { location = '' } = (await browser.send(press)).headers;
      expect([press, location.replace(/^[^#]*/, '')]).toEqual([press, place]);
      await browser.visit(location);
      expect(browser.has(place)).toBe(true);
    }
  });

  test('P373: nobody is left out of a review that another tab has confirmed, and the page says so', async () => {
    const { browser, portal } = await review(['U-1', 'U-2'].map(id => ['license', id]));
    const { action } = browser.form('Leave them out');
    const tab = browser.copy();
    await browser.press(browser.texts('button.danger')[0] ?? '');
    await tab.submit(action, [['people', 'p1@acme.example']]);
    expect(toasts(tab)).toEqual([
      'error: Nobody was left out, because this review has already been confirmed.',
    ]);
    expect(portal.removals()).toHaveLength(2);
  });

  const NOBODY = 'Nobody of this review is in the text, so nobody was left out.';
  test.each([
    ['Yes, please keep mine!', NOBODY],
    ['x@acme', NOBODY],
    ['x@x.example\n', NOBODY],
    ['a\n'.repeat(100_001), 'it has more than 100,000 lines'],
  ])(
    'P373: a text that leaves out nobody stays in the form, with the reason: %.20j',
    async (text, problem) => {
      const { browser } = await review(rows('U-1'));
      await browser.fill('Their replies or email addresses', text).press('Leave them out');
      expect(browser.text('#leave-out')).toContain(problem);
      expect(left(browser)).toEqual(['p1']);
      expect(browser.value('Their replies or email addresses').trim()).toBe(
        text.length > 1000 ? '' : text.trim(),
      );
    },
  );

  test('P376: at most 20 addresses are named', async () => {
    const { browser } = await review(rows('U-1', 'U-2'));
    const text = Array.from({ length: 1500 }, (_, index) => `s${index}@x.example`).join('\n');
    await browser
      .fill('Their replies or email addresses', `${text}\nx€p1@acme.example`)
      .press('Leave them out');
    expect(left(browser)).toEqual(['p1', 'p2']);
    expect(browser.text('#left-out')).toMatch(
      /^Not in this review, so not left out: (s\d+@x.example, ){19}s19@x.example and 1,480 more\. ?Not read as an address: x€p1@acme\.example\.$/,
    );
  });

  test('T90: only its own session can change a review', async () => {
    const { browser, portal } = await review(rows('U-1', 'U-2'));
    const action = browser.form('Leave them out').action;
    const other = await portal.signedIn('eve@evil.example');
    await other.submit(action, [['people', 'p1@acme.example']]);
    expect(other.text('main')).toContain('This review has expired');
    await browser.reload();
    expect(left(browser)).toHaveLength(2);
    await browser.submit(`${paths.leaveOut}?review=unknown`, [['people', 'p1@acme.example']]);
    expect(browser.text('main')).toContain('This review has expired');
  });
});
