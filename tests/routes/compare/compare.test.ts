import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, license, scanner } from '../../support/data/accounts';
import { downloadPaths } from '../../support/data/download-paths';
import { openPortal } from '../../support/portal/portal';

const NOW = Date.parse('2026-11-23T12:00:00Z');

/** Ada, Ben and Cleo have licenses today; Ada and Cleo have cards. */
const company = dana({
  scanner: scanner({
    licenses: [
      license({ appId: 'U-1', email: 'ada@acme.example', leadsLast30Days: 3, leadsTotal: 80 }),
      license({ appId: 'U-2', email: 'ben@acme.example', leadsLast30Days: 9, leadsTotal: 20 }),
      license({ appId: 'U-3', email: 'cleo@acme.example', leadsLast30Days: 0, leadsTotal: 50 }),
      { appId: 'N-1' },
    ],
  }),
  ecard: cards({
    cards: [
      { code: 'c1', email: 'ada@acme.example', name: 'Ada', activitiesLast30Days: 7, activitiesTotal: 9 },
      { code: 'c2', email: 'cleo@acme.example', name: 'Cleo', activitiesTotal: 4 },
      { code: 'c3', email: '', name: '' },
    ],
  }),
});

const HEADINGS = 'email,userId,leadsLast30Days,totalLeads';
/** Before: Ada with 30 leads, Cleo with 50, and Zoe, who has left. */
const EARLIER = `${HEADINGS}\r\nada@acme.example,U-1,3,30\r\ncleo@acme.example,U-3,0,50\r\nzoe@acme.example,U-9,1,12\r\n`;

const open = (accounts = [company]) => openPortal({ accounts, now: NOW, at: paths.compare });

const csv = (content: BlobPart, name = 'licenses-export-2026-10-01.csv') => new File([content], name);

interface Sent {
  readonly before?: File;
  readonly after?: File;
  readonly beforeDay?: string;
  readonly afterDay?: string;
}

/** Sends the form as browsers do, also without a file. */
async function send(browser: NoJsBrowser, { before, after, beforeDay = '', afterDay = '' }: Sent) {
  const form = new FormData();
  form.append('beforeDay', beforeDay);
  form.append('before', before ?? new File([], ''));
  form.append('afterDay', afterDay);
  form.append('after', after ?? new File([], ''));
  await browser.submitBody(paths.compare, new Response(form));
}

async function compare(sent: Sent) {
  const opened = await open();
  await send(opened.browser, sent);
  return opened;
}

const people = (browser: NoJsBrowser) => browser.rows('People compared');
const whoHas = (browser: NoJsBrowser, change: string) => people(browser).filter(row => row.includes(change));
const summary = (browser: NoJsBrowser) => browser.text('.comparison-summary');
const chart = (browser: NoJsBrowser) => browser.$('.bar-chart').attr('aria-label');
/** The first of those who joined, and of those who left. */
const changed = (browser: NoJsBrowser) => browser.texts('section:has(> .compared-people)');
const problem = (browser: NoJsBrowser) => browser.text('[role=alert]');

test('P340: compares an export with today, which the sidebar leads to', async () => {
  const { browser } = await openPortal({ accounts: [company], now: NOW, at: paths.dashboard });
  await browser.follow('Compare exports');
  await browser.choose('File', csv(EARLIER)).press('Compare');
  expect(browser.address).toMatch(/^\/compare\?comparison=[\w-]+$/);
  expect(browser.text('.subtitle')).toBe(
    'Activated Licenses: 1 October 2026 compared with today, 23 November 2026',
  );
  expect(summary(browser)).toBe(
    'Since 1 October: 1 person joined, 1 left, 70 leads came in; 2 people brought four fifths of them. ' +
      '20 of the leads are the totals of people who joined, so some may be older.',
  );
  expect(browser.text('.metrics')).toBe('People then 3 Joined +1 Left −1 People now 3 New leads 70');
  expect(chart(browser)).toBe('How many new leads: None: 1, 1–4: 0, 5–9: 0, 10–19: 0, 20–49: 1, 50+: 1');
  expect(changed(browser)).toEqual([
    'Joined 1 New leads ben@acme.example 20',
    'Left 1 Leads then zoe@acme.example 12',
  ]);
  expect(people(browser)).toEqual([
    ['ada@acme.example', 'On both lists', '30', '80', '50'],
    ['ben@acme.example', 'Joined', '–', '20', '20'],
    ['zoe@acme.example', 'Left', '12', '–', '–'],
    ['cleo@acme.example', 'On both lists', '50', '50', '0'],
  ]);
  const address = browser.address;
  await browser.follow('+1');
  expect(browser.address).toContain('change=joined');
  expect(people(browser)).toEqual([['ben@acme.example', 'Joined', '–', '20', '20']]);
  await browser.visit(address);
  expect(summary(browser)).toContain('1 person joined');
});

test('P341: compares two exports with each other, whichever was chosen first', async () => {
  const later = csv(
    `${HEADINGS}\nada@acme.example,U-1,3,40\ndan@acme.example,U-5,0,2\nzoe@acme.example,U-9,1,12\n`,
    'licenses-export-2026-11-05.csv',
  );
  for (const sent of [
    { before: csv(EARLIER), after: later },
    { before: later, after: csv(EARLIER) },
  ]) {
    const { portal, browser } = await compare(sent);
    expect(summary(browser)).toBe(
      'From 1 October to 5 November 2026: 1 person joined, 1 left, 12 leads came in; 1 person brought four fifths of them. ' +
        '2 of the leads are the totals of people who joined, so some may be older.',
    );
    expect(whoHas(browser, 'Left')).toEqual([['cleo@acme.example', 'Left', '50', '–', '–']]);
    expect(portal.calls.filter(({ line }) => line.includes('stats'))).toEqual([]);
  }
});

test('P341: an export compared with itself differs in nothing', async () => {
  const { browser } = await compare({ before: csv(EARLIER), after: csv(EARLIER) });
  expect(summary(browser)).toContain('nobody joined, nobody left, no leads came in.');
  expect(whoHas(browser, 'On both lists')).toHaveLength(3);
  expect(browser.has('.bar-chart, .compared-people')).toBe(false);
});

test('P341: visits of cards are compared, and a changed name is said', async () => {
  const before = csv(
    'name,email,jobTitle,cardId,viewsLast30Days,totalViews\r\nAda B.,ada@acme.example,No job title,c1,0,2\r\n',
    'digital-business-cards-export-2026-10-01.csv',
  );
  const { browser } = await compare({ before });
  expect(summary(browser)).toContain(
    '11 profile visits came in; 2 people brought four fifths of them. 4 of the profile visits are the totals',
  );
  expect(changed(browser)).toEqual(['Joined 1 New profile visits Cleo 4']);
  const [row = []] = people(browser);
  expect(row.slice(0, 6)).toEqual(['ada@acme.example', 'Ada', 'On both lists', '2', '9', '7']);
  expect(row.at(-1)).toContain('Name was “Ada B.”');
});

test('P341: visits are not compared with an export without them', async () => {
  const before = csv(
    'name,email,jobTitle,cardId,viewsLast30Days,totalViews\r\nAda,ada@acme.example,,c1,0,0\r\n',
    'digital-business-cards-export-2026-10-01.csv',
  );
  const { browser } = await compare({ before });
  expect(summary(browser)).toBe('Since 1 October: 1 person joined, nobody left.');
  expect(browser.text('main [role=status]')).toContain(
    'The earlier export has no profile visits, so none are compared.',
  );
  expect(changed(browser)).toEqual(['Joined 1 Cleo']);
});

test('P341: lists of IDs are compared by their IDs', async () => {
  const { browser } = await compare({
    before: csv('userId\r\nN-0\r\nN-1\r\n', 'non-activated-2026-10-01.csv'),
  });
  expect(summary(browser)).toBe('Since 1 October: 0 IDs are new, 1 gone.');
  expect(people(browser)).toEqual([
    ['N-0', 'Left'],
    ['N-1', 'On both lists'],
  ]);
});

test('P341: people are compared over both products, or over those that their export has', async () => {
  const heading = 'name,email,jobTitle,licenses,userIds,leadsLast30Days,totalLeads';
  const both = csv(
    `${heading},cards,cardIds,viewsLast30Days,totalViews\r\nAda,ADA@acme.example,,1,U-1,0,70,1,c1,0,9\r\nZoe,zoe@acme.example,,1,U-9,0,5,0,,0,0\r\n`,
    'people-export-2026-10-01.csv',
  );
  const { browser } = await compare({ before: both });
  expect(summary(browser)).toBe(
    'Since 1 October: 2 people joined, 1 left, 80 leads and 4 profile visits came in; 2 people brought four fifths of the leads. ' +
      '70 of the leads are the totals of people who joined, so some may be older. ' +
      '4 of the profile visits are the totals of people who joined, so some may be older.',
  );
  expect(browser.texts('.plot-head h3')).toEqual([
    'How many new leads',
    'How many new profile visits',
    'Joined 2',
    'Left 1',
  ]);
  const licensesOnly = csv(
    'email,licenses,userIds,leadsLast30Days,totalLeads\r\nada@acme.example,1,U-1,0,70\r\n',
  );
  await send(browser, { before: licensesOnly });
  expect(summary(browser)).toContain('2 people joined, nobody left, 80 leads came in');
  expect(changed(browser)).toEqual(['Joined 2 New leads cleo@acme.example 50 ben@acme.example 20']);
  const cardsOnly = csv(
    'name,email,jobTitle,cards,cardIds,viewsLast30Days,totalViews\r\nAda,ada@acme.example,,1,c1,0,5\r\n',
  );
  await send(browser, { before: cardsOnly });
  expect(summary(browser)).toContain('1 person joined, nobody left, 8 profile visits came in');
  expect(changed(browser)).toEqual(['Joined 1 New profile visits Cleo 4']);
});

test('P343: totals that fell, rows without an address and repeated IDs are listed as such', async () => {
  const before = csv(
    `${HEADINGS}\r\nada@acme.example,U-1,3,100\r\n,U-8,0,40\r\nben@acme.example,U-2,0,1\r\nbob@acme.example,U-2,0,1\r\ncleo@acme.example,U-3,0,many\r\n`,
  );
  const { browser } = await compare({ before });
  expect(summary(browser)).toContain('nobody joined, nobody left, no leads came in.');
  const rows = browser.rows('Rows to check').map(row => [row[0], row.at(-1)]);
  expect(rows.toSorted()).toEqual([
    ['U-8', 'No email address in the earlier list'],
    ['ada@acme.example', 'The total of leads fell'],
    ['ben@acme.example', 'The ID is listed more than once in the earlier list'],
    ['bob@acme.example', 'The ID is listed more than once in the earlier list'],
    ['cleo@acme.example', 'The total is not a number in the earlier list'],
  ]);
});

describe('the day of an export', () => {
  const nameless = csv(EARLIER, 'licenses.csv');

  test.each([
    ['of its name', csv(EARLIER, 'licenses-export-2026-10-01 (1).csv'), '', 'Since 1 October:'],
    ['of another year', csv(EARLIER, 'licenses-export-2025-10-01.csv'), '', 'Since 1 October 2025:'],
    ['that was typed', nameless, '2026-09-30', 'Since 30 September:'],
    ['that was typed instead of that of its name', csv(EARLIER), '2026-09-30', 'Since 30 September:'],
    ['that is not known', nameless, '', 'Since this export:'],
    ['that does not exist', csv(EARLIER, 'licenses-2026-02-30.csv'), '', 'Since this export:'],
    ['of today elsewhere', nameless, '2026-11-24', 'Since 24 November:'],
  ])('P342: %s', async (_case, before, beforeDay, expected) => {
    const { browser } = await compare({ before, beforeDay });
    expect(summary(browser)).toContain(expected);
  });

  test.each([
    ['01.10.2026', '“01.10.2026” is not a day. Type it like 2026-11-23.'],
    ['2026-02-30', '“2026-02-30” is not a day.'],
    ['2026-12-01', 'The earlier export is of 1 December 2026, which is in the future.'],
  ])('P342: a wrong one is rejected, and kept: %s', async (beforeDay, expected) => {
    const { browser } = await compare({ before: nameless, beforeDay, afterDay: '2026-11-01' });
    expect(browser.status).toBe(200);
    expect(problem(browser)).toContain(expected);
    expect(browser.$('[name=beforeDay]').val()).toBe(beforeDay);
    expect(browser.$('[name=afterDay]').val()).toBe('2026-11-01');
    expect(browser.has('.comparison-summary')).toBe(false);
  });

  test('P342: a name with a future date asks for the day', async () => {
    const { browser } = await compare({ before: csv(EARLIER, 'licenses-export-2099-01-01.csv') });
    expect(problem(browser)).toContain('of 1 January 2099 by the name of its file, which is in the future.');
  });
});

describe('the file', () => {
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const withTabs = EARLIER.replaceAll(',', '\t');

  test.each<readonly [string, BlobPart]>([
    ['with a byte order mark', `\uFEFF${EARLIER}`],
    ['with semicolons', EARLIER.replaceAll(',', ';')],
    ['with tabs, in UTF-16', utf16(withTabs)],
    ['in UTF-16, big-endian', utf16(withTabs).swap16()],
    ['in Windows-1252', Buffer.from(EARLIER.replace('zoe', 'zo\u00EB'), 'latin1')],
    [
      'with quotes and line feeds',
      EARLIER.replaceAll('\r\n', '\n').replace('ada@acme.example', '"ada@acme.example"'),
    ],
    ['with a line that names its separator', `sep=;\r\n${EARLIER.replaceAll(',', ';')}`],
    ['with grouped numbers', EARLIER.replace(',30', ',"30.00"')],
    ['with escaped formulas', EARLIER.replace('zoe', "'=zoe")],
  ])('P344: is read %s', async (_case, content) => {
    const { browser } = await compare({ before: csv(content) });
    expect(problem(browser)).toBe('');
    expect(summary(browser)).toContain('1 person joined, 1 left, 70 leads came in');
    expect(whoHas(browser, 'Left')[0]?.[0]).toMatch(/^(?:zo[eë]|=zoe)@/);
  });

  test.each<readonly [string, BlobPart, string | RegExp]>([
    ['is empty', '', 'could not be read: it is empty. Choose another file.'],
    ['is no text', Buffer.from('PK\u0003\u0004\0\0'), 'it is not a text file'],
    ['is UTF-16 without a mark', utf16(EARLIER).subarray(2), 'it is not a text file'],
    [
      'is no export',
      'name;phone\r\nAda;1\r\n',
      /Expected, for example: “email, userId, leadsLast30Days, totalLeads”. Found: “name, phone”/,
    ],
    ['has no headings', EARLIER.split('\r\n').slice(1).join('\r\n'), 'Found: “ada@acme.example, U-1, 3, 30”'],
    ['has headings only', `${HEADINGS}\r\n`, 'it has headings, but no rows'],
    [
      'has 300,000 rows',
      `userId\n${'1\n'.repeat(300_000)}`,
      'it has 300,001 lines. At most 100,000 rows can be compared',
    ],
    [
      'has a cell of 1 MB',
      `${EARLIER}${'x'.repeat(1_000_000)},U-2,0,1\r\n`,
      'a cell of row 4 has 1,000,000 characters',
    ],
    [
      'has a column twice',
      `email,${HEADINGS}\r\nada@acme.example,ben@acme.example,U-2,0,1\r\n`,
      'it has two columns “email”. Remove one of them',
    ],
    [
      'has people without their totals',
      'email,userIds\r\nada@acme.example,U-1\r\n',
      'it lacks the columns “totalLeads” and “totalViews”. Export it again',
    ],
    ['has a quote that is never closed', `${EARLIER}"ben@acme.example,U-2,0,1\r\n`, 'is never closed'],
    [
      'has text after a quote',
      `${EARLIER}"ben@acme.example" x,U-2,0,1\r\n`,
      'text after its closing quotation mark',
    ],
    ['is larger than 5 MB', `${HEADINGS}\r\n`.padEnd(5 * 1024 * 1024 + 1, 'x'), 'it is larger than 5 MB'],
  ])('P344: that %s is rejected with the reason', async (_case, content, reason) => {
    const { portal, browser } = await compare({
      before: csv(content, 'my-file.csv'),
      beforeDay: '2026-10-01',
    });
    expect(browser.status).toBe(200);
    if (typeof reason === 'string') expect(problem(browser)).toContain(reason);
    else expect(problem(browser)).toMatch(reason);
    expect(browser.$('[name=beforeDay]').val()).toBe('2026-10-01');
    expect(portal.log()).not.toMatch(/my-file|ada@acme/);
  });

  test.each([0, 1, 2])(
    'P344: is recognized with a byte order mark and many names in other scripts (%d)',
    async shift => {
      const name = `${'x'.repeat(shift)}${'\u5C71'.repeat(5000)}`;
      const content = `\uFEFFname,email,jobTitle,cardId,viewsLast30Days,totalViews\r\n${name},a@b.example,,c9,0,1\r\n`;
      const { browser } = await compare({ before: csv(content) });
      expect(summary(browser)).toContain('1 left');
    },
  );

  test('P344: none is needed to be told that one is', async () => {
    const { browser } = await compare({ after: csv(EARLIER) });
    expect(problem(browser)).toBe('Choose an earlier export.');
  });

  test('P344: two of different lists are not compared', async () => {
    const { browser } = await compare({
      before: csv(EARLIER, 'a.csv'),
      after: csv('cardId\r\nc1\r\n', 'b.csv'),
    });
    expect(problem(browser)).toBe(
      'These exports are of different lists: “a.csv” is of Activated Licenses, “b.csv” is of Non-Claimed Cards. Choose two of the same list.',
    );
  });

  test('P344: two of people with different products are not compared, and what each has is said', async () => {
    const { browser } = await compare({
      before: csv('email,userIds,totalLeads\r\nada@acme.example,U-1,3\r\n', 'a.csv'),
      after: csv('email,userIds,totalLeads,cardIds,totalViews\r\nada@acme.example,U-1,3,c1,4\r\n', 'b.csv'),
    });
    expect(problem(browser)).toBe(
      'These exports of People are of different products: “a.csv” has leads, “b.csv” has leads and profile visits. ' +
        'Choose two exports of administrators with the same products, or the exports of one product.',
    );
  });

  test('P342: one that was narrowed by a search is read as such', async () => {
    const { browser } = await compare({
      before: csv(EARLIER, 'licenses-export-filtered-ann-2026-10-01.csv'),
    });
    expect(browser.text('main [role=status]')).toContain(
      'the earlier export has only the rows of a search or filter. Everyone else counts as joined.',
    );
  });

  test('P344: every export of the portal is recognized, and nothing has changed since', async () => {
    const { browser } = await open();
    for (const path of [...downloadPaths, `${downloadPaths[2]}?visits=1`, `${paths.people}/people.csv`]) {
      const { text } = await browser.get(path);
      await send(browser, { before: csv(text) });
      expect([path, summary(browser)]).toEqual([
        path,
        expect.stringMatching(
          /nobody joined, nobody left, no|0 IDs are new, 0 gone|nobody joined, nobody left\./,
        ),
      ]);
    }
  });
});

test('F4: without a backend, two exports can be compared, and one cannot', async () => {
  const { portal, browser } = await open();
  portal.faults.on('scannerStats', faults.status(500));
  await send(browser, { before: csv(EARLIER), beforeDay: '2026-10-01' });
  expect(problem(browser)).toContain('Error loading lead capture information.');
  expect(browser.$('[name=beforeDay]').val()).toBe('2026-10-01');
  await send(browser, { before: csv(EARLIER), after: csv(EARLIER) });
  expect(summary(browser)).toContain('nobody joined');
});

test('F11 P85: an export is not compared with a list that the backend has left out', async () => {
  const { portal, browser } = await open();
  portal.faults.on('scannerStats', faults.noUserStats);
  await send(browser, { before: csv(EARLIER) });
  expect(problem(browser)).toContain('Failed to fetch licenses');
});

test('T22: an export of a product without the role is compared only with another export', async () => {
  const { browser } = await open([dana({ roles: [{ product: 3, entityId: 'acme-cards' }] })]);
  await send(browser, { before: csv(EARLIER) });
  expect(problem(browser)).toContain('No Scanner role found for user.');
});

describe('the lists of a comparison', () => {
  test('P345: are exported, also only those who joined, left or stayed, and the downloads are audited', async () => {
    const { portal, browser } = await compare({ before: csv(EARLIER) });
    const { address } = browser;
    const exported = async (change: string) => {
      await browser.visit(`${address}&change=${change}`);
      return browser.download('Export people compared as CSV');
    };
    const joined = await exported('joined');
    expect(people(browser)).toHaveLength(1);
    expect(joined.text).toBe(
      'email,userId,change,leadsBefore,leadsAfter,leadsNew,note\r\nben@acme.example,U-2,Joined,0,20,20,\r\n',
    );
    expect(joined.headers['content-disposition']).toContain('comparison-joined-2026-11-23.csv');
    const rest = [await exported('left'), await exported('stayed')].map(({ text }) =>
      text.trim().split('\r\n').slice(1),
    );
    expect(rest).toEqual([
      ['zoe@acme.example,U-9,Left,12,0,0,'],
      ['ada@acme.example,U-1,On both lists,30,80,50,', 'cleo@acme.example,U-3,On both lists,50,50,0,'],
    ]);
    expect((await exported('')).text.trim().split('\r\n')).toHaveLength(5);
    expect(portal.logLines().map(({ audit, item }) => `${audit} ${item}`)).toContain('download comparison');
  });

  test('P345: keep the comparison while they are searched, sorted and paged', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `p${index}@acme.example,P-${index},0,${index}\r\n`);
    const { browser } = await compare({ before: csv(`${HEADINGS}\r\n${rows.join('')}`) });
    await browser.follow('Next page');
    expect(people(browser)).toHaveLength(25);
    await browser.visit(browser.$('#compared thead a:contains("Leads then")').attr('href') ?? '');
    expect(people(browser)[0]).toEqual(['p59@acme.example', 'Left', '59', '–', '–']);
    await browser.visit(browser.$('#compared thead a:contains("Email")').attr('href') ?? '');
    expect(people(browser)[0]?.[0]).toBe('p9@acme.example');
    await browser.fill('Search people compared', 'p58').press('Search');
    expect(people(browser)).toEqual([['p58@acme.example', 'Left', '58', '–', '–']]);
    const { text } = await browser.get(browser.$('#compared a[data-export]').attr('href') ?? '');
    expect(text.split('\r\n')).toHaveLength(3);
  });

  test('P346: are printed whole, with the company, the administrator and the days, and nothing else', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `p${index}@acme.example,P-${index},0,${index}\r\n`);
    const { browser } = await compare({ before: csv(`${HEADINGS}\r\n${rows.join('')}`) });
    await browser.follow('Print');
    expect(whoHas(browser, 'Left')).toHaveLength(60);
    expect(people(browser).map(([, change]) => change)).toEqual([
      ...Array(3).fill('Joined'),
      ...Array(60).fill('Left'),
    ]);
    expect(browser.text('.subtitle')).toBe(
      'Activated Licenses: 1 October 2026 compared with today, 23 November 2026 · Acme & Sons · Dana Whitfield (dana@acme.example) · Printed on 23 November 2026',
    );
    expect(browser.has('.bar-chart, .compared-people, .search, .pagination, [data-export]')).toBe(false);
    await browser.follow('Back to the comparison');
    expect(summary(browser)).toContain('60 left');
  });

  test('P345: beyond 5,000 people, the first are listed, and all are counted', async () => {
    const rows = Array.from(
      { length: 6000 },
      (_, index) => `p${index}@acme.example,P-${index},0,${index}\r\n`,
    );
    const { browser } = await compare({ before: csv(`${HEADINGS}\r\n${rows.join('')}`) });
    expect(summary(browser)).toContain('6,000 left');
    expect(browser.text('main [role=status]')).toContain(
      '5,003 of 6,003 rows are listed below and in the export',
    );
    await browser.visit(`${browser.address}&change=left&sort=before`);
    const { text } = await browser.download('Export people compared as CSV');
    expect(text.trim().split('\r\n')).toHaveLength(5001);
    expect(people(browser)[0]).toEqual(['p5999@acme.example', 'Left', '5,999', '–', '–']);
  });

  test('P345: belong to one session, for 30 minutes', async () => {
    const { portal, browser } = await compare({ before: csv(EARLIER) });
    const { address } = browser;
    const other = await portal.signedIn();
    await other.visit(address);
    expect(problem(other)).toContain('This comparison is no longer available');
    const download = browser.href('Export people compared as CSV');
    expect((await other.get(download)).headers.location).toBe(paths.compare);
    portal.advanceClock(31 * 60 * 1000);
    await browser.visit(address);
    expect(problem(browser)).toContain('This comparison is no longer available');
  });
});

test('T72: nothing of the files or the lists is logged', async () => {
  const { portal } = await compare({ before: csv(EARLIER, 'very-special-name-2026-10-01.csv') });
  expect(portal.log()).not.toMatch(/very-special|zoe@|ada@/);
});
