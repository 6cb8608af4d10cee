import { describe, expect, test } from '@jest/globals';
import readWorkbook from 'read-excel-file/node';
import { status } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { allOf, anyOf } from '../../../shared/products';
import { csvRows } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { ended } from '../../support/browsers/removals';
import { cards, dana, license, scanner } from '../../support/data/accounts';
import { listForm } from '../../support/data/list-form';
import { workbookOf } from '../../support/data/workbook';
import { openPortal, type PortalOptions } from '../../support/portal/portal';

/** Ada has both, Ben a license, Cleo a card, a freelancer a license, and the administrator one, too. */
const company = dana({
  scanner: scanner({
    licenses: [
      license({ appId: 'U-1', email: 'Ada@acme.example', leadsLast30Days: 3, leadsTotal: 80 }),
      license({ appId: 'U-2', email: 'ben.okafor@ACME.example', leadsLast30Days: 20, leadsTotal: 20 }),
      license({ appId: 'U-3', email: 'free@lance.example', leadsTotal: 5 }),
      license({ appId: 'U-4', email: 'dana@acme.example', leadsLast30Days: 9, leadsTotal: 9 }),
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

/** Compares the company with a list, and opens a part of it. */
async function compare(list: string | File, parameters = '', options: PortalOptions = {}) {
  const { portal, browser } = await openPortal({ accounts: [company], at: paths.compare, ...options });
  await browser.submitBody(paths.compare, listForm(list));
  if (browser.text('h1').startsWith('Something')) throw new Error(portal.log().slice(-3000));
  const id = new URL(browser.address, 'http://portal.example').searchParams.get('list') ?? '';
  if (parameters !== '') await browser.visit(`${paths.compare}?list=${id}&${parameters}`);
  return { portal, browser, id };
}

const MAIL = [
  'Hi Dana, these people leave:',
  '- Ben <ben.okafor@acme.example>',
  '- Park, Cleo',
  '- new@acme.example',
  '- bo@acme.',
  'Regards, Ada@acme.example',
].join('\n');

const tabs = (browser: NoJsBrowser) => browser.texts('.filter li');
const people = (browser: NoJsBrowser) => browser.texts('#compared tbody tr');
const sentence = (browser: NoJsBrowser) => browser.text('.answer .sentence');

test('a text finds people by address and perhaps by name, in the order of its lines, and nobody is selected', async () => {
  const { browser } = await compare(MAIL);
  expect(browser.address).toMatch(/^\/compare\?list=[\w-]+&in=listed$/);
  expect(browser.text('h1')).toBe('Compare with a list');
  expect(browser.text('.subtitle')).toBe('Pasted text, 6 lines');
  expect(tabs(browser)).toEqual(['All 5', 'In your list 2', 'Perhaps in your list 1', 'Not in your list 2']);
  expect(sentence(browser)).toBe(
    '2 of 3 addresses in your text have a license or a card. 1 more person is perhaps in it.',
  );
  expect(people(browser)).toEqual([
    expect.stringMatching(/ben.okafor@ACME.example.*- Ben <ben.okafor@acme.example>/),
    expect.stringMatching(/Ada Byron.*Regards, Ada@acme.example/),
  ]);
  expect(browser.attributes('[name=person][checked]', 'value')).toEqual([]);
});

const TABLE = new File(
  [
    'Name;Email;Status;Last day;Manager\nBen Okafor;ben.okafor@acme.example;Terminated;30 Nov;ada@acme.example\n',
    'Cleo Park;cleo@acme.example;Active;;ada@acme.example\nIda;ida@acme.example;Terminated;31 Oct;ada@acme.example\n',
  ],
  'leavers.csv',
);

test('a text and a file at once are refused, the text stays, and the start offers no saved emails', async () => {
  const { browser } = await openPortal({ accounts: [company], at: paths.compare });
  expect(browser.attributes('#file', 'accept')).toEqual(['.xlsx,.csv,.tsv,.txt']);
  const form = new FormData();
  form.append('text', MAIL);
  form.append('file', TABLE);
  await browser.submitBody(paths.compare, new Response(form));
  expect(browser.status).toBe(422);
  expect(browser.text('main')).toContain('Send a text or a file, not both.');
  expect(browser.$('#text').text().trim()).toBe(MAIL);
});

test('the rows of a table are lines with titles, so that a search for a title and a cell finds them', async () => {
  const { browser } = await compare(TABLE, 'in=listed&column=1&q=status%3A+terminated');
  expect(browser.text('.subtitle')).toBe('leavers.csv, 3 rows');
  expect(sentence(browser)).toBe('1 of 2 people in leavers.csv matches “status: terminated”.');
  expect(browser.texts('tbody mark.found')).toEqual(['Status: Terminated']);
  expect(browser.texts('select[name=column] option')).toEqual([
    'All columns',
    'Column: Email (3)',
    'Column: Manager (1)',
  ]);
});

test('a search finds the whole of a wide row, and the row is shown around what it has found', async () => {
  const wide = (status: string) => `${'Northwind Traders,'.repeat(20)}${status}\n`;
  const rows = `Email,${wide('Status')}ben.okafor@acme.example,${wide('Terminated')}ada@acme.example,${wide('Active')}`;
  const { browser } = await compare(new File([rows], 'wide.csv'), 'in=listed&q=status%3A+terminated');
  expect(people(browser)).toEqual([expect.stringMatching(/ben.okafor.*….*Status: Terminated/)]);
  expect(browser.text('#compared .line').length).toBeLessThan(250);
});

test('P616: columns with addresses are named until one of them is chosen, which an invitation keeps', async () => {
  const { browser } = await compare(TABLE);
  expect(browser.text('.answer')).toContain('The table has addresses in Email (3) and Manager (1).');
  await browser.follow('Email (3)');
  expect(browser.address).toContain('&column=1');
  expect(browser.attributes('#only-in-list a[href*="invite"]', 'href')).toEqual([
    expect.stringMatching(/&column=1$/),
  ]);
  expect(browser.text('.answer')).not.toContain('The table has addresses in');
});

test('the search is also about lines, never about single words, and finds the owner of a whole address alone', async () => {
  const { browser, id } = await compare(MAIL);
  const found = async (query: string) => {
    await browser.visit(`${paths.compare}?list=${id}&q=${encodeURIComponent(query)}`);
    return people(browser).length;
  };
  expect(await found('regards')).toBe(1);
  expect(await found('Ada regards')).toBe(0);
  expect(await found('ben.okafor@acme.example')).toBe(1);
  expect(await found('acme')).toBe(4);
  expect(browser.text('.answer')).toContain('4 of 5 people match “acme”.');
});

describe('the parts of a list', () => {
  test('perhaps: people by their name, with the line', async () => {
    const { browser } = await compare(MAIL, 'in=perhaps');
    expect(sentence(browser)).toBe(
      '1 person is in your text by name, but not by address. Read the line before you select.',
    );
    expect(people(browser)).toEqual([expect.stringMatching(/Cleo Park.*- Park, Cleo/)]);
    expect(browser.texts('#compared mark')).toEqual(['Park, Cleo']);
  });

  test('not in the list: People’s own table, and what to check first', async () => {
    const { browser } = await compare(MAIL, 'in=unlisted');
    expect(sentence(browser)).toBe('2 of 5 people are not in your text.');
    expect(browser.text('.answer')).toContain(
      'Check first: 1 address is nobody’s, 3 lines have none, and 1 person is perhaps in it.',
    );
    expect(browser.texts('#compared thead th[data-column]')).not.toContain('In your list');
    for (const link of browser.attributes('.answer a[href^="#"]', 'href'))
      expect(browser.$(link)).toHaveLength(1);
    await browser.follow('1 person is perhaps in it');
    expect(people(browser)).toHaveLength(1);
  });

  test('only in the list: addresses of nobody, without the administrator’s own', async () => {
    const { browser } = await compare(`${MAIL}\ndana@acme.example\nzoe@acme.example`);
    expect(browser.texts('#only-in-list tbody tr')).toEqual([
      'new@acme.example - new@acme.example',
      'zoe@acme.example zoe@acme.example',
    ]);
    expect(browser.text('#only-in-list')).toContain('Nobody in People has these addresses.');
    expect(browser.text('#only-in-list')).toContain('Invite these people');
    expect(browser.texts('.folded summary')).toEqual([
      '3 lines without an address',
      '1 word with an @ is no address',
    ]);
  });

  test('nobody is in a part that has been emptied, and a text without an address leads to the names in it', async () => {
    const { browser } = await compare('Cleo Park: yes please');
    expect(sentence(browser)).toBe('No address counts in your text. 1 person is perhaps in it.');
    expect(browser.text('#compared')).not.toContain('Try another search');
    await browser.follow('1 person is perhaps in it.');
    expect(people(browser)).toHaveLength(1);
  });

  test('the administrator’s own address does not count while it belongs to nobody', async () => {
    const { browser } = await compare('dana@acme.example ada@acme.example new@acme.example', '', {
      accounts: [
        dana({ scanner: scanner({ licenses: [license({ appId: 'U-1', email: 'ada@acme.example' })] }) }),
      ],
    });
    expect(sentence(browser)).toBe('1 of 2 addresses in your text has a license or a card.');
  });

  test('a sentence about one address is in the singular', async () => {
    const { browser } = await compare('new@acme.example');
    expect(sentence(browser)).toBe('0 of 1 address in your text has a license or a card.');
  });

  test.each([
    ['no address', 'Leavers', '#problem', 'front'],
    ['an address', 'ben.okafor@acme.example', 'main .alert', 'first sheet'],
  ])('a workbook whose cover has %s names the sheets that are not read', async (_case, cell, alert, word) => {
    const workbook = '<sheets><sheet name="Cover" r:id="rId1"/><sheet name="November" r:id="rId2"/></sheets>';
    const cover = `<row><c t="inlineStr"><is><t>${cell}</t></is></c></row>`;
    const { browser } = await compare(
      new File([Buffer.from(workbookOf(cover, { workbook }))], 'leavers.xlsx'),
    );
    expect(browser.text(alert)).toContain('Not read: November.');
    expect(browser.text(alert)).toContain(word);
  });

  test('a part of nobody is left out, and one address is one person', async () => {
    const { browser } = await compare('ben.okafor@acme.example new@acme.example', 'in=');
    expect(tabs(browser)).toEqual(['All 5', 'In your list 1', 'Not in your list 4']);
    expect(browser.text('#only-in-list')).toContain('Nobody in People has this address.');
    expect(browser.text('#only-in-list')).toContain('Invite this person');
  });
});

describe('a review', () => {
  test('of all people says which of them it has, if they are more than a removal can have', async () => {
    const environment = { REMOVAL_LIMIT_PER_HOUR: '2' };
    const { browser } = await compare(MAIL, 'in=', { environment });
    expect(browser.text('.answer')).toContain(`A review has the first 2 ${allOf()}.`);
    await browser.press('Review all 4');
    expect(browser.text('main')).toContain('One removal has at most 2');
  });

  test.each(['column=7', 'column=1', 'in=everybody'])(
    'of nobody begins with an unknown part: %s',
    async part => {
      const { browser, id } = await compare(MAIL);
      await browser.submit(`${paths.reviewRemovals}?list=${id}&of=compare&${part}`, [['all', '1']]);
      expect(browser.texts('.people-table tbody tr')).toEqual([]);
    },
  );

  test('of all has whoever is counted, in the order of the list, with the line; Cancel and its end lead back', async () => {
    const { portal, browser, id } = await compare(`Bye\n${MAIL}\ndana@acme.example`, 'in=listed');
    expect(sentence(browser)).toContain('3 of 4 addresses');
    await browser.press('Review all 2');
    expect(browser.text('h1')).toBe('Review removal');
    expect(browser.text('nav [aria-current=page]')).toBe('People');
    expect(browser.texts('.people-table td.line')).toEqual([
      '- Ben <ben.okafor@acme.example>',
      'Regards, Ada@acme.example',
    ]);
    await browser.follow('Cancel');
    expect(browser.address).toBe(`${paths.compare}?list=${id}&in=listed`);
    await browser.press('Review all 2');
    await browser.press('Revoke 2 licenses and deactivate 1 card');
    await ended(browser);
    expect(portal.removals()).toHaveLength(3);
    // Ada has no card, so a phone shows no name of one.
    expect(browser.attributes('td.result', 'data-label').toSorted()).toEqual([
      '',
      'Card',
      'License',
      'License',
    ]);
    expect(browser.attributes('.page-head a', 'href')).toEqual([
      `${paths.compare}?list=${id}&in=listed#compared`,
    ]);
    await browser.follow(`See who of your list still has ${anyOf()}`);
    expect(browser.address).toBe(`${paths.compare}?list=${id}&in=listed`);
    expect(tabs(browser)).toContain('In your list 1');
  });

  test('of a search marks what it has found in a wide row, as the list does', async () => {
    const row = (email: string, status: string) => `${email}${';Northwind Traders'.repeat(20)};${status}\n`;
    const rows = `${row('Email', 'Status')}${row('ben.okafor@acme.example', 'Terminated')}${row('ada@acme.example', 'Active')}`;
    const { browser } = await compare(new File([rows], 'a.csv'), 'in=listed&q=status%3A+terminated');
    await browser.press('Review all 1');
    expect(browser.texts('.people-table mark.found')).toEqual(['Status: Terminated']);
  });

  test('of selected people may have some of another part, and never the administrator', async () => {
    const { browser, id } = await compare(`${MAIL}\ndana@acme.example`);
    expect(browser.attributes('#compared [name=person]', 'value')).toEqual([
      'ben.okafor@ACME.example',
      'Ada@acme.example',
    ]);
    await browser.submit(`${paths.reviewRemovals}?list=${id}&in=listed&of=compare`, [
      ['person', 'cleo@acme.example'],
      ['person', 'ben.okafor@ACME.example'],
      ['person', 'dana@acme.example'],
    ]);
    expect(browser.texts('.people-table td.line')).toEqual([
      '- Ben <ben.okafor@acme.example>',
      '- Park, Cleo',
    ]);
  });

  test('says who is left out by name, until one of them is put back; after Ask first, the list is compared again', async () => {
    const { browser } = await compare(MAIL, 'in=');
    await browser.press('Review all 4');
    browser.fill('Their replies or email addresses', 'Cleo Park: yes please\nAda Byron: me, too');
    await browser.press('Leave them out');
    const notes = () => browser.texts('main [role=status]').join(' ');
    expect(notes()).toContain('cleo@acme.example (“Cleo Park: yes please”)');
    await browser.press('Put back Cleo Park');
    expect(notes()).not.toContain('cleo@acme.example');
    await browser.follow('Ask first');
    expect(browser.text('[aria-labelledby=answers]')).toContain('Compare the list again');
    expect(browser.attributes('[aria-labelledby=answers] a', 'href')).toEqual([paths.compare]);
  });

  test('of one person in the dialog leads back to the list', async () => {
    const { browser } = await compare(MAIL);
    await browser.visit(paths.compare + browser.$('#compared tbody .action a').first().attr('href'));
    await browser.press('Remove license');
    expect(browser.address).toContain('in=listed');
    expect(people(browser)).toHaveLength(1);
  });
});

test('both lists are exported, with the search, and a list that is gone leads to the form', async () => {
  const { browser, id } = await compare(MAIL);
  const rows = async (file: string) => csvRows(await browser.get(`${paths.compare}/${file}`));
  const listed = await rows(`people.csv?list=${id}&in=listed`);
  expect(listed.map(row => row.slice(-2))).toEqual([
    ['yes', "'- Ben <ben.okafor@acme.example>"],
    ['yes', 'Regards, Ada@acme.example'],
  ]);
  expect(await rows(`others.csv?list=${id}`)).toEqual([['new@acme.example', "'- new@acme.example"]]);
  expect((await browser.get(`${paths.compare}/people.csv?list=gone`)).status).toBe(302);
  await browser.visit(`${paths.compare}?list=gone`);
  expect(browser.response.status).toBe(200);
  expect(browser.text('main [role=status]')).toContain('kept for an hour');
  expect(browser.$('[role=alert], [aria-invalid]')).toHaveLength(0);
  expect(browser.value('List')).toBe('');
  await browser.visit('/leavers');
  expect(browser.address).toBe(paths.compare);
});

test('while a product is not available, no review begins and only In your list is offered', async () => {
  const { portal, browser, id } = await compare(MAIL);
  portal.faults.on('ecardStats', status(500));
  await browser.reload();
  expect(browser.text('[role=alert]')).toContain('Failed to get company stats');
  expect(tabs(browser)).toEqual(['All 4', 'In your list 2']);
  expect(sentence(browser)).toBe('2 of 3 addresses in your text have a license.');
  expect(browser.$('#compared [name=person], .answer button, #only-in-list')).toHaveLength(0);
  await browser.visit(`${paths.compare}?list=${id}&in=unlisted`);
  expect(browser.text('main')).toContain('“Not in your list” needs both products');
  expect(browser.$('#compared')).toHaveLength(0);
});

describe('an export of the portal’s own', () => {
  const EARLIER =
    'email,userId,leadsLast30Days,totalLeads\nada@acme.example,U-1,3,30\nben.okafor@acme.example,U-2,0,20\nzoe@acme.example,U-9,1,12\n';
  const earlier = () => new File([EARLIER], 'licenses-export-2026-10-01.csv');

  test('says what each person has added since, most first', async () => {
    const { browser } = await compare(earlier());
    expect(browser.address).toMatch(/^\/compare\?list=[\w-]+$/);
    expect(browser.text('.subtitle')).toBe('licenses-export-2026-10-01.csv, 3 people');
    expect(sentence(browser)).toBe('Everyone in both captured 50 leads since. 1 of 2 captured none.');
    expect(browser.texts('#compared tbody tr')[0]).toMatch(/Ada Byron.* 50 30 /);
    expect(tabs(browser)).toEqual(['All 5', 'In your list 2', 'Not in your list 3', 'Nothing since 1']);
    await browser.follow('1 of 2 captured none.');
    expect(people(browser)).toEqual([expect.stringContaining('ben.okafor')]);
    await browser.press('Review all 1');
    expect(browser.text('main')).toContain('ben.okafor');
    expect(browser.texts('thead th')).not.toContain('In your list');
  });

  test('has the line of people who are perhaps in it, and only People’s columns of those who are not', async () => {
    const { browser, id } = await compare(
      new File([`email,userId,totalLeads\nada@acme.example,U-1,30\ncleo.park@old.example,U-8,4\n`], 'l.csv'),
      'in=perhaps',
    );
    expect(browser.texts('#compared td.line')).toEqual([expect.stringContaining('cleo.park@old.example')]);
    expect(browser.texts('.folded summary')).toEqual([]);
    await browser.visit(`${paths.compare}?list=${id}&in=unlisted`);
    const heads = browser.texts('#compared thead th[data-column]');
    expect([heads.includes('Leads since'), heads.includes('In your list')]).toEqual([false, false]);
  });

  test('has these figures in its own exports', async () => {
    const { browser, id } = await compare(earlier());
    const file = await browser.get(`${paths.compare}/people.csv?list=${id}`);
    expect(file.text).toMatch(/^.*,inYourList,leadsSince,leadsThen\r\n/);
    const figures = csvRows(file).map(row => [row[1], ...row.slice(-3)]);
    expect(figures).toContainEqual(['Ada@acme.example', 'yes', '50', '30']);
    expect(figures).toContainEqual(['free@lance.example', 'no', '', '']);
    const { body } = await browser.getBytes(`${paths.compare}/people.xlsx?list=${id}`);
    const [sheet] = await readWorkbook(body);
    expect(sheet?.data[0]?.slice(-6, -3)).toEqual(['In your list', 'Leads since', 'Leads then']);
  });
});

test('a name of a file with 10,000 letters is cut, after it has said what the file is, or said to be too long', async () => {
  const named = (letter: string) => new File(['ben.okafor@acme.example'], letter.repeat(10_000));
  const { browser } = await compare(named('x'));
  expect(browser.text('.subtitle')).toMatch(/^x{100}, 1 line$/);
  await browser.submitBody(paths.compare, listForm(new File([await TABLE.text()], `${'x'.repeat(200)}.csv`)));
  expect(browser.text('.subtitle')).toMatch(/^x{100}, 3 rows$/);
  await browser.submitBody(paths.compare, listForm(named('Ж')));
  expect([browser.status, browser.text('h1')]).toEqual([400, 'The name of the file is too long']);
});
