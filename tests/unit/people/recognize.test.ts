import { expect, test } from '@jest/globals';
import { chooseColumn } from '../../../server/people/answer';
import { type PeopleInput, recognizePeople } from '../../../server/people/recognize';
import { mailOf } from '../../support/data/mail';
import { anyText, fc } from '../../support/data/properties';
import { expectLinearTime } from '../../support/time/linear';

const NOW = Date.UTC(2026, 10, 23);

async function recognize(text: string, file?: PeopleInput['file']) {
  const found = await recognizePeople({ text, file, ownEmail: 'Dana@acme.example', now: NOW });
  if ('refused' in found) throw new Error(found.refused);
  const listed = found.addresses.filter(({ doubt }) => !doubt).map(({ email }) => email);
  const doubts = Object.fromEntries(
    found.addresses.flatMap(({ email, doubt }) => (doubt ? [[email, doubt]] : [])),
  );
  return { ...found, listed, doubts };
}

const LEAVERS = `From: HR Team <hr@acme.example>
Sent: Monday, 23 November 2026 09:00
To: Dana Whitfield <dana@acme.example>
Cc: Colin Ray <colin.ray@acme.example>
Subject: Leavers in November

Hi Dana,

please remove these people from both products:

- Ada Byron <ada.byron@acme.example>
- Ben Stone <ben.stone@acme.example>
- Bob Miller
- cleo.park@acme.example
Dan Fox, dan.fox@acme.example
eve.adams@acme.example; finn.gray@acme.example
Gina Hall
gina.hall@acme.example
hugo.ives@acme.exmaple
- Ivy Jones (left on Friday) ivy.jones@acme.example
- Jack Kerr jack.kerr@acme.example
- Kate Long

If you have questions, please ask liz.hart@acme.example.

Kind regards,
Harriet Reed
harriet.reed@acme.example

On Fri, 20 Nov 2026 at 10:00, Dana Whitfield wrote:
> Who has left? Is max.shaw@acme.example among them?
`;

test('T57: a mail lists its 12 leavers, and nobody from its headers, signature or quotation', async () => {
  const { listed, unaddressed, doubts } = await recognize(LEAVERS);
  expect(unaddressed).toEqual(['Bob Miller', 'Kate Long']);
  expect(listed.map(email => email.split('@')[0])).toEqual([
    'ada.byron',
    'ben.stone',
    'cleo.park',
    'dan.fox',
    'eve.adams',
    'finn.gray',
    'gina.hall',
    'hugo.ives',
    'ivy.jones',
    'jack.kerr',
  ]);
  expect(doubts).toEqual({
    'hr@acme.example': 'header',
    'dana@acme.example': 'own',
    'colin.ray@acme.example': 'header',
    'liz.hart@acme.example': 'sentence',
    'harriet.reed@acme.example': 'signature',
    'max.shaw@acme.example': 'quoted',
  });
});

test.each([
  ['a soft line break', 'anna.=\nsmith@acme.example', 'smith@acme.example', 'broken'],
  ['an escaped quote', "o\\'brien@acme.example", 'brien@acme.example', 'broken'],
  ['a label of somebody else', 'Manager: cleo@acme.example', 'cleo@acme.example', 'label'],
  ['a remark', 'ada@acme.example (replaced by cleo@acme.example)', 'cleo@acme.example', 'several'],
])('T57: an address after %s is in doubt', async (_case, text, email, doubt) => {
  const { listed, doubts } = await recognize(text);
  expect(listed).toEqual([]);
  expect(doubts[email]).toBe(doubt);
});

test.each([
  ['a sentence', 'Remove "Ada Byron" <ADA@acme.example>; ben@acme.example, cleo@acme.example'],
  ['a column', 'ada@acme.example\r\n\r\nben@acme.example\r\n\r\ncleo@acme.example'],
  [
    'a CSV file',
    'name,email\r\n"Byron, Ada",ada@acme.example\r\nBen,ben@acme.example\r\nCleo,cleo@acme.example\r\n',
  ],
  ['a list with bullets', '- mailto:ada@acme.example\n* ben@acme.example\n- cleo@acme.example'],
  ['lines with borders', '|ada@acme.example|\n|ben@acme.example|\n|cleo@acme.example|'],
])('P260: finds the addresses in %s', async (_case, text) => {
  expect((await recognize(text)).listed).toEqual([
    'ada@acme.example',
    'ben@acme.example',
    'cleo@acme.example',
  ]);
});

test.each([
  [
    'other scripts',
    'иван.петров@почта.example, jürgen@büro.example',
    ['иван.петров@почта.example', 'jürgen@büro.example'],
  ],
  [
    'invisible characters',
    'a\u200Bda@acme.example, b\u00ADen@ac\u2060me.example',
    ['ada@acme.example', 'ben@acme.example'],
  ],
  ['no address', 'nobody @ home, a@b, @acme.example, x@.example', []],
])('P260: finds addresses in %s', async (_case, text, expected) => {
  expect((await recognize(text)).listed).toEqual(expected);
});

test('T57: in a table with several columns of addresses, one must be chosen', async () => {
  const csv =
    'Name;Email;Manager\nBob Miller;bob@acme.example;cleo@acme.example\nNo Address;;cleo@acme.example\n';
  const found = await recognize('', Buffer.from(csv));
  expect(found.listed).toEqual([]);
  expect(found.columns).toEqual([
    { title: 'Email', count: 1 },
    { title: 'Manager', count: 1 },
  ]);
  expect(found.unaddressed).toEqual(['No Address cleo@acme.example']);
  const chosen = chooseColumn(found, 0).addresses.filter(({ doubt }) => !doubt);
  expect(chosen.map(({ email }) => email)).toEqual(['bob@acme.example']);
});

test('T57: the source of a mail is decoded: quoted-printable, HTML tables, and attachments', async () => {
  const csv = Buffer.from('Name,Email\r\nAda,ada@acme.example\r\nBob Miller,\r\n').toString('base64');
  const attachment = (type: string, name: string, content: string) =>
    `Content-Disposition: attachment; filename=${name}\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${content}`;
  const source = mailOf(
    'Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nanna.=\nsmith@acme.example',
    'Content-Type: text/html\n\n<table><tr><th>Name</th><th>Email</th></tr><tr><td>Zoe</td><td><p>zoe@acme.example</p></td></tr></table>',
    attachment('text/csv', 'leavers.csv', csv),
    attachment('application/vnd.ms-excel', 'leavers.xlsx', 'AAAA'),
  );
  for (const found of [await recognize(source), await recognize('', Buffer.from(source))]) {
    expect(found.listed).toEqual(['anna.smith@acme.example', 'zoe@acme.example', 'ada@acme.example']);
    expect(found.doubts).toEqual({ 'hr@acme.example': 'header' });
    expect(found.unaddressed).toEqual(['Bob Miller']);
    expect(found.unread).toEqual(['leavers.xlsx']);
  }
});

test.each([
  ['', true],
  ['--y\r\nContent-Type: text/plain\r\n\r\nben@acme.example\r\n--y--\r\n', false],
  ['--y--\r\n', true],
])('T57: a part of a mail that should have parts is named if it has none: %j', async (parts, isUnread) => {
  const source = mailOf(
    'Content-Type: text/plain\n\nada@acme.example',
    `Content-Type: multipart/alternative;\n boundary="y"\n\n${parts}`,
  );
  const { unread } = await recognize(source);
  expect(unread).toEqual(isUnread ? ['an email without its parts'] : []);
});

test('T57: a list above the limit is refused with its size', async () => {
  const text = Array.from({ length: 10_005 }, (_, index) => `p${index}@acme.example`).join('\n');
  expect(await recognizePeople({ text, file: undefined, ownEmail: '', now: NOW })).toEqual({
    refused: 'too many',
    count: 10_005,
  });
});

test('T57: an address is read wholly or not at all, whatever surrounds it', async () => {
  await fc.assert(
    fc.asyncProperty(anyText({ maxLength: 20 }), anyText({ maxLength: 20 }), async (before, after) => {
      const { listed } = await recognize(`${before}\nada@acme.example\n${after}`);
      for (const email of listed) expect(email).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u);
      expect(listed.filter(email => email.endsWith('acme.example'))).toEqual(
        listed.includes('ada@acme.example') ? ['ada@acme.example'] : [],
      );
    }),
  );
});

const MEGABYTE = 1024 * 1024;

test.each([
  'a',
  'a@',
  '@a.',
  '\n',
  '"',
  ';',
  '- a\n',
  'Aa Bb\n',
  'From: a\n',
  'a@b.example, ',
  'a@b.example ( x ',
  '\u0301\u0323',
  '\uFF9E\u0323',
  '<html><div>',
  '<html><a href="mailto:a@b.example">',
  'On 1:00 <a@b\n',
  'Aa, a. ',
  'To: a,\n b,\n',
  'a@b.example\nAa\n',
  'a;b\nc\n',
  'a|b@c.example\n',
  'MIME-Version: 1.0\n\n--b',
])('T56: much of %j takes linear time', async part => {
  await expectLinearTime(MEGABYTE / 16, length =>
    recognizePeople({ text: part.repeat(length / part.length), file: undefined, ownEmail: '', now: NOW }),
  );
});
