import { expect, test } from '@jest/globals';
import { recognizePeople } from '../../../server/people/recognize';
import { expectLinearTime } from '../../support/time/linear';

async function recognize(text: string, now = Date.UTC(2026, 10, 23)) {
  const found = await recognizePeople({ text, file: undefined, ownEmail: 'dana@acme.example', now });
  if ('refused' in found) throw new Error(found.refused);
  const doubts = found.addresses.flatMap(({ email, doubt }) => (doubt ? [[email.split('@')[0], doubt]] : []));
  return {
    listed: found.addresses.filter(({ doubt }) => !doubt).map(({ email }) => email.split('@')[0]),
    doubts: Object.fromEntries(doubts),
    unaddressed: found.unaddressed,
  };
}

test.each([
  'Please keep bob@acme.example',
  'Not bob@acme.example',
  'Please leave bob@acme.example',
  'bob@acme.example (on leave)',
  'Except bob@acme.example',
  'Everyone except bob@acme.example',
  'bob@acme.example stays',
  'bob@acme.example (manager)',
  'Cc bob@acme.example',
  'Please email bob@acme.example',
  'Please mail bob@acme.example on Monday',
  'Thanks, bob@acme.example',
  'DO NOT REMOVE bob@acme.example',
  'KEEP Bob <bob@acme.example>',
  'Bob - STAYS - bob@acme.example',
  'Anna Berg <bob@acme.example>',
  'Bob Fox Staying bob.fox@acme.example',
  'bob@acme.example?',
  '[ ] bob@acme.example',
  '( ) bob@acme.example',
  '[-] bob@acme.example',
  'bob@acme.example 0',
  '❌ bob@acme.example',
])('T57 P402: an address next to other words than a name is in doubt: %s', async text => {
  const found = await recognize(text);
  expect(found.listed).toEqual([]);
  expect(Object.values(found.doubts)).toEqual(['sentence']);
});

test.each([
  'anna@acme.example, cc Eva <eva@acme.example>',
  'Anna <anna@acme.example> replaces Eva <eva@acme.example>',
  'Anna <anna@acme.example>, Manager Eva <eva@acme.example>',
  'anna@acme.example -> eva@acme.example',
  'Anna Berg anna@acme.example (eva@acme.example)',
  'anna@acme.example (Eva eva@acme.example)',
  'anna@acme.example <eva@acme.example>',
])('T57: two addresses with more than a separator and a name between them are in doubt: %s', async text => {
  const found = await recognize(text);
  expect(found.listed).toEqual([]);
  expect(found.doubts).toEqual({ anna: 'several', eva: 'several' });
});

test.each([
  ['Please remove Bob Miller <bob@acme.example>', ['bob']],
  ['Bob Miller (left on Friday) bob.miller@acme.example', ['bob.miller']],
  ['Yuki Tanaka <yuki.tanka@acme.example>', ['yuki.tanka']],
  ['Dr. Anna-Maria Berg: anna-maria.berg@acme.example'.replace(':', ','), ['anna-maria.berg']],
  [
    'Berg, Anna <anna.berg@acme.example>; Jürgen Müller <juergen.mueller@acme.example>',
    ['anna.berg', 'juergen.mueller'],
  ],
  ['A. Berg a.berg@acme.example, Tom Fox tfox@acme.example', ['a.berg', 'tfox']],
  ['[ada@acme.example](mailto:ada@acme.example)', ['ada']],
  ['<ada@acme.example> <ben@acme.example> & cleo@acme.example', ['ada', 'ben', 'cleo']],
  ['ａｄａ＠acme.example', ['ada']],
  ['Please remove these people.\nada@acme.example', ['ada']],
  ['ada@acme.example.\nben@acme.example.', ['ada', 'ben']],
  ['=====\nada@acme.example\n-----\nben@acme.example', ['ada', 'ben']],
])('T57 P402: names and words of leaving leave no doubt: %s', async (text, listed) => {
  expect(await recognize(text)).toEqual({ listed, doubts: {}, unaddressed: [] });
});

test.each([
  'maria–ortiz@acme.example',
  'd’ortiz@acme.example',
  'anna·ortiz@acme.example',
  '[anna]ortiz@acme.example',
  'anna"ortiz@acme.example',
  'anna,ortiz@acme.example',
  'anna. ortiz@acme.example',
  'anna.\nortiz@acme.example',
  'Remove anna.\nortiz@acme.example',
  'anna. \nortiz@acme.example',
  'anna.=\n\nortiz@acme.example',
  '<html><table><tr><td>anna.<br>ortiz@acme.example</td></tr></table>',
])('T57: an address that may be a part of another one is in doubt: %j', async text => {
  expect((await recognize(text)).doubts).toEqual({ ortiz: 'broken' });
});

test.each(['b\u0336en\u0336@acme.example', '\u202Eben@acme.example'])(
  'T57: an address that is not seen as it is written is in doubt: %j',
  async text => {
    expect(Object.values((await recognize(text)).doubts)).toEqual(['broken']);
  },
);

test('T57: characters that only look alike make no other address', async () => {
  expect((await recognize('anna²@acme.example')).doubts).toEqual({ anna2: 'broken' });
});

test.each([
  ['On Mon, 23 Nov 2026 at 09:00 Olga Ortiz <ortiz@acme.example>\nwrote:'],
  ['On Mon, 23 Nov 2026 at 09:00,\nOlga Ortiz\n<ortiz@acme.example> wrote:'],
  ['Den mån 23 nov. 2026 kl 09:00 skrev Olga Ortiz <ortiz@acme.example>:'],
  ['El lun, 23 nov 2026 a las 9:00, Olga (<ortiz@acme.example>)\nescribió:'],
  ['2026. nov. 23. 9:00 Olga Ortiz <ortiz@acme.example> ezt írta:'],
])('T57: what a mail program introduces as a quotation is one: %j', async introduction => {
  const found = await recognize(`bob@acme.example\n\n${introduction}\nWho?\neva@acme.example`);
  expect(found).toMatchObject({ listed: ['bob'], doubts: { ortiz: 'quoted', eva: 'quoted' } });
});

test.each(['Best,', 'So long,', 'All the best', 'Hälsningar'])(
  'T57: “%s” begins a signature',
  async closing => {
    const found = await recognize(
      `bob@acme.example\n\n${closing}\nOlga\nortiz@acme.example\nhr@acme.example`,
    );
    expect(found).toMatchObject({ listed: ['bob'], doubts: { ortiz: 'signature', hr: 'signature' } });
  },
);

test('T57 P405: who wrote or got a mail is in doubt below it, too, but not in a table', async () => {
  const header = 'From: ben@acme.example\nTo: hugo@acme.example;\n ortiz@acme.example\nSubject: Leavers\n\n';
  const people = 'bob@acme.example\nortiz@acme.example\n';
  expect(await recognize(header + people)).toMatchObject({
    listed: ['bob'],
    doubts: { ben: 'header', hugo: 'header', ortiz: 'header' },
  });
  const table = 'Name;Email\nBen;ben@acme.example\nBob;bob@acme.example\n';
  expect((await recognize(header + table)).listed).toEqual(['ben', 'bob']);
});

test('T57: people in a list are named, whatever is written instead of their address', async () => {
  const found = await recognize('ada@acme.example\nanna.berg (at) company\nbob bau\nCarl\nben@acme.example');
  expect(found.unaddressed).toEqual(['anna.berg@company', 'bob bau', 'Carl']);
});

test.each([
  'bob miller',
  'Bob',
  "O'Brien",
  '田中太郎',
  '12345 Bob Miller',
  'bob van der Miller',
  `${'x '.repeat(100)}bob@acme`,
])('T57: a short line that is not understood, or with half an address, is named: %.20s', async line => {
  const { unaddressed } = await recognize(`Leavers:\n${line}\n\nada@acme.example`);
  expect(unaddressed).toEqual([line.startsWith('x ') ? 'bob@acme' : line]);
});

test('T57: a quoted table is a quotation', async () => {
  expect(
    (await recognize('> Name\tada@acme.example\n> Ben\tben@acme.example\n> Cleo\tcleo@acme.example')).listed,
  ).toEqual([]);
});

test('T57: an address under a name at the end is that of a signature, unless the list looks the same', async () => {
  const people = 'bob@acme.example\ncarl@acme.example\n\n';
  const found = await recognize(`${people}Olga Ortiz\nolga.ortiz@acme.example`);
  expect(found).toMatchObject({ listed: ['bob', 'carl'], doubts: { 'olga.ortiz': 'apart' } });
  expect((await recognize(`${people}Olga Ortiz\nHR\nortiz@acme.example`)).listed).toEqual([]);
  expect((await recognize('Bob Fox\nbob@acme.example\n\nEva Park\neva@acme.example')).listed).toEqual([
    'bob',
    'eva',
  ]);
});

test.each([
  'Olga Ortiz <olga.ortiz@acme.example>',
  'Olga Ortiz | olga.ortiz@acme.example',
  'olga.ortiz@acme.example',
  'Thanks, Olga\nolga.ortiz@acme.example',
  'Best, Olga\nolga.ortiz@acme.example',
  'Merci, Olga\nolga.ortiz@acme.example',
  'Olga\nolga.ortiz@acme.example',
  'Olga Ortiz\nolga.ortiz@acme.example',
])(
  'T57 P403: an address without the bullets of the list above it is that of the sender: %j',
  async sender => {
    for (const bullet of ['-', '*', '•']) {
      for (const space of ['', '\n']) {
        const found = await recognize(
          `Leavers:\n${bullet} Bob Fox <bob@acme.example>\n${bullet} carl@acme.example\n${space}${sender}`,
        );
        expect(found).toMatchObject({
          listed: ['bob', 'carl'],
          doubts: { 'olga.ortiz': expect.any(String) },
        });
      }
    }
  },
);

test.each(['\nOlga Ortiz <olga@acme.example>', 'Thanks, Olga\nolga@acme.example'])(
  'T57: a name below a list without names is that of the sender: %j',
  async sender => {
    const { listed, doubts } = await recognize(`bob@acme.example\ncarl@acme.example\n${sender}`);
    expect(listed).toEqual(['bob', 'carl']);
    expect(doubts).toEqual({ olga: expect.stringMatching(/^(?:apart|signature)$/) });
  },
);

test.each([
  '- Bob Fox <bob@acme.example>\n- Eva Park\n  eva@acme.example',
  'Leavers:\n- Bob Fox <bob@acme.example>\n\nPlease remove Eva <eva@acme.example>',
  'Leavers:\n- Bob Fox <bob@acme.example>\n\nLeavers in December:\neva@acme.example',
  'Bob Fox <bob@acme.example>\n\nEva Park <eva@acme.example>',
  'bob@acme.example\n\neva@acme.example',
])('T57: a last person in the form of the list, or who is announced, is listed: %j', async text => {
  expect((await recognize(text)).listed).toEqual(['bob', 'eva']);
});

test.each([
  'Email,Status\nada@acme.example,left\nben@acme.example,staying',
  'Name;Email;Leaves\nAda;ada@acme.example;1\nBen;ben@acme.example;0\nCleo;cleo@acme.example;1',
  `Email;Comment\n${Array.from({ length: 12 }, (_, row) => `p${row}@acme.example;needs it until week ${row}`).join('\n')}`,
  'Email;Note\nada@acme.example;stays',
  'Email,Start date\nada@acme.example,2026-11-01\nben@acme.example,2026-12-01',
  'Email;Eintritt\nada@acme.example;01.11.2026\nben@acme.example;01.12.2026',
  'Email,Start date,End date\nada@acme.example,2026-11-01,2099-12-31',
])('T57 P406: everybody in a table that may say who stays is in doubt: %j', async table => {
  const { listed, doubts } = await recognize(table);
  expect(listed).toEqual([]);
  expect(new Set(Object.values(doubts))).toEqual(new Set(['status']));
});

test.each([
  'Email,Status\nada@acme.example,left\nben@acme.example,left',
  'Email,Status\nada@acme.example,Terminated\nben@acme.example,Terminated',
  'Name,Email,Leave date\nAda,ada@acme.example,2026-10-30\nBen,ben@acme.example,2026-10-31',
  'Name;E-Mail-Adresse;Letzter Arbeitstag\nAda;ada@acme.example;30.10.2026\nBen;ben@acme.example;31.10.2026',
  'Nom;Adresse e-mail;Date de départ\nAda;ada@acme.example;30/10/2026\nBen;ben@acme.example;31/10/2026',
  'Nombre;Correo electrónico;Fecha de baja\nAda;ada@acme.example;30/10/2026\nBen;ben@acme.example;31/10/2026',
  'Full name,Department,Email,Last day\nAda,HR,ada@acme.example,2026-10-30\nBen,Sales,ben@acme.example,2026-10-30',
  'Ada;ada@acme.example;2026-10-30\nBen;ben@acme.example;2026-10-31\nBen Fox;ben.fox@acme.example;2026-10-30',
])('T57: other columns of a table leave no doubt: %j', async table => {
  expect((await recognize(table)).doubts).toEqual({});
});

test.each([
  ['Name,Email', 'Ben Jones (stays),ben@acme.example'],
  ['Name,Email', 'Ben Jones - bleibt,ben@acme.example'],
  ['Name,Email', 'Ben Jones (extended),ben@acme.example'],
  ['Job title,Email', 'New starter,ben@acme.example'],
  ['Team;Email', 'joins Sales 1 Dec;ben@acme.example'],
  ['Department,Email', 'Sales (stays),ben@acme.example'],
  ['End date;Email', '31.12.9999;ben@acme.example', 'status'],
  ['End date;Email', '00.00.0000;ben@acme.example', 'status'],
  ['End date;Email', '-;ben@acme.example', 'status'],
  ['End date;Email', ';ben@acme.example', 'status'],
  ['Last day;Email', '2099-12-31;ben@acme.example', 'status'],
  ['Last day;Email', '31 December 2099;ben@acme.example', 'status'],
  ['Last day;Email', 'extended;ben@acme.example', 'status'],
])(
  'T57: a row of a table that may say who stays is in doubt, the others are not: %s %s',
  async (titles, row, doubt = 'sentence') => {
    const mark = titles.includes(';') ? ';' : ',';
    const isDate = /d(?:ate|ay)/.test(titles);
    const other = (name: string) =>
      `${isDate ? `${20 + name.length}.11.2026` : name}${mark}${name.toLowerCase()}@acme.example`;
    const table = [titles, other('Ada'), row, other('Marie'), other('Carl')].join('\n');
    expect(await recognize(table)).toMatchObject({
      listed: ['ada', 'marie', 'carl'],
      doubts: { ben: doubt },
    });
  },
);

test('T57: two addresses in the cell of a row with a name are in doubt', async () => {
  const found = await recognize(
    'Name,Email\nAda Byron,"ada@acme.example; ben@acme.example"\nCleo,cleo@acme.example',
  );
  expect(found).toMatchObject({ listed: ['cleo'], doubts: { ada: 'several', ben: 'several' } });
});

test.each([
  'ben@acme.example (end date 31 December 2099)',
  'ben@acme.example from 1 March 2099',
  'ben@acme.example, 31.12.9999',
  'ben@acme.example until 2099-12-31',
])('T57 P402: a person with a date in over a year is in doubt: %s', async text => {
  expect((await recognize(`ada@acme.example, 30.11.2026\n${text}`)).listed).toEqual([]);
});

test.each([
  'ada@acme.example, 31 Dec 26',
  'ada@acme.example, 31st of December, 26',
  'ada@acme.example, December 30',
  'ada@acme.example, December 30th, 2026',
  'Ada Byron (November 30, 26)\nada@acme.example',
  'ada@acme.example, 30-Nov-26',
  'Leavers in December 26:\nada@acme.example',
  'Leavers on 30 November:\nada@acme.example',
])('P402: a day of this year is that on which a person leaves: %s', async text => {
  expect((await recognize(text)).listed).toEqual(['ada']);
});

test('T57 P402: a date is far away by the time at which the text is read', async () => {
  const text = 'ada@acme.example, 30.11.2026\nben@acme.example, November 2027';
  expect((await recognize(text)).listed).toEqual(['ada', 'ben']);
  expect((await recognize(text, Date.UTC(2025, 10, 23))).listed).toEqual([]);
  expect((await recognize(text, Date.UTC(2030, 0, 1))).listed).toEqual([]);
});

test.each([
  'The following 1200 people have left:\nada@acme.example',
  'ada@acme.example\nTotal 1200',
  'Ada 4711\nada@acme.example',
])('T57: a number of four digits that is no year leaves no doubt: %s', async text => {
  expect((await recognize(text)).listed).toEqual(['ada']);
});

test.each([
  'ada@acme.example, 30.11.1234',
  'ada@acme.example, November 1234',
  'ada@acme.example 4711',
  'ada@acme.example, 30-Nov-99',
  'ada@acme.example, 31 Dec 99',
  'ada@acme.example, 31. Dezember 35',
  'ada@acme.example, 31/Dec/99',
  'ada@acme.example, 31 Dec. 99',
  'ada@acme.example, December 30, 99',
  'ada@acme.example, last day December 31st, 35',
  'Email;Last day\nada@acme.example;31 Dec 35',
  'Leavers on 31st of December 99:\nada@acme.example',
  'Leavers in December 99:\nada@acme.example',
  'Leavers in December 35:\nada@acme.example',
  'Ada Byron (31.12.9999)\nada@acme.example',
  'Ada Byron, 00.00.0000\nada@acme.example',
  'Ada Byron, 31 December 2100\nada@acme.example',
  'Ada Byron, 2100-12-31\nada@acme.example',
  'Ada Byron, 01.01.1899\nada@acme.example',
  'Ada Byron (20351231)\nada@acme.example',
  'Ada Byron (31122035)\nada@acme.example',
  'Ada Byron (31_12_2035)\nada@acme.example',
  'Ada Byron (12/35)\nada@acme.example',
  'Ada Byron (Q4 35)\nada@acme.example',
  'Ada Byron (31 Dec 35)\nada@acme.example',
  'Ada Byron (Dec ’35)\nada@acme.example',
  "Ada Byron (31.12.'99)\nada@acme.example",
  'Ada Byron (December 31, 35)\nada@acme.example',
  'Leavers on December 31st 35:\nada@acme.example',
  'Leavers:\n1. Ada Byron <ada@acme.example>\n2. Ben Jones, leaves 31.12.9999',
  'Leavers 2100:\nada@acme.example',
  'Leavers 1999:\nada@acme.example',
  'Leavers 2099:\nada@acme.example',
])('T57 P402: a number that is no day on which people leave leaves a doubt: %s', async text => {
  expect((await recognize(text)).listed).toEqual([]);
});

test.each([
  'These people have left:',
  'Please remove:',
  'Leavers',
  '## Leavers in November (2)',
  'The following colleagues are no longer with us:',
  'Hi Dana,\n\nI hope you are well.\n\nPlease take back the licenses of these people:\n',
  'Hi all,',
  'Name, Email',
  'Ada',
  'Austritte zum 30. November:',
  'Could you please remove the access of these two people?',
  'Colleagues who have left:',
  'People who are leaving us:',
  'The following employees will be leaving us:',
  'Here is the list of leavers in November:',
  'Please remove the following colleagues from the lead capture app:',
  'Here are this month’s leavers:',
  'These people have left the company in November. Could you please take back their licenses?',
  'Find attached / below the list of employees leaving on 30 November.',
  'I hope you are well. Please find below the leavers for November:',
  'Hi Max, here is the list of leavers for this month.',
  'Terminations:',
  'Ex-employees:',
  'Bitte entferne die folgenden Kollegen:',
  'Folgende Kolleginnen und Kollegen scheiden zum 30.11. aus:',
  'Anbei die Liste der Austritte:',
  'Bitte die Lizenzen folgender Mitarbeiter entziehen:',
  'Ausgeschiedene Mitarbeiter:',
  'Abgänge im Dezember:',
  'Folgende Personen haben das Unternehmen verlassen:',
  'Les personnes suivantes quittent l’entreprise fin novembre :',
  'Liste des départs :',
  'Départs de novembre :',
  'Las siguientes personas dejan la empresa:',
  'Bajas de noviembre:',
  'Lista de bajas:',
  'These people have their last working day in November:',
])('T57 P403: people below %j are listed', async heading => {
  expect(await recognize(`${heading}\nada@acme.example`)).toMatchObject({
    listed: ['ada'],
    doubts: {},
  });
});

test.each([
  'Sales:',
  'Tom Gardner',
  'Starters',
  'New hires:',
  'On parental leave:',
  'On leave:',
  'Resignation cancelled:',
  'To be confirmed:',
  'Approved by',
  'Removal by:',
  'Removed from the list:',
  'Please remove from the list:',
  'Left in the company:',
  'Leaving these:',
  'Leaving their licenses:',
  'Leave these:',
  'Non-leavers:',
  'Staff access since the terminations:',
  'Please take back their licenses. Our staff:',
  'Folgende Kollegen scheiden nicht aus:',
  'Les personnes suivantes ne quittent pas l’entreprise :',
  'Las siguientes personas no dejan la empresa:',
  'Hi Max, the leavers’ managers:',
  'Colleagues who can remove the licenses:',
  'Who can revoke licenses:',
  'For removals, please email:',
  'Exit colleagues:',
  'Employees who have the licenses of the leavers now:',
  'Colleagues who have access since the departures:',
  'Staff at the company now the departures are in:',
  'People leave us their licenses:',
  'People left:',
  'Colleagues we have left:',
  'Licenses left for:',
  'Kollegen, die die Austritte haben:',
  'Bitte am Austritt mail:',
  'Please delete this mail.',
  'Starters:\nPlease delete this email by Friday.',
  'Starters\n\nTheir last day is in our list.',
  'Starters\n\nPlease remove our leavers now.',
  'Leavers’ managers:',
  'Leavers and starters:',
  'Leaving?',
  'Leavers: none\n',
  'The following colleagues will stay with us',
  'Please do not remove the following people, they are only moving to another office',
  'Restano:',
  '残留:',
  '- Staying',
  'Employees:',
  'For information: max@acme.example\n',
  'If they ask you about something else, write to max@acme.example\n',
  'Hello Ada, New Hires,',
  '> Starters:',
  'Leavers:\n- New Starters',
  '👋',
  '1',
])('T57: people below %j are in doubt, whatever it means', async heading => {
  const mail = `Hi Dana,\n\n${heading}\n  - Ada <ada@acme.example>\n  - Ben <ben@acme.example>\n`;
  const doubts = { ada: expect.any(String), ben: expect.any(String) };
  expect(await recognize(mail)).toMatchObject({ listed: [], doubts });
  const html = (text: string) => `<html><body><h2>${text}</h2><table><tr><th>Name</th><th>Email</th></tr>`;
  expect(
    await recognize(`${html(heading)}<tr><td>Ada</td><td>ada@acme.example</td></tr></table>`),
  ).toMatchObject({ listed: [], doubts: { ada: expect.any(String) } });
});

test('T57: in a mail about several groups, nobody is listed, in any order and form', async () => {
  const starters = 'Starters:\n- Ben <ben@acme.example>\n- Cleo <cleo@acme.example>\n\n';
  const leavers = 'Leavers:\n- Ada Byron <ada@acme.example>\n\n';
  for (const mail of [
    `Hi,\n\n${starters}${leavers}Thanks\nHR`,
    `Hi,\n\n${leavers}${starters}Thanks\nHR`,
    `${leavers}None of these, only:\n- Ben <ben@acme.example>\n`,
    `<html><h3>Leavers</h3><ul><li>Ada Byron &lt;ada@acme.example&gt;</li></ul><h3>Starters</h3><ul><li>ben@acme.example</li><li>cleo@acme.example</ul>`,
    `Starters\nName\tEmail\nEva\teva@acme.example\nMax\tmax@acme.example\n\n${leavers}`,
  ]) {
    expect((await recognize(mail)).listed).toEqual([]);
  }
});

test.each([
  ['Leavers:\nada@acme.example\nben@acme.example\n\nben@acme.example stays', ''],
  ['Leavers:\nada@acme.example\nben@acme.example\n\nPlease keep ben@acme.example', ''],
  ['Leavers:\nada@acme.example\nben@acme.example\n\n~ben@acme.example~', 'ada'],
  [
    'Name;Email;Last day\nAda;ada@acme.example;1.11.2026\nBen;ben@acme.example;1.11.2026\nBen;ben@acme.example;1.11.2099',
    'ada',
  ],
])('T57 P404: who may stay in one place is listed in no other: %j', async (text, listed) => {
  expect((await recognize(text)).listed.join(' ')).toBe(listed);
});

test.each([
  'Leavers:\n- bob@acme.example\n- carl@acme.example\n\nolga@acme.example\nhr@acme.example',
  'Name\tEmail\nBob\tbob@acme.example\nCarl\tcarl@acme.example\n\nOlga Ortiz\nolga.ortiz@acme.example',
  'Olga Ortiz <olga@acme.example>\n\nLeavers:\n- bob@acme.example\n- carl@acme.example',
  'bob@acme.example\ncarl@acme.example\n\nIf you have any questions, please contact us:\nhr@acme.example',
  'bob@acme.example\ncarl@acme.example\n\nThanks for your help\nolga@acme.example',
  'Please remove bob@acme.example and carl@acme.example\n\nOlga Ortiz\nolga.ortiz@acme.example',
])('T57 P403: an address apart from the list is in doubt: %j', async text => {
  expect((await recognize(text)).listed).toEqual(['bob', 'carl']);
});

test.each([
  'From: olga@acme.example\nSubject: These stay\n\nada@acme.example',
  'Keep these:\nada@acme.example',
  'ada@acme.example or eva@acme.example',
  'ada@acme.example > eva@acme.example',
  'Good Standing:\nada@acme.example',
  'Dear New Joiners,\nada@acme.example',
  'Email,Leave date,Return date\nada@acme.example,30.11.2026,1.3.2027',
  'New starter\tEmail\nAda\tada@acme.example',
  'Email;End date\nada@acme.example;31.12.99',
  'Leavers (0):\nada@acme.example',
  'On Mon, 23 Nov 2026 at 09:00 Max wrote:\n> Who leaves?\n\nThey all stay.\nada@acme.example',
  'ada@acme.example\n\nThanks\n\nSorry, the last one was extended.',
  '<html><p>ada@acme.example <img alt="❌"></p>',
  '<html><p><input type=checkbox> ada@acme.example</p>',
  'BEGIN:VCARD\nFN:Ada\nEMAIL:ada@acme.example\nNOTE:stays until 2030\nEND:VCARD',
])('T57: whatever else may say that a person stays leaves a doubt: %j', async text => {
  expect((await recognize(text)).listed).toEqual([]);
});

test.each([
  '- Ada <ada@acme.example>\n- Ben <ben@acme.example>\n  stays until 2027\n- Cleo <cleo@acme.example>',
  '- Ada <ada@acme.example>\n- Ben <ben@acme.example>\n  -> not leaving anymore',
  'ada@acme.example\nben@acme.example\n(keeps the license)',
  'ada@acme.example\n\nben@acme.example\n\nstays\n\ncleo@acme.example',
  'Ben\nben@acme.example\nActive\n\nUma\numa@acme.example\nLeft',
  'ada@acme.example\nLeft\n\nben@acme.example\nStatus: active',
  'ben@acme.example\nLeaves: 0',
  '[\n {\n  "email": "ben@acme.example",\n  "leaver": false\n }\n]',
  '- email: ben@acme.example\n  leaves: false',
  'Name\tEmail\nAda\tada@acme.example\nBen\tben@acme.example\n(Ben stays)\n',
  'Leavers:\n- ada@acme.example\n- ben@acme.example *\n\n* stays until March',
  'Leavers:\n- ada@acme.example\n- ben@acme.example\n\nBen has changed his mind.',
  'Leavers:\n- ada@acme.example\n- ben@acme.example\n\nThanks,\nOlga\n\nPS: One of them stays.',
  'Leavers:\n- ada@acme.example\n- ben@acme.example\n\nOlga <olga@acme.example> wants to keep the license of the last one.',
  'Starters: none\n\nPlease remove these people.\nada@acme.example',
])('T57 P401: a line that is not understood leaves a doubt about everybody: %j', async text => {
  expect((await recognize(text)).listed).toEqual([]);
});

test.each([
  'Please take back their licenses and cards.',
  'If anything is unclear, please ask olga@acme.example.',
  'Please let me know when this is done.',
  'Many thanks in advance!',
  '-----',
  'Last day: 30 November',
])('T57 P401: a sentence that says nothing about anybody leaves no doubt: %s', async sentence => {
  const list = 'Leavers:\n- Ada <ada@acme.example>\n- Ben <ben@acme.example>\n';
  expect((await recognize(`${list}\n${sentence}\n`)).listed).toEqual(['ada', 'ben']);
});

test.each([
  '- Ada <ada@acme.example>\n- Bob Miller\n- Cleo <cleo@acme.example>',
  'Leavers:\n1. Bob Miller\n2. Ada <ada@acme.example>\n3. Cleo <cleo@acme.example>',
])('T57: a person without an address in a list leaves no doubt about the others: %j', async text => {
  expect(await recognize(text)).toEqual({
    listed: ['ada', 'cleo'],
    doubts: {},
    unaddressed: ['Bob Miller'],
  });
});

test.each([
  'Name\tEmail\nLeavers\t\nAda Byron\tada@acme.example\nNew Starters\t\nBen Jones\tben@acme.example',
  'Name;Email\nAustritte;\nAda Byron;ada@acme.example\nNeue Mitarbeiter;\nBen Jones;ben@acme.example',
  'Nom;Email\nAda Byron;ada@acme.example\nNouveaux Arrivants;\nBen Jones;ben@acme.example',
  'Name,Email\nAda Byron,ada@acme.example\nInternal Transfers,\nBen Jones,ben@acme.example',
])('T57: a capitalized heading or status is no name: %j', async text => {
  expect(await recognize(text)).toMatchObject({ listed: ['ada'] });
});

test.each([
  'Leavers:\n- ada@acme.example\n- New Joiners\n- ben@acme.example',
  'Leavers:\n- ada@acme.example\n- Tom Gardner\n- ben@acme.example',
  'Leavers:\n- Ada <ada@acme.example>\n- New Joiners\n- Ben <ben@acme.example>',
  'Leavers:\n1. ada@acme.example\n2. New Hires\n3. ben@acme.example',
  'Ada, Leaver, ada@acme.example\nBen, Starter, ben@acme.example',
  'ada@acme.example\nben@acme.example (Ben, Cancelled)',
  'Ada Byron <ada@acme.example>\nBen Stays Jones <ben.jones@acme.example>',
  '<html><ul><li>Leavers</li><li>ada@acme.example</li><li>New Starters</li><li>ben@acme.example</li></ul>',
])('T57: a line of a list that is no person leaves a doubt about everybody: %j', async text => {
  expect((await recognize(text)).listed).toEqual([]);
});

test.each([
  '<john.smith@acme.example\n.br>',
  '<john.smith@acme.example',
  'john.smith@acme.example.\nbr',
  'john.smith@acme.example\n\n.uk',
  '<html>john.smith@acme.example<br>.uk</html>',
  '<html><p>john.smith@acme.example</p><p>.uk</p>',
])('T57: an address that may continue on the next line is in doubt: %j', async text => {
  expect((await recognize(text)).doubts).toEqual({ 'john.smith': 'broken' });
});

test.each(['# ', '// ', '; ', '+ ', '— ', '/* ', '× ', '= '])(
  'T57: a line that %j marks is not understood',
  async mark => {
    expect(await recognize(`${mark}ben@acme.example\nada@acme.example`)).toMatchObject({ listed: [] });
  },
);

test('T57 P405: each pasted vCard is one person, whose name must fit the address', async () => {
  const card = (...lines: readonly string[]) =>
    ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');
  const cards = [
    card('N:Byron;Ada;;;', 'FN:Ada Byron', 'EMAIL;TYPE=INTERNET,WORK:ada.byron@acme.exa', ' mple'),
    card('FN:Ben Stone', 'item1.EMAIL;type=pref:ben.stone@acme.example', 'EMAIL:ben@acme.example'),
    card('FN:Bob Miller', 'TEL:+1 555'),
    'BEGIN:VCARD\nEMAIL:finn@acme.example',
  ];
  expect(await recognize(`carl@acme.example\n${cards.join('\r\n')}`)).toEqual({
    listed: ['carl', 'ada.byron', 'ben.stone', 'ben', 'finn'],
    doubts: {},
    unaddressed: ['Bob Miller'],
  });
  expect((await recognize(card('FN:Cleo Park', 'EMAIL:max@acme.example'))).doubts).toEqual({
    max: 'sentence',
  });
});

test('T57: people in a pasted calendar are in doubt', async () => {
  const event = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'ORGANIZER:mailto:olga@acme.example',
    'ATTENDEE;CN=Ada Byron;PARTSTAT=NEEDS-ACTION:',
    ' mailto:ada.byron@acme.example',
    'ATTENDEE:mailto:ben.st',
    ' one@acme.example',
    'DESCRIPTION:',
    'eva@acme.example',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n');
  expect(await recognize(`${event}\nbob@acme.example`)).toEqual({
    listed: [],
    doubts: {
      bob: 'not understood',
      olga: 'calendar',
      'ada.byron': 'calendar',
      'ben.stone': 'calendar',
      eva: 'calendar',
    },
    unaddressed: [],
  });
});

test.each([
  ['.gone{display:none}', 'class="big Gone"'],
  ['@media screen { p.a.gone, div > .x { color:red; visibility: hidden } }', 'class=gone'],
  ['#gone { text-decoration: line-through }', 'id=gone'],
])('T57: text that the style sheet %j hides is in doubt', async (css, attribute) => {
  const html = `<html><head><style>.other{color:red}</style><style>${css}</style></head><p>ada@acme.example</p>`;
  const found = await recognize(
    `${html}<p ${attribute}>eva@acme.example</p><p class=other>ben@acme.example</p>`,
  );
  expect(found).toMatchObject({ listed: ['ada', 'ben'], doubts: { eva: 'unseen' } });
});

test.each([
  ['vCards', (count: number) => 'BEGIN:VCARD\nFN:Ada\n EMAIL\n'.repeat(count)],
  ['folded lines', (count: number) => `BEGIN:VCALENDAR\n${' a@b\n'.repeat(count * 4)}`],
  ['style sheets', (count: number) => `<html>${'<style>.a{display:none}</style>'.repeat(count)}`],
  ['unfinished rules', (count: number) => `<html><style>${'.a,{'.repeat(count * 8)}</style>`],
  ['headings', (count: number) => 'These stay:\n'.repeat(count * 2)],
  ['brackets', (count: number) => `ada@acme.example${'('.repeat(count * 25)} ben@acme.example`],
  ['remarks', (count: number) => 'ada@acme.example\n  stays\n'.repeat(count)],
  ['names below a closing', (count: number) => `a@b.example\nThanks\n${'Aa Bb\n'.repeat(count * 4)}`],
  ['leaving words', (count: number) => `${'leaving from the '.repeat(count * 4)}:\nada@acme.example`],
  ['open brackets', (count: number) => `${'<'.repeat(count * 8)}ada@acme.example\n`.repeat(2)],
  ['staying words', (count: number) => `${'keep '.repeat(count * 4)}:\nada@acme.example`],
])('T56: many %s take linear time', async (_case, text) => {
  await expectLinearTime(2000, count => recognize(text(count)));
});

test.each([
  ['Kind regards,', 'signature'],
  ['On Mon, 23 Nov 2026 at 09:00 Ben <ben@acme.example> wrote:', 'quoted'],
])('T57: %j below a table begins what is not its list', async (line, doubt) => {
  const table = 'Name\tEmail\nBob\tbob@acme.example\n';
  const found = await recognize(
    `${table}\n${line}\nortiz@acme.example\n\n${doubt === 'quoted' ? table.replaceAll('ob', 'en') : ''}`,
  );
  expect(found.listed).toEqual(['bob']);
  expect(found.doubts).toMatchObject({ ortiz: doubt });
});
