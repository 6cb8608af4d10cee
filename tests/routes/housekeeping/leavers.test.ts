import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { seedAccounts } from '../../../scripts/sandbox/seed';
import { paths } from '../../../shared/paths';
import { csvRows } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { ended } from '../../support/browsers/removals';
import { cards, dana, license, licensesFor, scanner } from '../../support/data/accounts';
import { peopleForm } from '../../support/data/people-form';
import { workbookOfRows } from '../../support/data/workbook';
import { openPortal } from '../../support/portal/portal';

/** Ada has both, Ben a license, Cleo a card, and a freelancer a license. */
const company = dana({
  scanner: scanner({
    licenses: [
      license({ appId: 'U-1', email: 'Ada@acme.example', leadsLast30Days: 3, leadsTotal: 3 }),
      license({ appId: 'U-2', email: 'ben@ACME.example' }),
      license({ appId: 'U-3', email: 'free@lance.example' }),
    ],
  }),
  ecard: cards({
    cards: [
      {
        code: 'c1',
        email: 'ada@ACME.example',
        name: 'Ada Byron',
        activitiesLast30Days: 7,
        activitiesTotal: 9,
      },
      { code: 'c2', email: 'cleo@acme.example', name: 'Cleo Park' },
    ],
  }),
});

/** Opens the answer about a list. */
async function check(people: string, subject: 'left' | 'stay' = 'left', file?: File) {
  const { portal, browser } = await openPortal({ accounts: [company], at: paths.leavers });
  await browser.submitBody(paths.leavers, peopleForm(people, subject, file));
  return { portal, browser };
}

const sentence = (browser: NoJsBrowser) => browser.text('main .sentence');
const people = (browser: NoJsBrowser) =>
  browser
    .texts('main form tbody tr')
    .map(row => row.replace(/^[A-Z]{1,2} (?=\S+)/, '').replace(' Not specified', ''));
/** The addresses of the people who are ticked. */
const ticked = (browser: NoJsBrowser) => browser.attributes('[name=person][checked]', 'value');
const notFound = (browser: NoJsBrowser) => browser.texts('#not-found tbody tr');
const problem = (browser: NoJsBrowser) => browser.text('[role=alert]');

test('P260: People leads to the form, which says what is wrong and keeps the text', async () => {
  const { browser } = await openPortal({ accounts: [company], at: paths.people });
  await browser.follow('Remove leavers');
  await browser.fill('People who have left', 'nobody').press('Find their licenses and cards');
  expect(problem(browser)).toContain('There is no email address in this list.');
  expect(browser.value('People who have left')).toBe('nobody');
  expect(browser.attributes('[autofocus]', 'aria-describedby')).toEqual(['problem']);
  await browser.fill('People who have left', ' ').press('Find their licenses and cards');
  expect(problem(browser)).toContain('Paste the email addresses, or choose a file');
  await browser.visit(paths.leavers);
  await browser.follow('Have a list of current staff instead?');
  await browser.fill('Current staff', 'ada@acme.example').press('Find everybody else');
  expect(people(browser)).toHaveLength(3);
});

test('P261: bare addresses arrive ticked, and everything of its people is removed in one removal', async () => {
  const { portal, browser } = await check('<ADA@acme.example>; cleo@acme.example, gone@acme.example');
  expect(sentence(browser)).toBe('2 of 3 addresses have a license or a card. 1 address was not found.');
  expect(people(browser)).toEqual([
    'Ada Byron Ada@acme.example License Card 3 leads, 7 visits',
    'Cleo Park cleo@acme.example Card 0 visits',
  ]);
  expect(ticked(browser)).toEqual(['Ada@acme.example', 'cleo@acme.example']);
  await browser.press('Review removal');
  expect(browser.address).toContain(paths.reviewRemovals);
  expect(browser.text('nav [aria-current=page]')).toBe('People');
  await browser.press(browser.texts('button.danger')[0] ?? '');
  await ended(browser);
  expect(browser.text('nav [aria-current=page]')).toBe('People');
  expect(portal.removals()).toHaveLength(3);
});

test('P261: nobody is ticked if the form does not say whether the people have left', async () => {
  const { browser } = await openPortal({ accounts: [company], at: paths.leavers });
  await browser.submitBody(paths.leavers, peopleForm('ben@acme.example\ncleo@acme.example', null));
  expect(people(browser)).toHaveLength(2);
  expect(ticked(browser)).toEqual([]);
});

describe('P452: a person who is named without an address', () => {
  const MAIL = [
    'Hi Dana,',
    'these people leave: Ben, ben@acme.example,',
    'Park, Cleo (Sales)',
    'and bo@acme.',
    'Regards, Hannah',
  ].join('\n');
  const named = (browser: NoJsBrowser) => browser.texts('table:last-of-type tbody tr');

  test('is shown with the line and their licenses and cards, and never ticked', async () => {
    const { portal, browser } = await check(MAIL);
    expect(browser.text('main')).toContain('Named, with another address or none 1');
    expect(named(browser)).toEqual([
      expect.stringMatching(/Cleo Park.* cleo@acme.example Park, Cleo \(Sales\) Card 0 visits/),
    ]);
    expect(browser.text('main')).toContain('Not read as an address: bo@acme.');
    expect(browser.texts('details summary')).toEqual([
      '3 lines have no address. Licenses have no names: people who have only a license can be found by their address alone.',
      '1 line says more than an address',
    ]);
    expect(browser.texts('details li')).toEqual([
      ...['Hi Dana,', 'and bo@acme.', 'Regards, Hannah'],
      'these people leave: Ben, ben@acme.example,',
    ]);
    await browser.follow('Select this person');
    expect(ticked(browser)).toEqual(['ben@ACME.example']);
    await browser.submit(browser.form('Review removal').action, [['person', 'cleo@acme.example']]);
    await browser.press(browser.texts('button.danger')[0] ?? '');
    await ended(browser);
    expect(portal.removals()).toEqual(['c2']);
    await browser.follow('Still open of your list: 1 not selected, 3 without an address');
    expect(people(browser)[1]).toMatch(/^Cleo Park cleo@acme.example Park, Cleo \(Sales\) Removed$/);
  });

  test('is the subject of the sentence about a text of names alone', async () => {
    const { browser } = await check('Cleo Park');
    expect(sentence(browser)).toBe(
      '1 person is named with another address or none. Read the lines, then tick the people who have left.',
    );
    expect(browser.text('#found-title')).toBe('People in your text');
  });

  test('is not offered as somebody else by a list of current staff', async () => {
    const { browser } = await check('ben@acme.example\nCleo Park', 'stay');
    expect(sentence(browser)).toBe(
      '2 people who have a license or a card are not in your list of current staff. 1 person may be in it. Tick the people who have left.',
    );
    expect(browser.text('#perhaps')).toBe('Perhaps in your list, by name or a similar address 1');
    expect(named(browser)).toEqual([expect.stringContaining('cleo@acme.example Cleo Park Card')]);
    await browser.follow('Select all 2');
    expect(ticked(browser)).toEqual(['Ada@acme.example', 'free@lance.example']);
  });

  test.each([
    ...['benn@acme.example', 'ben+mail@acme.example', 'ben@acme-group.example'],
    // Behind or before other characters.
    ...['**ben@acme.example', '_ben@acme.example', 'fox/ben@acme.example', 'email=ben@acme.example'],
    ...[
      'u003cben@acme.example',
      'fox.ben@acme.example',
      '**ben@acme-group.example',
      'ben@acme.example-sales',
    ],
  ])(
    'P590: who has an address similar to “%s” of a list of current staff is never selected by “Select all”',
    async misspelled => {
      const others = Array.from({ length: 60 }, (_, index) => `nobody${index}@home.example`);
      const { browser } = await check(['Ada@acme.example', ...others, misspelled].join('\n'), 'stay');
      expect(sentence(browser)).toContain('1 person may be in it.');
      expect(named(browser)).toEqual([expect.stringContaining(`ben@ACME.example ${misspelled} License`)]);
      await browser.follow('Select all 2');
      expect(ticked(browser)).toEqual(['cleo@acme.example', 'free@lance.example']);
      await browser.submit(browser.form('Review removal').action, [['person', 'ben@ACME.example']]);
      expect(browser.text('main')).toContain('1 person: 1 license will be revoked');
    },
  );

  test.each([
    ['→ben@acme.example', 'ben@acme.example'],
    ['ben@acme.example/ben@acme.example', 'ben@acme.example'],
    ['a@b.example/ben@acme.example', 'b.example/ben@acme.example'],
    ['__ben@acme.example__', '__ben@acme.example'],
    ['ben @acme.example', 'ben@acme.example'],
    ['“Fox” (ben) @ acme.example', 'ben@acme.example'],
    ['ben(@)acme.example', 'ben@acme.example'],
    ['ben [at] acme.example', 'ben@acme.example'],
    ['Fox: ben(at)acme(dot)example', 'ben@acme'],
    ['ben@\nacme.example', 'ben@'],
    ['ben@acme', 'ben@acme'],
    ['→benn@acme.example', 'benn@acme.example'],
    ['Fox/ben@acme', 'fox/ben@acme'],
    [`${'x@y '.repeat(30)}${'x'.repeat(99)}ben@acme.example`, `${'x'.repeat(77)}ben@acme.example`],
  ])(
    'P590: whom %j may mean in a list of current staff is never selected by “Select all”',
    async (text, read) => {
      const { browser } = await check(`Ada@acme.example\n${text}`, 'stay');
      expect(named(browser)).toEqual([expect.stringContaining(`ben@ACME.example ${read} License`)]);
      await browser.follow('Select all 2');
      expect(ticked(browser)).toEqual(['cleo@acme.example', 'free@lance.example']);
    },
  );

  test('P452: a namesake is not offered for a line or row with the address of somebody of that name', async () => {
    const namesakes = dana({
      scanner: scanner({ licenses: [license({ appId: 'U-1', email: 'ada.byron@acme.example' })] }),
      ecard: cards({
        cards: [
          { code: 'c1', email: 'ada.byron@agency.example', name: 'Ada Byron' },
          { code: 'c2', email: 'bo@acme.example', name: 'Bo Lee' },
          { code: 'c3', email: 'bo@agency.example', name: 'Bo Lee' },
        ],
      }),
    });
    const open = async (text: string, direction?: 'stay') => {
      const { browser } = await openPortal({ accounts: [namesakes], at: paths.leavers });
      await browser.submitBody(paths.leavers, peopleForm(text, direction));
      return browser;
    };
    const text = 'Byron, Ada <ada.byron@acme.example>\nBo Lee bo@acme.example\n';
    expect((await open(text)).has('#perhaps')).toBe(false);
    expect(named(await open(`${text}and the other Bo Lee`))).toEqual([
      expect.stringContaining('bo@agency.example and the other Bo Lee'),
    ]);
    expect(named(await open(text, 'stay'))).toHaveLength(2);
    const table = await open(
      'Name,Email,Left\nAda Byron,ada.byron@acme.example,x\nBo Lee,,\nBo Lee,bo@acme.example,x',
    );
    expect(named(table)).toEqual([expect.stringContaining('bo@agency.example Bo Lee')]);
    await table.fill('Rows to show', '2:=x').press('Show');
    expect(table.has('#perhaps')).toBe(false);
  });

  test.each([
    'Name,Manager\nAda Byron,ben@acme.example\nCleo Park,ben@acme.example',
    'Name,Manager\nAda Byron,ben@acme.example\nCleo Park,\nAda Byron,',
    'Manager\tName\tLeft\nben@acme.example\tByron, Ada\tx\nben@acme.example\tPark, Cleo\tx',
  ])('P452: nobody vanishes beside the address of somebody of another name: %j', async text => {
    const { browser } = await check(text);
    expect(named(browser)).toEqual([
      expect.stringContaining('Ada@acme.example'),
      expect.stringContaining('cleo@acme.example'),
    ]);
    expect(ticked(browser)).toEqual([]);
  });

  test('is left out of a review', async () => {
    const { browser } = await check('ben@acme.example\ncleo@acme.example');
    await browser.press('Review removal');
    expect(browser.text('#people-hint')).toContain('or whose name as their card has it, is left out');
    await browser
      .fill('Their replies or email addresses', 'From: Cleo Park – please keep mine\n\nThanks!\nAda Byron')
      .press('Leave out');
    expect(browser.text('#left-out')).toContain('Left out: cleo@acme.example.');
    expect(browser.text('#left-out')).toContain(
      'Left out by their name: cleo@acme.example (“From: Cleo Park - please keep mine”).',
    );
    expect(browser.text('#left-out')).toContain('Not in this review, so not left out: ada@acme.example.');
    expect(browser.texts('#left-out details li')).toEqual(['Thanks!']);
    expect(browser.texts('.people-table th[scope=row] small')).toEqual(['ben@ACME.example']);
  });

  test('is not looked for while the cards cannot be fetched, and the page says so', async () => {
    const { portal, browser } = await openPortal({ accounts: [company], at: paths.leavers });
    portal.faults.on('ecardStats', faults.status(500));
    await browser.submitBody(paths.leavers, peopleForm('Cleo Park and ben@acme.example'));
    expect(browser.text('main')).toContain('Names were not searched, because the cards could not be fetched');
  });
});

test('P263: the sentence about a text, a table or a list in which nobody is found asks for no tick', async () => {
  const gone = await check('Gone Fox gone@acme.example');
  expect(sentence(gone.browser)).toBe('0 of 1 address has a license or a card. 1 address was not found.');
  const table = await check('Name,Email,City\nGone Fox,gone@acme.example,Oslo\nX Y,xy@acme.example,Rome');
  expect(sentence(table.browser)).toBe(
    '0 of 2 addresses have a license or a card. 2 addresses were not found.',
  );
  const everybody = 'ada@acme.example\nben@acme.example\ncleo@acme.example\nfree@lance.example';
  const staff = await check(everybody, 'stay');
  expect(sentence(staff.browser)).toBe(
    '0 people who have a license or a card are not in your list of current staff.',
  );
});

test('P263: nobody in a text is ticked, and each person stands beside the line of the address', async () => {
  const { browser } = await check(
    'Leavers:\nBen Fox ben@acme.example\nAda Exempt ada@acme.example, back in May',
  );
  expect(sentence(browser)).toBe(
    '2 of 2 addresses have a license or a card. Read the lines, then tick the people who have left. 1 line has no address.',
  );
  expect(ticked(browser)).toEqual([]);
  expect(browser.texts('td mark')).toEqual(['ben@acme.example', 'ada@acme.example']);
  expect(people(browser)[1]).toContain('Ada Exempt ada@acme.example, back in May');
  await browser.follow('Select all 2');
  expect(ticked(browser)).toHaveLength(2);
  await browser.follow('Select none');
  expect(ticked(browser)).toEqual([]);
});

describe('P264: a table', () => {
  const TABLE = [
    ['Work Email', 'Status', 'Last Day', 'Manager'],
    ['ada@acme.example', 'Terminated', '30 Nov 2026', 'cleo@acme.example'],
    ['ben@acme.example', 'Active', '', 'cleo@acme.example'],
    ['gone@acme.example', 'Terminated', '31 Oct 2026', 'cleo@acme.example'],
  ];

  test.each([
    ['a CSV file', new File([TABLE.map(row => row.join(',')).join('\n')], 'workday.csv')],
    ['a workbook', new File([workbookOfRows(TABLE) as Uint8Array<ArrayBuffer>], 'workday.xlsx')],
  ])('in %s ticks nobody, and shows the rows that the administrator chooses', async (_what, file) => {
    const { browser } = await check('', 'left', file);
    expect(sentence(browser)).toContain('2 of 3 addresses have a license or a card.');
    expect(ticked(browser)).toEqual([]);
    expect(browser.texts('[name=column] option')).toEqual(['Work Email (3)', 'Manager (1)']);
    expect(browser.texts('[name=rows] option')).toEqual([
      'All rows',
      'Manager is cleo@acme.example (3)',
      'Status is Terminated (2)',
      'Status is Active (1)',
      'Last Day is empty (1)',
      'Last Day is not empty (2)',
      'Last Day is 30 Nov 2026 (1)',
      'Last Day is 31 Oct 2026 (1)',
    ]);
    expect(people(browser)[0]).toMatch(/^Ada Byron Ada@acme.example Terminated 30 Nov 2026/);
    await browser.fill('Rows to show', '1:=Terminated').press('Show');
    expect(people(browser)).toEqual([
      expect.stringMatching(/^Ada Byron Ada@acme.example Terminated All columns of the file/),
    ]);
    expect(browser.texts('tbody details div')).toEqual([
      'Work Email ada@acme.example',
      'Status Terminated',
      'Last Day 30 Nov 2026',
      'Manager cleo@acme.example',
    ]);
    expect(notFound(browser)).toHaveLength(1);
    await browser.follow('Select this person');
    expect(ticked(browser)).toEqual(['Ada@acme.example']);
    await browser.press('Review removal');
    await browser.follow('Cancel');
    expect(ticked(browser)).toEqual(['Ada@acme.example']);
    expect(browser.text('[name=rows] [selected]')).toBe('Status is Terminated (2)');
    await browser.fill('Column with the person', '3').press('Show');
    expect(browser.texts('tbody th')[0]).toContain('cleo@acme.example');
  });

  test('shows the name, the column of the filter and the address where its cell has more', async () => {
    const { browser } = await check(
      'Team;Name;Email;Last Day;City\n1;Ada;<ada@acme.example>, left;30 Nov 2026;Oslo\n2;Ben;ben@acme.example;;Lyon\n',
    );
    expect(browser.texts('main thead th')).toEqual([
      ...['Person', 'Name', 'Last Day', 'Email', 'More', 'Has', 'Last 30 days'],
    ]);
    expect(browser.texts('tbody tr:first-child td.field').slice(0, 3)).toEqual([
      ...['Ada', '30 Nov 2026', '<ada@acme.example>, left'],
    ]);
    expect(browser.texts('tbody tr:last-child td.field').slice(0, 3)).toEqual(['Ben', '', '']);
    expect(browser.texts('main mark')).toEqual(['ada@acme.example']);
  });

  test('counts the rows without an address in the column with the person', async () => {
    const { browser } = await check(
      'Email;Status;Manager\nada@acme.example;left;\n;left;cleo@acme.example\nben@acme.example;Left;\n;stays;\n',
    );
    expect(browser.text('details.folded-texts')).toContain('2 rows have no address');
    await browser.fill('Rows to show', '1:=left').press('Show');
    expect(people(browser)).toHaveLength(2);
    expect(browser.texts('details.folded-texts li')).toEqual(['left · cleo@acme.example']);
  });

  test('reviews nobody whose row is not among the chosen rows, even if they were ticked before', async () => {
    const { browser } = await check(
      'Name,Email,Status\n,ada@acme.example,Left\nCleo Park,,Stays\n,ben@acme.example,Stays',
    );
    const { action, pairs } = browser.form('Review removal');
    await browser.submit(action.replace('/review', '/select'), [...pairs, ['person', 'cleo@acme.example']]);
    expect(ticked(browser)).toEqual(['cleo@acme.example']);
    await browser.fill('Rows to show', '2:=Left').press('Show');
    expect(browser.text('main')).not.toContain('cleo@acme.example');
    const shown = browser.form('Review removal');
    await browser.submit(shown.action, [...shown.pairs, ['person', 'Ada@acme.example']]);
    expect(browser.texts('.people-table th[scope=row] small')).toEqual(['Ada@acme.example']);
  });

  test('ignores what it does not have', async () => {
    const { browser } = await check(TABLE.map(row => row.join('\t')).join('\n'));
    await browser.visit(`${browser.address}&column=99&rows=99%3A%3Dx&select=most`);
    expect(people(browser)).toHaveLength(2);
    expect(ticked(browser)).toEqual([]);
  });
});

test('P294: current staff: everybody else is listed, the own domain first, and nobody is ticked', async () => {
  const { browser } = await check('Hi, our staff:\nada@acme.example\nDana\n', 'stay');
  expect(sentence(browser)).toContain(
    '3 people who have a license or a card are not in your list of current staff.',
  );
  expect(sentence(browser)).toContain('2 lines have no address: read them before you tick anybody.');
  expect(browser.text('main')).toContain('1 address was read.');
  expect(browser.texts('details li')).toEqual(['Hi, our staff:', 'Dana']);
  expect(browser.texts('tbody th').map(text => text.split(' ').at(-1))).toEqual([
    'ben@ACME.example',
    'cleo@acme.example',
    'free@lance.example',
  ]);
  expect(ticked(browser)).toEqual([]);
});

test('P293: an address that is not found has a near match, which leads to People and is never ticked', async () => {
  const { browser } = await check(
    'bem@acme.example\nada+x@acme.example\ncleo@home.example\nzoe@acme.example\nben@acme.example',
  );
  expect(ticked(browser)).toEqual(['ben@ACME.example']);
  expect(notFound(browser)).toEqual([
    'bem@acme.example Perhaps ben@ACME.example in People License',
    'ada+x@acme.example Perhaps Ada@acme.example in People License and card',
    'cleo@home.example Perhaps cleo@acme.example in People Card',
    'zoe@acme.example Nothing similar',
  ]);
  await browser.follow('cleo@acme.example');
  expect(browser.address).toBe(`${paths.people}?q=cleo%40acme.example`);
});

test('P262: the administrator’s own address is never offered', async () => {
  const { browser } = await check('dana@acme.example\nben@acme.example');
  expect(sentence(browser)).toBe('1 of 1 address has a license or a card.');
});

test('P290 P416: the end of a removal counts who is still open, and leads to the list, where its people are removed', async () => {
  const { browser } = await check(
    'ben@acme.example\ncleo@acme.example\ngone@acme.example\nadda@acme.example',
  );
  await browser.submit(browser.form('Review removal').action, [['person', 'ben@ACME.example']]);
  expect(browser.text('main')).not.toContain('gone@acme.example');
  await browser.press(browser.texts('button.danger')[0] ?? '');
  await ended(browser);
  const receipt = csvRows(await browser.download('Receipt of this removal as CSV'));
  expect(receipt.map(row => row.slice(-2))).toEqual([['ben@ACME.example', 'Removed']]);
  await browser.follow('Still open of your list: 2 not found, 1 not selected');
  expect(people(browser)).toEqual([
    'Cleo Park cleo@acme.example Card 0 visits',
    expect.stringContaining('ben@acme.example Removed'),
  ]);
  expect(ticked(browser)).toEqual([]);
  expect(notFound(browser)).toHaveLength(2);
});

test('P373 P416: people who were left out of the review are not selected at the end of its removal', async () => {
  const { browser } = await check('ben@acme.example\ncleo@acme.example');
  await browser.press('Review removal');
  await browser.fill('Their replies or email addresses', 'cleo@acme.example').press('Leave out');
  await browser.press(browser.texts('button.danger')[0] ?? '');
  await ended(browser);
  expect(browser.text('main')).toContain('Still open of your list: 1 not selected');
});

test('P290: a result lives as long as the page of the removal of its people', async () => {
  const { portal, browser } = await check('ben@acme.example\ncleo@acme.example');
  const list = browser.address;
  portal.advanceClock(40 * 60_000);
  await browser.press('Review removal');
  portal.advanceClock(25 * 60_000);
  await browser.press(browser.texts('button.danger')[0] ?? '');
  await ended(browser);
  portal.advanceClock(55 * 60_000);
  await browser.visit(list);
  expect(browser.texts('td.has > span')).toEqual(['Removed', 'Removed']);
  portal.advanceClock(61 * 60_000);
  await browser.visit(list);
  expect(browser.text('main')).toContain('This result has expired');
});

test('P291 P373: Cancel leads back to the people of its own review, without the people who were left out', async () => {
  const { browser } = await check('ada@acme.example\nben@acme.example\ncleo@acme.example');
  const list = browser.address;
  await browser.press('Review removal');
  const review = browser.address;
  await browser.fill('Their replies or email addresses', 'cleo@acme.example').press('Leave out');
  const cancel = browser.href('Cancel');
  await browser.visit(list);
  await browser.submit(browser.form('Review removal').action, [['person', 'cleo@acme.example']]);
  expect(browser.address).not.toBe(review);
  await browser.visit(cancel);
  expect(ticked(browser)).toEqual(['Ada@acme.example', 'ben@ACME.example']);
});

test('P295: a product whose list fails is named, and its items are not called missing', async () => {
  const { portal, browser } = await openPortal({ accounts: [company], at: paths.leavers });
  portal.faults.on('ecardStats', faults.status(500));
  await browser.submitBody(paths.leavers, peopleForm('ben@acme.example, perhaps.with.a.card@acme.example'));
  expect(problem(browser)).toContain('cards were not checked');
  expect(sentence(browser)).toBe('1 of 2 addresses has a license.');
  expect(browser.has('#not-found')).toBe(false);
  expect(ticked(browser)).toEqual(['ben@ACME.example']);
  portal.faults.on('scannerStats', faults.status(500));
  await browser.reload();
  expect(sentence(browser)).toBe('Nobody could be checked.');
});

test('a selection is kept while a list cannot be fetched for its review, and when it can be again', async () => {
  const { portal, browser } = await check('Left: cleo@acme.example\nand ben@acme.example');
  expect(ticked(browser)).toEqual([]);
  await browser.follow('Select all 2');
  portal.faults.on('ecardStats', faults.status(500));
  await browser.press('Review removal');
  portal.faults.off();
  await browser.visit(browser.address);
  expect(ticked(browser)).toEqual(['cleo@acme.example', 'ben@ACME.example']);
});

test('“Try again” fetches the lists of a result again, and selects nobody else', async () => {
  const { portal, browser } = await check('cleo@acme.example\nben@acme.example');
  portal.faults.on('ecardStats', faults.status(500));
  await browser.follow('Select none');
  await browser.reload();
  portal.faults.off();
  await browser.follow('Try again');
  expect(people(browser)).toHaveLength(2);
  expect(ticked(browser)).toEqual([]);
});

test.each([
  ['left', 'Send it in parts.'],
  ['stay', 'ask for a list of the people who have left instead'],
] as const)(
  'P265: a list of more than 10,000 addresses (%s) says how many, and what to do',
  async (subject, advice) => {
    const list = Array.from({ length: 10_001 }, (_, index) => `p${index}@acme.example`).join('\n');
    const { browser } = await check(list, subject);
    expect(problem(browser)).toContain('There are 10,001 email addresses');
    expect(problem(browser)).toContain(advice);
  },
);

test.each([
  ['a PDF', new File(['%PDF-1.7'], 'a.pdf'), 'it is a PDF. Open it, select its text, and paste it here.'],
  ['an empty file', new File([], 'a.csv'), 'it is empty'],
  ['more than 5 MB', new File(['a'.repeat(5 * 1024 * 1024 + 1)], 'a.csv'), 'it is larger than 5 MB'],
])('P265: a file with %s is refused with a message', async (_what, file, text) => {
  const { browser } = await check('ada@acme.example', 'left', file);
  expect(problem(browser)).toContain(text);
  expect(browser.attributes('[autofocus]', 'name')).toEqual(['file']);
  expect(browser.value('People who have left')).toBe('ada@acme.example');
});

test('P295: a result lists as many people as one removal can have', async () => {
  const licenses = licensesFor(1200);
  const { browser } = await openPortal({
    accounts: [dana({ scanner: scanner({ licensesPurchased: 1200, licenses }) })],
    at: paths.leavers,
  });
  const list = licenses.map(({ email }) => email).join('\n');
  await browser.submitBody(paths.leavers, peopleForm(list));
  expect(browser.$('[name=person]')).toHaveLength(25);
  expect(browser.text('nav.pagination')).toContain('1 to 25 of 1,000');
  expect(browser.text('main')).toContain('One removal has at most 1,000 licenses and cards');
});

describe('P295: a result of many people', () => {
  const licenses = licensesFor(60);
  const emails = licenses.map(({ email }) => String(email));
  const open = async (list: string, file?: File) => {
    const { portal, browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licensesPurchased: 60, licenses }) })],
      at: paths.leavers,
    });
    await browser.submitBody(paths.leavers, peopleForm(list, 'left', file));
    return { portal, browser };
  };
  /** Sends the form to another page of the result, with these people ticked. */
  const turn = (browser: NoJsBrowser, label: string, chosen = ticked(browser)) => {
    const others = browser.form('Review removal').pairs.filter(([name]) => name !== 'person');
    const action = browser.attributes(`nav.pagination [aria-label="${label}"]`, 'formaction')[0] ?? '';
    return browser.submit(action, [...others, ...chosen.map(email => ['person', email] as [string, string])]);
  };

  test('has pages of 25, which keep what is ticked without scripts', async () => {
    const { browser } = await open(emails.join('\n'));
    expect(ticked(browser)).toEqual(emails.slice(0, 25));
    expect(browser.text('.selection-bar')).toContain('35 of them on other pages');
    await turn(browser, 'Page 3', emails.slice(1, 25));
    expect(ticked(browser)).toEqual(emails.slice(50));
    await turn(browser, 'Previous page', emails.slice(50, 51));
    expect(ticked(browser)).toEqual(emails.slice(25, 50));
    expect(browser.text('.selection-bar')).toContain('25 of them on other pages');
    await browser.press('Review removal');
    expect(browser.text('main')).toContain('50 licenses will be revoked');
    await browser.follow('Cancel');
    expect(ticked(browser)).toEqual(emails.slice(1, 25));
  });

  test('“Select all” selects all pages, and “Select none” none', async () => {
    const { browser } = await open(`They leave:\n${emails.join('\n')}`);
    expect(ticked(browser)).toEqual([]);
    await browser.follow('Select all 60');
    await turn(browser, 'Next page');
    expect(ticked(browser)).toEqual(emails.slice(25, 50));
    await browser.follow('Select none');
    await turn(browser, 'Page 2', emails.slice(0, 1));
    await browser.press('Review removal');
    expect(browser.text('main')).toContain('1 person: 1 license will be revoked');
  });

  test('P540: who was unticked on another page stays unticked after Back, with a page of before or a new one', async () => {
    for (const isReloaded of [true, false]) {
      const { browser } = await open(emails.join('\n'));
      const { address } = browser;
      const first = await browser.copy().visit(address);
      await turn(browser, 'Page 2');
      await turn(browser, 'Next page', emails.slice(26, 50));
      if (isReloaded) await first.visit(address);
      const { action, pairs } = first.form('Review removal');
      await first.submit(
        action,
        pairs.filter(([name, value]) => name !== 'person' || value !== emails[0]),
      );
      if (!isReloaded) {
        expect(first.has('.toast.error')).toBe(true);
        expect(ticked(first)).toEqual(emails.slice(1, 25));
        await first.press('Review removal');
      }
      expect(first.text('main')).toContain('58 licenses will be revoked');
    }
  });

  test('P540: of two tabs that select different people, the second one shows both before it reviews', async () => {
    const { browser } = await open(`They leave:\n${emails.join('\n')}`);
    const other = await browser.copy().visit(browser.address);
    await turn(browser, 'Page 2', emails.slice(0, 2));
    await turn(other, 'Page 2', emails.slice(2, 3));
    expect(other.has('.toast.error')).toBe(true);
    await turn(other, 'Previous page', emails.slice(30, 31));
    await browser.submit(browser.form('Review removal').action, [
      ...browser.form('Review removal').pairs,
      ['person', emails[31] ?? ''],
    ]);
    expect([browser.has('.toast.error'), ticked(browser)]).toEqual([true, emails.slice(2, 3)]);
    expect(browser.text('.selection-bar')).toContain('1 of them on other pages');
  });

  test('T57: a form that names none of its rows reviews only the ticked people', async () => {
    const { browser } = await open(emails.join('\n'));
    await browser.submit(browser.form('Review removal').action, [['person', emails[30] ?? '']]);
    expect(browser.text('main')).toContain('1 person: 1 license will be revoked');
  });

  test('P293: more than 100 addresses that were not found are a file', async () => {
    const others = Array.from({ length: 1234 }, (_, index) => `gone${index}@home.example`);
    const { browser } = await open([emails[0], ...others].join('\n'));
    expect(notFound(browser)).toHaveLength(25);
    const missing = csvRows(await browser.download('Download all 1,234 (CSV)'));
    expect(missing).toHaveLength(1234);
    expect(missing[0]).toEqual(['gone0@home.example', '']);
  });

  test.each([
    [1000, 20],
    [120, 60],
    [14, 60],
  ])(
    'T78: a table of %i columns that reaches all limits at once is a page of at most 300 KB',
    async (count, length) => {
      const titles = Array.from({ length: count }, (_, index) => `${index}${'&'.repeat(length)}`);
      const value = (index: number) => `${'&'.repeat(98)}${String.fromCharCode(97 + (index % 25))}`;
      const row = (email: string, index: number) => [
        email,
        ...titles
          .slice(1)
          .map((_, column) => (column > 30 ? 'x' : column % 3 === 2 ? `<${email}>` : value(index))),
      ];
      const gone = Array.from(
        { length: 100 },
        (_, index) => `${'&'.repeat(70)}${index}@${`${'x'.repeat(60)}.`.repeat(2)}example`,
      );
      const without = Array.from({ length: 30 }, (_, index) =>
        row('', index).map(cell => cell.replace('@', '')),
      );
      const text = [titles, ...[...emails, ...gone].map(row), ...without]
        .map(cells => cells.join(';'))
        .join('\n');
      const { browser } = await open('', new File([text], 'a.csv'));
      await browser.fill('Rows to show', '').press('Show');
      await browser.follow('Select all 60');
      expect(browser.$('[name=person]')).toHaveLength(25);
      expect(browser.$('[name=rows] option').length).toBeGreaterThan(25);
      expect(Buffer.byteLength(browser.response.text)).toBeLessThan(300 * 1024);
    },
  );
});

test('P290: a result belongs to its session, and its page says what to do after it has expired', async () => {
  const { portal, browser } = await check('ben@acme.example');
  const other = await portal.signedIn('eve@evil.example');
  await other.visit(browser.address);
  expect(other.text('main')).toContain('This result has expired');
  await other.follow('Check a list');
  expect(other.address).toBe(paths.leavers);
});

test('the emails of the sandbox: their lines are shown, and one click selects', async () => {
  const accounts = seedAccounts();
  const { portal } = await openPortal({ accounts });
  const browser = await portal.signedIn('hugo@turnover.example');
  const hugo = accounts.find(({ email }) => email === 'hugo@turnover.example');
  for (const { text, attachment } of hugo?.emails ?? []) {
    const body = attachment
      ? peopleForm('', 'left', new File([attachment.content], attachment.fileName))
      : peopleForm(text);
    await browser.submitBody(paths.leavers, body);
    expect(ticked(browser)).toEqual([]);
    await browser.follow(browser.texts('main .panel-head a')[0] ?? '');
    expect(ticked(browser).length).toBeGreaterThan(5);
  }
});

test.each(['left', 'stay'] as const)(
  'P243: removals are counted by licenses and cards, of a list of who has %s',
  async subject => {
    const accounts = [
      dana({
        scanner: scanner({ licenses: licensesFor(600) }),
        ecard: cards({
          cards: Array.from({ length: 600 }, (_, index) => ({
            code: `c${index}`,
            email: `p${index}@acme.example`,
          })),
        }),
      }),
    ];
    const { browser } = await openPortal({ accounts, at: paths.leavers });
    const list = Array.from({ length: 600 }, (_, index) => `p${index}@acme.example`).join('\n');
    const form = peopleForm(subject === 'left' ? list : 'somebody@acme.example', subject);
    await browser.submitBody(paths.leavers, form);
    expect(browser.text('main')).toContain('This takes 2 removals; you can remove 5,000 an hour.');
  },
);
