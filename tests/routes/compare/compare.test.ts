import { describe, expect, test } from '@jest/globals';
import writeXlsxFile from 'write-excel-file/node';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, license, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const NOW = Date.parse('2026-11-23T12:00:00Z');

const usual = [
  license({ appId: 'U-1', email: 'ada@acme.example', leadsLast30Days: 3, leadsTotal: 80 }),
  license({
    ...{ appId: 'U-2', email: 'ben@acme.example', leadsLast30Days: 20, leadsTotal: 20 },
    activationDate: '2026-11-23',
  }),
  license({
    appId: 'U-3',
    email: 'cleo@acme.example',
    leadsLast30Days: 0,
    leadsTotal: 50,
    activationDate: null,
  }),
];

/** Ada, Ben and Cleo have licenses today; Ada and Cleo have cards. */
const company = dana({
  scanner: scanner({ licenses: usual }),
  ecard: cards({
    cards: [
      { code: 'c1', email: 'ada@acme.example', name: 'Ada', activitiesLast30Days: 7, activitiesTotal: 9 },
      { code: 'c2', email: 'cleo@acme.example', name: 'Cleo', activitiesTotal: 4 },
    ],
  }),
});

const HEADINGS = 'email,userId,leadsLast30Days,totalLeads';
/** Before: Ada with 30 leads, Cleo with 50, and Zoe, who has left. */
const EARLIER = `${HEADINGS}\r\nada@acme.example,U-1,3,30\r\ncleo@acme.example,U-3,0,50\r\nzoe@acme.example,U-9,1,12\r\n`;

const open = (accounts = [company]) => openPortal({ accounts, now: NOW, at: paths.compare });

const file = (content: BlobPart, name = 'licenses-export-2026-10-01.csv') => new File([content], name);

/** Sends the form as browsers do, also without a file. */
async function send(browser: NoJsBrowser, sent: File | undefined, day?: string) {
  const form = new FormData();
  if (day !== undefined) form.append('day', day);
  form.append('file', sent ?? new File([], ''));
  await browser.submitBody(paths.compare, new Response(form));
}

async function compare(sent: File | undefined) {
  const opened = await open();
  await send(opened.browser, sent);
  return opened;
}

const people = (browser: NoJsBrowser) => browser.rows('People compared');
const tabs = (browser: NoJsBrowser) => browser.texts('.filter a');
const summary = (browser: NoJsBrowser) => browser.text('.sentence');
const notes = (browser: NoJsBrowser) => browser.text('main [role=status]');
const problem = (browser: NoJsBrowser) => browser.text('[role=alert]');

test.each([
  [79, '0.3 per person'],
  [80, ''],
])(
  'P340: with %s leads of Ada before, the leads since are a figure for each person',
  async (before, note) => {
    const content = `${HEADINGS}\r\nada@acme.example,U-1,3,${before}\r\nben@acme.example,U-2,0,20\r\ncleo@acme.example,U-3,0,50\r\n`;
    const { browser } = await compare(file(content));
    expect(browser.text('.figures')).toContain(`Leads since ${80 - before}${note && ` ${note}`}`);
    expect(browser.text('.figures').includes('per person')).toBe(note !== '');
  },
);

test('P340: is opened from the Export menu, and compares an export with today', async () => {
  const { browser } = await openPortal({ accounts: [company], now: NOW, at: paths.leadCapture });
  await browser.visit(browser.$('a[href^="/compare"]').attr('href') ?? '');
  expect(browser.text('h1')).toBe('What changed');
  expect(browser.text('.sidebar [aria-current]')).toBe('Lead Capture');
  await browser.choose('An earlier export', file(EARLIER)).press('Compare with today');
  expect(browser.address).toMatch(/^\/compare\?comparison=[\w-]+$/);
  expect(browser.text('.subtitle')).toBe('1 October 2026 against today, 23 November 2026');
  expect(summary(browser)).toBe(
    'In 53 days 1 person joined and 1 left. Everybody together captured 70 leads; 1 of 3 people captured none.',
  );
  expect(browser.text('.figures')).toBe(
    'People then 3 1 October Joined +1 new since then Left −1 no longer there People now 3 23 November Leads since 70 23 per person',
  );
  expect(tabs(browser)).toEqual(['All 4', 'Joined 1', 'Left 1', 'Changed 1']);
  expect(people(browser)).toEqual([
    ['ada@acme.example', '', '30', '80', '50'],
    ['ben@acme.example', 'Joined', '', '20', '20'],
    ['zoe@acme.example', 'Left', '12', '', ''],
    ['cleo@acme.example', '', '50', '50', '0'],
  ]);
  const { address } = browser;
  await browser.follow('Changed 1');
  expect(people(browser)).toEqual([['ada@acme.example', '', '30', '80', '50']]);
  await browser.visit(address);
  expect(browser.text('.sidebar [aria-current]')).toBe('Lead Capture');
  expect(browser.href('Lead Capture')).toBe(paths.leadCapture);
});

test('P341: visits of cards are compared, and a changed name is shown', async () => {
  const { browser } = await compare(
    file(
      'name,email,jobTitle,cardId,viewsLast30Days,totalViews\r\nAda B.,ada@acme.example,No job title,c1,0,2\r\n',
      'digital-business-cards-export-2026-10-01.csv',
    ),
  );
  expect(summary(browser)).toBe(
    'In 53 days 1 person joined and nobody left. Everybody together had 11 profile visits.',
  );
  expect(people(browser)[0]?.[0]).toBe('Ada ada@acme.example');
  expect(people(browser)[0]?.slice(2)).toEqual(['2', '9', '7']);
  expect(people(browser)[0]?.[1]).toContain('Name was “Ada B.”');
});

test('P341: people are compared over both products, or over those that their export has', async () => {
  const heading = 'name,email,jobTitle,licenses,userIds,leadsLast30Days,totalLeads';
  const both = file(
    `${heading},cards,cardIds,viewsLast30Days,totalViews\r\nAda,ADA@acme.example,,1,U-1,0,70,1,c1,0,9\r\nZoe,zoe@acme.example,,1,U-9,0,5,0,,0,0\r\n`,
    'people-export-2026-10-01.csv',
  );
  const { browser } = await compare(both);
  expect(summary(browser)).toContain(
    '2 people joined and 1 left. Everybody together captured 80 leads and 4 profile visits.',
  );
  expect(browser.text('.figures')).toContain('Leads since 80 and 4 profile visits');
  expect(people(browser)[0]).toEqual(['Cleo cleo@acme.example', 'Joined', '', '50', '50', '', '4', '4']);
  await send(
    browser,
    file(',email,licenses,userIds,totalLeads\r\n0,ada@acme.example,1,U-1,70\r\n1,,1,U-9,5'),
  );
  expect(notes(browser)).toContain('1 row of the file was not compared');
  expect(summary(browser)).toContain('2 people joined and nobody left. Everybody together captured 80 leads');
  await send(browser, file('name,email,cards,cardIds,totalViews\r\nAda,ada@acme.example,1,c1,5\r\n'));
  expect(summary(browser)).toContain(
    '1 person joined and nobody left. Everybody together had 8 profile visits',
  );
});

test.each([
  ['of its name', 'licenses-export-2026-10-01 (1).csv', 'In 53 days'],
  ['of yesterday', 'licenses-export-2026-11-22.csv', 'In 1 day '],
  ['of today', 'licenses-export-2026-11-23.csv', 'Today '],
])('P342: the day of an export %s', async (_case, name, expected) => {
  const { browser } = await compare(file(EARLIER, name));
  expect(summary(browser)).toContain(`${expected.trim()} 1 person joined`);
});

test.each([
  ['has no day', 'licenses.csv'],
  ['has a day that does not exist', 'licenses-2026-02-30.csv'],
  ['has a day in the future', 'licenses-export-2099-01-01.csv'],
])('P576: a file whose name %s is sent with its day, or asked for it', async (_case, name) => {
  const { browser } = await open();
  await send(browser, file(EARLIER, name), '2026-10-01');
  expect(summary(browser)).toContain('In 53 days 1 person joined');
  await send(browser, file(EARLIER, name));
  expect(browser.status).toBe(422);
  expect(problem(browser)).toContain(`When was “${name}” exported?`);
  await send(browser, file(EARLIER, name), '2026-11-24');
  expect([problem(browser), browser.value('Day of the export')]).toEqual([
    expect.stringContaining(`When was “${name}” exported?`),
    '2026-11-24',
  ]);
  await browser
    .fill('Day of the export', '2026-10-01')
    .choose('An earlier export', file(EARLIER, name))
    .press('Compare with today');
  expect(browser.text('.subtitle')).toBe('1 October 2026 against today, 23 November 2026');
  expect(summary(browser)).toContain('In 53 days 1 person joined');
});

test('P577: people who were there before the export, but are not in it, have not joined, and are counted apart', async () => {
  const { browser } = await compare(file(EARLIER.replace(/ada.*\r\n/, '')));
  expect(summary(browser)).toBe(
    'This compares the 2 people of your file. In 53 days 1 person joined and 1 left. Everybody together captured 20 leads; 1 of 2 people captured none.',
  );
  expect(notes(browser)).toContain(
    '1 person in today’s lists was there before that day, but is not in the export.',
  );
  expect(tabs(browser)).toEqual(['All 4', 'Joined 1', 'Left 1', 'Changed 0', 'Not in the export 1']);
  await browser.follow('Not in the export 1');
  expect(people(browser)).toEqual([['ada@acme.example', 'Not in the export', '', '80', '']]);
});

test("P578: without an earlier export, the page offers today's list of its product", async () => {
  const { browser } = await open();
  for (const [of, fileName] of [
    ['', 'people-export-2026-11-23.csv'],
    ['?of=licenses', 'licenses-export-2026-11-23.csv'],
    ['?of=cards', 'digital-business-cards-export-with-profile-visits-2026-11-23.csv'],
  ]) {
    await browser.visit(`${paths.compare}${of}`);
    const { headers } = await browser.get(browser.href('Download today’s now'));
    expect(headers['content-disposition']).toContain(fileName);
  }
});

test.each([
  'licenses-export-filtered-ann-2026-10-01.csv',
  'licenses-export-never-2026-10-01.csv',
  'people-export-card-only-2026-10-01.csv',
  'Copy of PEOPLE-EXPORT-LICENSE-ONLY-2026-10-01 (1).CSV',
])('P342: an export that was narrowed by its name, %s, is read as such', async name => {
  const { browser } = await compare(file(EARLIER, name));
  expect(notes(browser)).toContain('people who count as joined may have been there before');
});

test('P343: names the rows with only a changed ID, and the current people who could own them', async () => {
  const { browser } = await openPortal({
    accounts: [
      dana({
        scanner: scanner({
          licenses: [
            license({ appId: 'U-1', email: 'ada@acme.example', leadsTotal: 80 }),
            license({ appId: '120000', email: 'ben@acme.example', leadsTotal: 20 }),
            license({ appId: 'U-3', email: 'cleo@acme.example', leadsTotal: 30 }),
          ],
        }),
      }),
    ],
    now: NOW,
    at: paths.compare,
  });
  await send(
    browser,
    file(`${HEADINGS}\r\nada@acme.example,U-1,0,80\r\n,1.20E+05,0,20\r\n,1.20E+05,0,20\r\n`),
  );
  expect(tabs(browser)).toEqual(['All 1', 'Joined 0', 'Left 0', 'Changed 0']);
  expect(notes(browser)).toContain('2 rows of the file were not compared');
  expect(notes(browser)).toContain('2 people in today’s lists were not compared');
});

test('P343: rows and IDs that cannot be compared are counted', async () => {
  const { browser } = await compare(
    file(
      `${HEADINGS}\r\n,,0,40\r\nben@acme.example,1.20E+05,0,20\r\nada@acme.example,U-1,0,80\r\ncleo@acme.example,U-3,0,many\r\n`,
    ),
  );
  expect(summary(browser)).toContain('nobody joined and nobody left. Everybody together captured no leads');
  expect(notes(browser)).toContain('2 rows of the file were not compared');
  expect(notes(browser)).toContain('A spreadsheet has changed 1 ID in this file, for example to “1.20E+05”.');
});

test('P472: a new address is shown beside the earlier one, with a note that a license may have been reassigned', async () => {
  const { browser } = await compare(file(EARLIER.replace('ada@', 'byron@')));
  expect(people(browser)[0]).toEqual([
    'ada@acme.example',
    'New address, was “byron@acme.example”',
    '30',
    '80',
    '50',
  ]);
  expect(notes(browser)).toContain('1 person has the ID of the export under a new address.');
  expect(notes(browser)).toContain('reassigned to somebody else');
});

describe('the file', () => {
  test.each<readonly [string, BlobPart]>([
    ['in Windows-1252', Buffer.from(EARLIER.replace('zoe', 'zo\u00EB'), 'latin1')],
    ['with grouped numbers', EARLIER.replace(',30', ',"30.00"')],
    ['with escaped formulas', EARLIER.replace('zoe', "'=zoe")],
  ])('P344: is read %s', async (_case, content) => {
    const { browser } = await compare(file(content));
    expect(problem(browser)).toBe('');
    expect(summary(browser)).toContain('1 person joined and 1 left. Everybody together captured 70 leads');
    await browser.follow('Left 1');
    expect(people(browser)[0]?.[0]).toMatch(/^(?:zo[eë]|=zoe)@/);
  });

  test('P601: that has nobody of the lists may be another company’s', async () => {
    const { browser } = await compare(file(`${HEADINGS}\r\nzoe@acme.example,U-9,1,12\r\n`));
    expect(notes(browser)).toContain('Nobody in this file is in today’s lists.');
    const left = await open([dana({ scanner: scanner({ licenses: [] }) })]);
    await send(left.browser, file(EARLIER));
    expect(summary(left.browser)).toContain('nobody joined and 3 left');
    expect(notes(left.browser)).not.toContain('Nobody');
  });

  test('P344: is read as a workbook', async () => {
    const rows = EARLIER.trim().split('\r\n');
    const cells = rows.map((line, index) =>
      line.split(',').map(value => (index > 0 && /^\d+$/.test(value) ? { value: Number(value) } : { value })),
    );
    const workbook = await writeXlsxFile(cells).toBuffer();
    const { browser } = await compare(file(Buffer.from(workbook), 'licenses-export-2026-10-01.xlsx'));
    expect(summary(browser)).toContain('1 person joined and 1 left. Everybody together captured 70 leads');
  });

  test.each<readonly [string, BlobPart, string]>([
    ['is a PDF', '%PDF-1.7\n', 'it is a PDF. Choose another file.'],
    [
      'has no addresses, and IDs that a spreadsheet has changed',
      `${HEADINGS}\r\n,1.20E+05,0,1\r\n,1.21E+05,0,2\r\n`,
      'a spreadsheet has changed their IDs, for example to “1.20E+05”',
    ],
    ['is no export', 'name;phone\r\nAda;1\r\n', 'Found: “name, phone”'],
    ['has only IDs', 'userId\r\nN-1\r\n', 'Found: “userId”'],
    ['has no headings', EARLIER.split('\r\n').slice(1).join('\r\n'), 'Found: “ada@acme.example, U-1, 3, 30”'],
    ['has headings only', `${HEADINGS}\r\n`, 'it has headings, but no rows'],
    ['has more than 100,000 rows', `userId\n${'1\n'.repeat(100_001)}`, '100,000 rows'],
    ['has a column twice', `email,${HEADINGS}\r\na@b.example,b@b.example,U-2,0,1\r\n`, 'two columns “email”'],
    ['lacks its totals', 'email,userIds\r\nada@acme.example,U-1\r\n', 'it lacks the column “totalLeads”'],
    [
      'has cards without visits',
      'name,email,jobTitle,cardId,viewsLast30Days,totalViews\r\nAda,ada@acme.example,,c1,0,0\r\n',
      'Choose an export of cards with profile visits',
    ],
    [
      'has no total that can be read',
      `${HEADINGS}\r\na@b.example,U-1,0,1e999\r\nb@b.example,U-2,0,-5\r\n`,
      '“1e999”',
    ],
    [
      'is larger than 5 MB',
      `${HEADINGS}\r\n`.padEnd(5 * 1024 * 1024 + 1, 'x'),
      '“my-file-2026-10-01.csv” could not be read: it is larger than 5 MB',
    ],
  ])('P344: that %s is rejected with the reason', async (_case, content, reason) => {
    const { portal, browser } = await compare(file(content, 'my-file-2026-10-01.csv'));
    expect(browser.status).toBe(422);
    expect(problem(browser)).toContain(reason);
    expect(portal.log()).not.toMatch(/my-file|ada@acme/);
  });

  test.each([
    [['Email', 'UserIDs'], 'it lacks the column “Leads, total”'],
    [['Phone'], '“Email”, “UserID”, “Leads, last 30 days”, “Leads, total”'],
    [['Email', 'UserID', 'Leads, total'], 'no total in its column “Leads, total” is a number'],
  ])('P344: a workbook is rejected in the words of its headings: %s', async (headings, reason) => {
    const rows = [headings, headings].map(row => row.map(value => ({ value })));
    const workbook = await writeXlsxFile(rows).toBuffer();
    const { browser } = await compare(file(Buffer.from(workbook), 'licenses-export-2026-10-01.xlsx'));
    expect(problem(browser)).toContain(reason);
  });

  test('P344: is asked for if it is missing', async () => {
    const { browser } = await compare(undefined);
    expect(problem(browser)).toBe('Choose an earlier export.');
  });

  test('P344: every export with people is recognized, and nothing has changed since', async () => {
    const { browser } = await open();
    const exports = [
      `${paths.leadCapture}/licenses.csv`,
      `${paths.cards}/claimed-cards.csv?visits=1`,
      `${paths.people}/people.csv`,
    ];
    for (const path of [...exports, ...exports.map(each => each.replace('.csv', '.xlsx'))]) {
      const { body } = await browser.getBytes(path);
      await send(
        browser,
        file(Buffer.from(body), `export-2026-10-01.${path.includes('.xlsx') ? 'xlsx' : 'csv'}`),
      );
      expect([path, summary(browser)]).toEqual([
        path,
        expect.stringMatching(/nobody joined and nobody left.*no /),
      ]);
    }
  });
});

test.each([
  ['F4', 'fails', faults.status(500), 'Error loading lead capture information.'],
  ['F11', 'has left the list out', faults.noUserStats, 'Failed to fetch licenses'],
] as const)('%s: an export is not compared while the backend %s', async (_id, _case, fault, reason) => {
  const { portal, browser } = await open();
  portal.faults.on('scannerStats', fault);
  await send(browser, file(EARLIER));
  expect(problem(browser)).toContain(reason);
});

test.each([
  ['people-export-license-and-card-2026-10-01.csv', 'license-and-card'],
  ['people-export-card-only-2026-10-01.csv', 'card-only'],
  ['licenses-export-unused-2026-10-01 (1).csv', 'unused'],
  ['licenses-export-never-used-2026-10-01.csv', 'never-used'],
  ['licenses-export-idle-2026-10-01.csv', 'idle'],
  ['licenses-export-used30-2026-10-01.csv', 'used30'],
  ['licenses-export-lapsed30-2026-10-01.csv', 'lapsed30'],
  ['licenses-export-filtered-ann-idle30-2026-10-01.csv', 'filtered'],
])('P342: the page says so if the name of a file says that it has only some rows: %s', async (name, part) => {
  const { browser } = await compare(file(EARLIER, name));
  expect(notes(browser)).toContain(`By its name (“${part}”), this export has only some rows of its list`);
});

test.each(['licenses-export-2026-10-01.csv', 'licenses-export-idlewild-2026-10-01.csv'])(
  'P342: a file whose name says nothing of it has all rows: %s',
  async name => {
    const { browser } = await compare(file(EARLIER, name));
    expect(browser.text('main')).not.toContain('only some rows');
  },
);

test('T22: an export of a product without the role is not compared', async () => {
  const { browser } = await open([dana({ roles: [{ product: 3, entityId: 'acme-cards' }] })]);
  await send(browser, file(EARLIER));
  expect(problem(browser)).toBe('No Scanner role found for user.');
});

describe('the people of a comparison', () => {
  const sixty = Array.from({ length: 60 }, (_, index) => `p${index}@acme.example,P-${index},0,${index}\r\n`);

  test('P345: are exported, all of them or the people of one tab, and the download is audited', async () => {
    const { portal, browser } = await compare(file(EARLIER));
    await browser.follow('Joined 1');
    const joined = await browser.get(browser.$('a[data-export]').attr('href') ?? '');
    expect(joined.text).toBe(
      'email,userId,change,leadsBefore,leadsAfter,leadsNew,note\r\nben@acme.example,U-2,Joined,0,20,20,\r\n',
    );
    expect(joined.headers['content-disposition']).toContain('what-changed-joined-2026-11-23.csv');
    await browser.follow('All 4');
    const all = await browser.get(browser.$('a[data-export]').attr('href') ?? '');
    expect(all.text.trim().split('\r\n')).toHaveLength(5);
    expect(portal.logLines().map(({ audit, item }) => `${audit} ${item}`)).toContain('download what-changed');
  });

  test('P345: keep the comparison while they are searched, sorted and paged', async () => {
    const { browser } = await compare(file(`${HEADINGS}\r\nada@acme.example,U-1,1,1\r\n${sixty.join('')}`));
    await browser.follow('Next page');
    expect(people(browser)).toHaveLength(25);
    await browser.visit(browser.$('#compared thead a:contains("Leads then")').attr('href') ?? '');
    expect(people(browser)[0]).toEqual(['p59@acme.example', 'Left', '59', '', '']);
    await browser.visit(browser.$('#compared thead a:contains("Email")').attr('href') ?? '');
    expect(people(browser)[0]?.[0]).toMatch(/^p\d/);
    await browser.visit(`${browser.address}&order=before-asc`);
    expect(browser.address).toMatch(/^\/compare\?comparison=[\w-]+&sort=before&dir=asc$/);
    expect(people(browser)[0]?.[0]).toBe('ben@acme.example');
    await browser.fill('Search people compared', 'p58').press('Search');
    expect(people(browser)).toEqual([['p58@acme.example', 'Left', '58', '', '']]);
    await browser.follow('Joined 2');
    expect(browser.address).toContain('comparison=');
  });

  test('P345: belong to one session, for 30 minutes', async () => {
    const { portal, browser } = await compare(file(EARLIER));
    const { address } = browser;
    const download = browser.$('a[data-export]').attr('href') ?? '';
    const other = await portal.signedIn();
    await other.visit(address);
    expect(problem(other)).toContain('This comparison is no longer available');
    expect((await other.get(download)).headers.location).toBe(paths.compare);
    portal.advanceClock(31 * 60 * 1000);
    await browser.visit(address);
    expect(problem(browser)).toContain('This comparison is no longer available');
  });
});

test('T91: nothing of the files or the lists is logged', async () => {
  const { portal } = await compare(file(EARLIER, 'very-special-name-2026-10-01.csv'));
  expect(portal.log()).not.toMatch(/very-special|zoe@|ada@/);
});
