import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { seedAccounts } from '../../../scripts/sandbox/seed';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { idsOf } from '../../support/browsers/removals';
import { sendText } from '../../support/browsers/searches';
import { cards, dana, details, license, licensesFor, scanner } from '../../support/data/accounts';
import { mailOf } from '../../support/data/mail';
import { peopleForm } from '../../support/data/people-form';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

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
      { code: 'c1', email: 'ada@ACME.example', name: 'Ada', activitiesLast30Days: 7, activitiesTotal: 9 },
      { code: 'c2', email: 'cleo@acme.example', name: 'Cleo' },
    ],
  }),
});

const open = (at: string = paths.leavers) => openPortal({ accounts: [company], at });

async function check(people: string, direction?: 'left' | 'stay') {
  const { portal, browser } = await open();
  await submitPeople(browser, people, direction);
  return { portal, browser };
}

/** Fills in and submits the form. */
async function submitPeople(
  browser: NoJsBrowser,
  people: string,
  direction: 'left' | 'stay' = 'left',
  file?: File,
) {
  await sendText(browser, () => browser.submitBody(paths.leavers, peopleForm(people, direction, file)));
}

const csv = (content: BlobPart, name = 'leavers.csv') => new File([content], name);
/** Returns the figures of an answer, by label. */
const figures = (browser: NoJsBrowser) => {
  const values = browser.$('.metrics > div').map((_, figure) =>
    browser
      .$(figure)
      .find('dd')
      .map((_, value) => browser.$(value).text())
      .get()
      .join(' '),
  );
  return Object.fromEntries(browser.texts('.metrics dt').map((label, index) => [label, values[index]]));
};
const groups = (browser: NoJsBrowser) => browser.texts('h3');
/** Returns the lines to copy of a section. */
const linesOf = (browser: NoJsBrowser, id: string) => browser.text(`[aria-labelledby=${id}-title] textarea`);
const problem = (browser: NoJsBrowser) => browser.text('[role=alert]');

test.each([paths.leadCapture, paths.cards])('P260: %s links to the form', async path => {
  const { browser } = await open(path);
  await browser.follow('Leavers');
  expect(browser.address).toBe(paths.leavers);
  expect(browser.text('h1')).toBe('Leavers');
  expect(browser.text('nav [aria-current]')).toBe('Leavers');
  browser.$('[name=direction][value=left]').attr('checked', '');
  await browser.fill('Email addresses', 'nobody').press('Check');
  expect(problem(browser)).toBe('There is no email address in this list.');
  expect(browser.$('[name=direction][checked]').val()).toBe('left');
  await browser.fill('Email addresses', ' ').press('Check');
  expect(problem(browser)).toBe('Paste a list of people, or choose a file that contains one.');
});

test('P377: a list without a direction is kept, and the answer asks for it', async () => {
  const { browser } = await open();
  await browser.fill('Email addresses', 'ada@acme.example').press('Check');
  expect(browser.text('main')).toContain(
    'Choose whether these people have left, or are your current staff. 1 address was read.',
  );
  expect(browser.has('[name=direction][checked]')).toBe(false);
  const { address } = browser;
  browser.$('[name=direction][value=stay]').attr('checked', '');
  await browser.press('Check');
  expect(groups(browser)).toEqual(['At your company (acme.example) 2 people', 'Elsewhere 1 person']);
  await browser.visit(address);
  browser.$('[name=direction][value=left]').attr('checked', '');
  await browser.press('Check');
  expect(groups(browser)).toEqual(['With a license and a card 1 person']);
  await browser.press('Review selected');
  await browser.follow('Cancel');
  expect(groups(browser)).toEqual(['With a license and a card 1 person']);
});

test('P377 T57: nobody is offered for removal by a list of staff that is not complete, whenever its direction is chosen', async () => {
  const { browser } = await open();
  await browser.fill('Email addresses', 'ada@acme.example\nben@acme').press('Check');
  browser.$('[name=direction][value=stay]').attr('checked', '');
  await browser.press('Check');
  expect(problem(browser)).toContain('these addresses cannot be read: “ben@acme”');
  expect(browser.has('.people')).toBe(false);
});

test('P261 P262: lists and selects the licenses and cards of leavers, and removes those of both products in one run', async () => {
  const { portal, browser } = await check(
    'Please remove "Ada Byron" <ADA@acme.example>; cleo@acme.example, gone@acme.example',
  );
  expect(figures(browser)).toEqual({
    'Addresses in the list': '3',
    'With a license': '1',
    'With a card': '2',
    'Not found': '1',
  });
  expect(groups(browser)).toEqual(['With a license and a card 1 person', 'With a card only 1 person']);
  expect(linesOf(browser, 'not-found')).toBe('gone@acme.example');
  expect(browser.texts('.people tbody tr')).toEqual([
    'Ada@acme.example License 3 Leads',
    'ada@ACME.example Card 7 Profile visits',
    'cleo@acme.example Card 0 Profile visits',
  ]);
  expect(browser.$('.people input[checked]')).toHaveLength(3);
  await browser.press('Review selected');
  expect(browser.text('.metrics')).toContain('Licenses 1 Cards 2');
  await browser.press('Revoke 1 License and Deactivate 2 Cards');
  expect(portal.removals()).toHaveLength(3);
  expect(browser.text('.run-end')).toContain('Confirmed: all 3 are gone from the list');
  expect(browser.text('h1')).toBe('1 license revoked, 2 cards deactivated');
  expect(browser.texts('.run-end + .run tbody tr').toSorted()).toEqual([
    'Ada@acme.example License Revoked',
    'ada@ACME.example Card Deactivated',
    'cleo@acme.example Card Deactivated',
  ]);
});

test('P263: lists people who are not on a list of staff, guests separately, with nothing selected', async () => {
  const { browser } = await check('ada@acme.example', 'stay');
  expect(figures(browser)).toEqual({
    'Current staff': '1',
    'Everyone else': '3',
    'Their licenses': '2',
    'Their cards': '1',
  });
  expect(groups(browser)).toEqual(['At your company (acme.example) 2 people', 'Elsewhere 1 person']);
  expect(browser.texts('.people tbody tr').map(text => text.split(' ')[0])).toEqual([
    'ben@ACME.example',
    'cleo@acme.example',
    'free@lance.example',
  ]);
  expect(browser.$('.people input[checked]')).toHaveLength(0);
});

test('P243 P295: an answer with more than one run can remove says how many runs they take', async () => {
  const account = dana({ scanner: scanner({ licenses: licensesFor(1100) }) });
  const { browser } = await openPortal({ accounts: [account] });
  await submitPeople(browser, 'ada@acme.example', 'stay');
  expect(browser.text('main')).toMatch(
    /1,\d{3} licenses and cards were found\. One run removes 1,000 at most: remove these first, then this page shows the next\. All of them take 2 runs; you can remove 5,000 in one hour\./,
  );
});

test('P263: everyone else does not include the administrator', async () => {
  const { browser } = await open();
  const self = { ...company, email: 'cleo@acme.example' };
  const { browser: own } = await openPortal({ accounts: [self] });
  await submitPeople(browser, 'ada@acme.example', 'stay');
  expect(browser.text('.people')).toContain('cleo@acme.example');
  await submitPeople(own, 'ada@acme.example', 'stay');
  expect(own.text('.people')).not.toContain('cleo@acme.example');
});

test('P264: the list is not logged', async () => {
  const { portal, browser } = await check('very-special-person@acme.example');
  await submitPeople(browser, '', 'left', csv('another-special-person@acme.example', 'special-file.csv'));
  expect(linesOf(browser, 'not-found')).toBe('another-special-person@acme.example');
  expect(portal.log()).not.toContain('special');
});

test('F14: a list that is sent while user details are missing has its answer when they are back', async () => {
  const { portal, browser } = await check('nobody@acme.example');
  portal.faults.on('portalUsers', faults.status(500));
  await submitPeople(browser, 'ada@acme.example');
  expect(browser.text('[role=alert]')).toContain('User details not available');
  portal.faults.off();
  await browser.follow('Try again');
  expect(groups(browser)).toEqual(['With a license and a card 1 person']);
  portal.faults.on('portalUsers', details({ roles: [{ product: 2, entityId: 'elsewhere' }] }));
  await browser.reload();
  expect(browser.text('main')).toContain('This result has expired');
});

test.each([
  ['is down', faults.status(500)],
  ['leaves the list out', faults.noUserStats],
])('P261 T57: while a backend %s, its half is not checked, and nobody is not found', async (_how, fault) => {
  const { portal, browser } = await open();
  portal.faults.on('scannerStats', fault);
  await submitPeople(browser, 'ada@acme.example, ben@acme.example');
  expect(browser.text('[role=alert]')).toBe(
    'Error loading lead capture information: licenses were not checked. Try again',
  );
  expect(figures(browser)).toEqual({
    'Addresses in the list': '2',
    'With a license': '– not checked',
    'With a card': '1',
    'Not found': '– not checked',
  });
  expect(groups(browser)).toEqual(['With a card 1 person']);
  expect(browser.text('#not-found-title')).toBe('Licenses not checked, no card (1)');
  expect(linesOf(browser, 'not-found')).toBe('ben@acme.example');
  portal.faults.off();
  await browser.follow('Try again');
  expect(groups(browser)).toEqual(['With a license and a card 1 person', 'With a license only 1 person']);
});

describe('an answer', () => {
  const selected = (browser: NoJsBrowser) => idsOf(browser, '.people input[checked]');

  test('P290: has an address of its own, where reload and a second tab show what is true', async () => {
    const { portal, browser } = await check('ada@acme.example, ben@acme.example');
    expect(browser.address).toMatch(/^\/leavers\?answer=[\w-]+$/);
    const tab = await browser.copy().visit(browser.address);
    expect(groups(tab)).toEqual(['With a license and a card 1 person', 'With a license only 1 person']);
    await tab.press('Review selected');
    await tab.press('Revoke 2 Licenses and Deactivate 1 Card');
    await browser.reload();
    expect(groups(browser)).toEqual([]);
    expect(linesOf(browser, 'not-found')).toBe('ada@acme.example ben@acme.example');
    expect(portal.removals()).toHaveLength(3);
  });

  test('P290: is not removed by lists that are rejected afterwards', async () => {
    const { browser } = await check('ada@acme.example');
    const { address } = browser;
    for (let count = 0; count < 3; count++) {
      await submitPeople(browser, 'nobody');
      expect(problem(browser)).toBe('There is no email address in this list.');
      await submitPeople(browser, 'ada@acme.example\nben@', 'stay');
      expect(problem(browser)).toContain('must be complete');
    }
    await browser.reload();
    expect(problem(browser)).toContain('must be complete');
    await browser.visit(address);
    expect(groups(browser)).toEqual(['With a license and a card 1 person']);
  });

  test('P290: ends after 30 minutes, and says what to do', async () => {
    const { portal, browser } = await check('ada@acme.example');
    portal.advanceClock(29 * 60 * 1000);
    await browser.reload();
    expect(groups(browser)).toHaveLength(1);
    portal.advanceClock(2 * 60 * 1000);
    await browser.reload();
    expect(browser.status).toBe(200);
    expect(browser.text('main')).toContain('This result has expired');
    await browser.follow('Check a list');
    expect(browser.address).toBe(paths.leavers);
  });

  test('P290 T57: is shown to no other session, nor after a change of the company', async () => {
    const { portal, browser } = await check('ada@acme.example');
    const other = await portal.signedIn();
    await other.visit(browser.address);
    expect(other.text('main')).toContain('This result has expired');
    expect(other.text('main')).not.toContain('ada@');
    portal.faults.on('portalUsers', faults.status(500));
    await browser.reload();
    expect(browser.text('[role=alert]')).toContain('User details not available');
    expect(browser.text('main')).not.toContain('ada@');
    portal.faults.on('portalUsers', details({ roles: [{ product: 2, entityId: 'elsewhere' }] }));
    await browser.reload();
    expect(browser.text('main')).toContain('This result has expired');
  });

  test('P291: selects everybody, nobody, or a group, with one click', async () => {
    const { browser } = await check(
      'From: a@acme.example\nTo: ben@acme.example\n\nada@acme.example\ncleo@acme.example',
    );
    expect(selected(browser)).toEqual(['U-1', 'c1', 'c2']);
    await browser.follow('Select none of everybody');
    expect(selected(browser)).toEqual([]);
    await browser.follow('Select all of With a card only');
    expect(selected(browser)).toEqual(['c2']);
    await browser.follow('Select all of Not clear');
    expect(selected(browser)).toEqual(['c2', 'U-2']);
    await browser.follow('Select none of With a card only');
    expect(selected(browser)).toEqual(['U-2']);
    await browser.follow('Select all of everybody');
    expect(selected(browser)).toEqual(['U-1', 'c1', 'c2']);
  });

  test('P381 T54: a card that belongs to another person by then is not reviewed, but named', async () => {
    const { portal, browser } = await check('ada@acme.example');
    portal.store.replaceAccounts([
      { ...company, ecard: cards({ cards: [{ code: 'c1', email: 'cleo@acme.example', name: 'Cleo' }] }) },
    ]);
    await browser.press('Review selected');
    expect(browser.text('main')).toContain('card c1 now belongs to cleo@acme.example.');
    expect(browser.text('.metrics')).toMatch(/Licenses 1.*People 1/);
    await browser.press('Review it separately');
    expect(browser.text('.metrics')).toMatch(/^Cards 1/);
  });

  test('P253: is what a review leads back to, with the same selection and column', async () => {
    const table =
      'Name;Email;Manager\nAda;ada@acme.example;ben@acme.example\nCleo;cleo@acme.example;ben@acme.example\n';
    const { browser } = await open();
    await submitPeople(browser, '', 'left', csv(table));
    expect(selected(browser)).toEqual([]);
    browser.$('[name=column][value=0]').attr('checked', '');
    await browser.press('Use this column');
    browser.$('[value^=c1]').removeAttr('checked');
    await browser.press('Review selected');
    await browser.follow('Cancel');
    expect(browser.$('[name=column][checked]').attr('value')).toBe('0');
    expect(selected(browser)).toEqual(['U-1', 'c2']);
  });
});

test('T57 P293: in a table with several columns of addresses, nobody is selected until one is chosen', async () => {
  const table = 'Name;Email;Manager\nAda;ada@acme.example;ben@acme.example\nBob Miller;;ben@acme.example\n';
  const { browser } = await open();
  await submitPeople(browser, '', 'left', csv(table));
  expect(browser.texts('fieldset label')).toEqual(['Email (1 address)', 'Manager (1 address)']);
  expect(browser.has('input[name=column][checked]')).toBe(false);
  expect(groups(browser)).toEqual(['Not clear 2 people']);
  expect(linesOf(browser, 'unaddressed')).toBe('Bob Miller ben@acme.example');
  browser.$('[name=column][value=0]').attr('checked', '');
  await browser.press('Use this column');
  expect(groups(browser)).toEqual(['With a license and a card 1 person', 'Not clear 1 person']);
  expect(browser.text('#unclear')).toContain('ben@ACME.example License In another column');
});

describe('T57 P294: a list of current staff is rejected if it is not complete', () => {
  const mail = (...lines: string[]) => mailOf('\nada@acme.example', lines.join('\n'));

  test.each([
    ['an address is broken', 'ben@acme.example\nada=\n.b@acme.example', 'cannot be read: “b@acme.example”'],
    [
      'an address has characters that no address has',
      'ada@acme.example\n"a b"@acme.example',
      'cannot be read: “"a b"@acme.example”',
    ],
    ...['maria–ada@acme.example', 'bob,ada@acme.example', 'ada²@acme.example', 'bob. \nada@acme.example'].map(
      people => [`an address is broken: ${people}`, people, /cannot be read: “ada2?@acme\.example”/] as const,
    ),
    [
      'only a part of an address is that of another person',
      'ada@acme.example\nb–ada@acme.example',
      'cannot be read',
    ],
    ['an address is spelled out', 'ada@acme.example\nbob(at)acme', 'cannot be read: “bob@acme”'],
    [
      'an attachment is not text',
      mail(
        'Content-Type: application/vnd.ms-excel; name=staff.xlsx',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        'AAAA',
      ),
      'were not read: “staff.xlsx”',
    ],
    [
      'a list is attached as a picture',
      mail('Content-Type: image/png', 'Content-Disposition: attachment; filename=staff.png', '', 'a'),
      'were not read: “staff.png”',
    ],
    [
      'a part has an unknown encoding',
      mail('Content-Type: text/plain; charset=x-secret', '', 'ben@acme.example'),
      'were not read: “a part in an unknown encoding”',
    ],
    [
      'a line has a name only',
      'ada@acme.example\n\nCleo Park\n',
      'may be people without an address: “Cleo Park”. Add their addresses',
    ],
  ])('%s', async (_case, people, reason) => {
    const { browser } = await check(people, 'stay');
    expect(problem(browser)).toMatch(reason);
    expect(browser.$('[name=direction][checked]').val()).toBe('stay');
  });
});

test('P260: a list above the limit is rejected with its size', async () => {
  const people = Array.from({ length: 10_001 }, (_, index) => `p${index}@acme.example`).join('\n');
  const { browser } = await check(people);
  expect(problem(browser)).toContain('There are 10,001 email addresses in this list. At most 10,000');
  await browser.reload();
  expect(problem(browser)).toContain('There are 10,001 email addresses');
});

describe('a file of people', () => {
  const MEGABYTE = 1024 * 1024;
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

  test('P265: is combined with the pasted text', async () => {
    const { browser } = await open();
    browser.$('[name=direction][value=left]').attr('checked', '');
    await browser
      .fill('Email addresses', 'ada@acme.example, cleo@acme.example')
      .choose('Or a file', csv('Name,Email\r\nBen,BEN@acme.example\r\nAda,ada@acme.example\r\n'))
      .press('Check');
    expect(figures(browser)).toMatchObject({ 'Addresses in the list': '3', 'Not found': '0' });
    await browser.press('Review selected');
    expect(browser.text('.metrics')).toContain('Licenses 2 Cards 2');
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFada@acme.example')],
    ['UTF-16, as spreadsheets save Unicode text', utf16('Ada\tada@acme.example\r\n')],
    ['Windows-1252', Buffer.from('Ada Zo\u00EB,ada@acme.example', 'latin1')],
    ['the largest size', Buffer.from('ada@acme.example'.padEnd(MEGABYTE))],
  ])('P265: is read in %s', async (_case, content) => {
    const { browser } = await open();
    await submitPeople(browser, '', 'left', csv(content));
    expect(figures(browser)).toMatchObject({ 'Addresses in the list': '1', 'Not found': '0' });
  });

  test.each([
    ['is larger than 1 MB', Buffer.alloc(MEGABYTE + 1, 'a@b.example '), 'it is larger than 1 MB'],
    ['is much larger', Buffer.alloc(4 * MEGABYTE, 'a@b.example '), 'it is larger than 1 MB'],
    ['is empty', Buffer.alloc(0), 'it is empty'],
    ['is not text', Buffer.from('PK\u0003\u0004\0ada@acme.example'), 'it is not a text file'],
    ['is not text, in UTF-16', utf16('\0\u0001ada@acme.example'), 'it is not a text file'],
  ])('P265 P378: that %s is rejected, and nothing of the text is kept', async (_case, content, reason) => {
    const { portal, browser } = await open();
    const typed = 'one <"1">\r\n& two';
    await submitPeople(browser, typed, 'stay', csv(content, 'people.xlsx'));
    expect(browser.address).toMatch(/^\/leavers\?answer=[\w-]+$/);
    expect(problem(browser)).toContain(`The file was not read: ${reason}.`);
    expect(browser.text('main')).toContain('Go back to correct it');
    expect(browser.value('Email addresses')).toBe('');
    expect(browser.$('[name=direction][checked]').val()).toBe('stay');
    expect(portal.calls.filter(({ line }) => line.includes('stats'))).toEqual([]);
  });

  const form = (...entries: readonly (readonly [name: string, value: string | File])[]) => {
    const data = new FormData();
    for (const [name, value] of entries) data.append(name, value);
    return new Response(data);
  };
  const raw = (body: string, type: string) => new Response(body, { headers: { 'content-type': type } });
  const part = '--x\r\nContent-Disposition: form-data; name="people"\r\n\r\na';

  test('P265: counts as none without a name and content, whatever its type', async () => {
    const { browser } = await open();
    const parts = ['name="direction"\r\n\r\nleft', 'name="people"\r\n\r\nada@acme.example'];
    const empty = 'name="file"; filename=""\r\nContent-Type: text/csv\r\n\r\n';
    const body = [...parts, empty].map(each => `--x\r\nContent-Disposition: form-data; ${each}\r\n`).join('');
    await browser.submitBody(paths.leavers, raw(`${body}--x--\r\n`, 'multipart/form-data; boundary=x'));
    expect(figures(browser)).toMatchObject({ 'Addresses in the list': '1', 'Not found': '0' });
  });

  test.each([
    ['a field of more than 1 MB', 413, () => form(['people', 'x'.repeat(MEGABYTE + 1)])],
    // Each part may have 1 MB, so only as many as the page's form has are allowed.
    ['four fields', 413, () => form(['f0', ''], ['f1', ''], ['f2', ''], ['f3', ''])],
    ['a nested field', 413, () => form(['people[50000000]', 'a@b.example'])],
    ['two files', 413, () => form(['file', csv('a')], ['file', csv('b')])],
    ['a file in another field', 413, () => form(['other', csv('a')])],
    ['an unfinished part', 400, () => raw(part, 'multipart/form-data; boundary=x')],
    ['no boundary', 400, () => raw('a', 'multipart/form-data')],
  ])('T31: in a form with %s is rejected', async (_case, expected, body) => {
    const { browser } = await open();
    await browser.submitBody(paths.leavers, body());
    expect(browser.status).toBe(expected);
  });

  test('T31: and fields of other forms are ignored, and other routes accept no file', async () => {
    const { browser } = await open();
    await browser.submitBody(
      paths.leavers,
      form(['__proto__', 'a@b.example'], ['constructor', 'a@b.example']),
    );
    expect(browser.status).toBe(200);
    expect(problem(browser)).toBe('Paste a list of people, or choose a file that contains one.');
    await browser.submitBody(`${paths.reviewRemovals}?of=license`, form(['license', 'U-1']));
    expect(browser.text()).toContain('Nothing is selected');
  });

  test('T31: whose browser disconnects during the upload is discarded, and the log does not contain it', async () => {
    const { portal, browser } = await open();
    const { server, port } = await portal.serve();
    const arrived = once(server, 'request');
    const headers = {
      cookie: browser.cookie,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 500_000,
    };
    const upload = request({ host: '127.0.0.1', port, method: 'POST', path: paths.leavers, headers });
    upload.on('error', () => {});
    upload.write(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="special.csv"\r\n\r\nada@acme',
    );
    await arrived;
    upload.destroy();
    await eventually('the form is discarded', async () => portal.log().includes('A form could not be read'));
    expect(portal.log()).not.toMatch(/special|ada@acme/);
  });
});

describe('the mail about twelve leavers in the inbox of the sandbox', () => {
  const hugo = seedAccounts().find(({ email }) => email === 'hugo@turnover.example');
  const [mail] = hugo?.emails ?? [];
  const row = (browser: NoJsBrowser, person: string) =>
    browser.texts('.people tbody tr').filter(text => text.startsWith(person));

  async function sendMail(text: string, file?: File) {
    const { browser } = await openPortal({ accounts: hugo ? [hugo] : [], at: paths.leavers });
    await submitPeople(browser, text, 'left', file);
    return browser;
  }

  test('T57 P292 P403: selects only listed people, and names everybody else with the reason', async () => {
    const browser = await sendMail(mail?.text ?? '');
    expect(figures(browser)).toMatchObject({
      'Addresses in the list': '9',
      'Not found': '1',
      'Without an address': '3',
      'Not clear': '6',
    });
    // A misspelled leaver.
    expect(linesOf(browser, 'not-found')).toBe('yuki.tanka@turnover.example');
    // The two without an address, and the first half of the one that is broken.
    expect(linesOf(browser, 'unaddressed')).toBe('Kavya Nair Amelia Ortiz amelia.= Zoe Schmidt');
    expect(row(browser, 'farid.haddad')).toEqual([expect.stringContaining('In the header of an email')]);
    expect(row(browser, 'tomasz.nowak')[0]).toContain('In the header of an email');
    expect(row(browser, 'rania.khalil')[0]).toContain('In a sentence');
    expect(row(browser, 'xavier.dubois')[0]).toContain('In a quoted email');
    // Another person, whose address is the second half of the broken one.
    expect(row(browser, 'ortiz')).toEqual([expect.stringContaining('Possibly only part of an address')]);
    expect(row(browser, 'hugo')).toEqual(['hugo@turnover.example No license, no card Your own address']);
    const chosen = browser
      .$('.people tr:has(input[checked]) bdi')
      .map((_, email) => browser.$(email).text())
      .get();
    expect(new Set(chosen.map(email => email.split('@')[0]))).toEqual(
      new Set([
        'ben.okafor',
        'grace.kim',
        'ines.moreau',
        'mei.chen',
        'noah.williams',
        'olivia.martin',
        'quinn.murphy',
        'uma.iyer',
      ]),
    );
  });

  test('P401 P407: with a sentence that is not understood, asks to check its people, and selects nobody', async () => {
    const browser = await sendMail(
      `${mail?.text ?? ''}`.replace('Best regards', 'One of them stays.\n\nBest regards'),
    );
    expect(figures(browser)).toMatchObject({ 'Addresses in the list': '9', 'Not clear': '6' });
    expect(groups(browser)).toEqual(['To check 8 people', 'Not clear 6 people']);
    expect(browser.text('#to-check')).toContain('a line that may say that some of these people stay.');
    expect(browser.has('.people input[checked]')).toBe(false);
    expect(browser.text('main')).not.toContain('No listed person has');
    expect(linesOf(browser, 'not-found')).toBe('yuki.tanka@turnover.example');
    await browser.follow('Select all of To check');
    await browser.press('Review selected');
    expect(browser.text('.metrics')).toContain('People 8');
  });

  test('T57: as a file, is decoded, so that a soft line break does not break an address', async () => {
    const { fileName = '', content = '' } = mail?.attachment ?? {};
    const browser = await sendMail('', new File([content], fileName));
    expect(figures(browser)).toMatchObject({ 'Addresses in the list': '10', 'Without an address': '2' });
    expect(row(browser, 'amelia.ortiz')).toHaveLength(1);
    expect(row(browser, 'ortiz@')).toEqual([]);
  });
});
