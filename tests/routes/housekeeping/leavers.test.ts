import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, license, scanner } from '../../support/data/accounts';
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

async function open(address: string = paths.leavers) {
  const { portal, browser } = await openPortal({ accounts: [company] });
  await browser.visit(address);
  return { portal, browser };
}

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
  const form = new FormData();
  form.append('direction', direction);
  form.append('people', people);
  form.append('file', file ?? new File([], ''));
  await browser.submitBody(paths.leavers, new Response(form));
}

const csv = (content: BlobPart, name = 'leavers.csv') => new File([content], name);
const answer = (browser: NoJsBrowser) => browser.text('[aria-label=Answer]');
const problem = (browser: NoJsBrowser) => browser.text('[role=alert]');

test.each([paths.leadCapture, paths.cards])('P260: %s links to the form', async path => {
  const { browser } = await open(path);
  await browser.follow('Leavers');
  expect(browser.address).toBe(paths.leavers);
  await browser.fill('Email addresses', 'nobody').press('Check');
  expect(problem(browser)).toBe('There is no email address in this list.');
  expect(browser.value('Email addresses')).toBe('nobody');
  await browser.fill('Email addresses', ' ').press('Check');
  expect(problem(browser)).toBe('Paste a list of people, or choose a file that contains one.');
});

test('P261 P262: lists and selects the licenses and cards of leavers, and removes those of both products in one run', async () => {
  const { portal, browser } = await check(
    'Please remove "Ada Byron" <ADA@acme.example>; cleo@acme.example, gone@acme.example',
  );
  expect(answer(browser)).toContain('3 people in this list');
  expect(answer(browser)).toContain(
    '1 person with a license and a card, 0 with a license only, 1 with a card only, 1 with neither',
  );
  expect(browser.texts('.people li')).toEqual([
    'Ada@acme.example License Leads in 30 days: 3',
    'ada@ACME.example Card Profile visits in 30 days: 7',
    'cleo@acme.example Card Profile visits in 30 days: 0',
  ]);
  expect(browser.$('.people input[checked]')).toHaveLength(3);
  await browser.press('Deactivate selected');
  expect(browser.text('.review-figures')).toContain('Licenses 1 Cards 2');
  await browser.press('Revoke 1 License and Deactivate 2 Cards');
  expect(portal.calls.filter(({ line }) => line.startsWith('DELETE'))).toHaveLength(3);
  expect(browser.text('.run-end')).toContain('Confirmed: all 3 are gone from the list');
  expect(browser.text('h1')).toBe('1 license revoked, 2 cards deactivated');
  expect(browser.texts('.run-results tbody tr').toSorted()).toEqual([
    'Ada@acme.example License Revoked',
    'ada@ACME.example Card Deactivated',
    'cleo@acme.example Card Deactivated',
  ]);
});

test('P263: lists people who are not on a list of staff, guests separately, with nothing selected', async () => {
  const { browser } = await check('ada@acme.example', 'stay');
  expect(answer(browser)).toContain('3 licenses and cards belong to people who are not on this list');
  expect(browser.texts('.people-title')).toEqual([
    'On the domains in the list (2 people)',
    'On other domains: agencies, freelancers, guests (1 person)',
  ]);
  expect(browser.texts('.people li').map(text => text.split(' ')[0])).toEqual([
    'ben@ACME.example',
    'cleo@acme.example',
    'free@lance.example',
  ]);
  expect(browser.$('.people input[checked]')).toHaveLength(0);
});

test('P264: the list is not logged', async () => {
  const { portal, browser } = await check('very-special-person@acme.example');
  await submitPeople(browser, '', 'left', csv('another-special-person@acme.example', 'special-file.csv'));
  expect(answer(browser)).toContain('1 person in this list');
  expect(portal.log()).not.toContain('special');
});

test('F14: without user details the form is shown again with its input', async () => {
  const { portal, browser } = await check('nobody@acme.example');
  portal.faults.on('portalUsers', faults.status(500));
  await submitPeople(browser, 'ada@acme.example');
  expect(browser.texts('[role=alert]')).toEqual(['User details not available']);
  portal.faults.off();
  await browser.press('Check');
  expect(answer(browser)).toContain('1 person with a license and a card');
});

test('P4: reports the product that could not be fetched, and lists the other', async () => {
  const { portal, browser } = await open();
  portal.faults.on('scannerStats', faults.status(500));
  await submitPeople(browser, 'ada@acme.example');
  expect(browser.text('[role=alert]')).toBe('Error loading lead capture information');
  expect(browser.texts('.people li')).toHaveLength(1);
});

describe('a file of people', () => {
  const MEGABYTE = 1024 * 1024;
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

  test('P265: is combined with the pasted text', async () => {
    const { browser } = await open();
    await browser
      .fill('Email addresses', 'ada@acme.example, cleo@acme.example')
      .choose('Or a file', csv('Name,Email\r\nBen,BEN@acme.example\r\nAda,ada@acme.example\r\n'))
      .press('Check');
    expect(answer(browser)).toContain('3 people in this list');
    expect(answer(browser)).toContain(
      '1 person with a license and a card, 1 with a license only, 1 with a card only, 0 with neither',
    );
    await browser.press('Deactivate selected');
    expect(browser.text('.review-figures')).toContain('Licenses 2 Cards 2');
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFada@acme.example')],
    ['UTF-16, as spreadsheets save Unicode text', utf16('Ada\tada@acme.example\r\n')],
    ['Windows-1252', Buffer.from('Zo\u00EB,ada@acme.example', 'latin1')],
    ['the largest size', Buffer.from('ada@acme.example'.padEnd(MEGABYTE))],
  ])('P265: is read in %s', async (_case, content) => {
    const { browser } = await open();
    await submitPeople(browser, '', 'left', csv(content));
    expect(answer(browser)).toContain('1 person in this list');
  });

  test.each([
    ['is larger than 1 MB', Buffer.alloc(MEGABYTE + 1, 'a@b.example '), 'it is larger than 1 MB'],
    ['is much larger', Buffer.alloc(4 * MEGABYTE, 'a@b.example '), 'it is larger than 1 MB'],
    ['is empty', Buffer.alloc(0), 'it is empty'],
    ['is not text', Buffer.from('PK\u0003\u0004\0ada@acme.example'), 'it is not a text file'],
    ['is not text, in UTF-16', utf16('\0\u0001ada@acme.example'), 'it is not a text file'],
  ])('P265: that %s is rejected, and the input is kept', async (_case, content, reason) => {
    const { portal, browser } = await open();
    const typed = 'one <"1">\r\n& two';
    await submitPeople(browser, typed, 'stay', csv(content, 'people.xlsx'));
    expect(browser.status).toBe(200);
    expect(problem(browser)).toContain(`The file was not read: ${reason}.`);
    expect(browser.value('Email addresses').split(/\r?\n/)).toEqual(typed.split('\r\n'));
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

  test.each([
    ['a field of more than 1 MB', 413, () => form(['people', 'x'.repeat(MEGABYTE + 1)])],
    // Each field may have 1 MB, so only the fields of the page's form are allowed.
    ['three fields', 413, () => form(['f0', ''], ['f1', ''], ['f2', ''])],
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
