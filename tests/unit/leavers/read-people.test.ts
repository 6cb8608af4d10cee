import { describe, expect, test } from '@jest/globals';
import { type PeopleInput, readPeople } from '../../../server/leavers/read-people';
import { chooseRows } from '../../../server/leavers/table';
import { textColumn } from '../../../server/lists/columns';
import { escapeFormulas } from '../../../server/lists/exports';
import { listProblem } from '../../../server/pages/people-list/read-problem';
import { workbookOf, workbookOfRows } from '../../support/data/workbook';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

const file = (name: string, content: string | Uint8Array): PeopleInput => ({
  text: '',
  file: { name, bytes: typeof content === 'string' ? bytes(content) : content },
});
const pasted = (text: string): PeopleInput => ({ text, file: undefined });

const ANY_ROW = { personColumn: 0, only: undefined };

/** The kind of an input and its people, by the names before their @; or why there are none. */
async function read(input: PeopleInput | string) {
  const found = await readPeople(typeof input === 'string' ? pasted(input) : input);
  if ('refused' in found) return found.refused === 'unreadable' ? found.problem : found.refused;
  const emails =
    found.kind === 'table'
      ? [...chooseRows({ table: found, choice: ANY_ROW }).everybody]
      : found.people.map(({ email }) => email);
  return `${found.kind}: ${emails.map(email => email.replace('@acme.example', '')).join(' ')}`;
}

/** The table in a file, with the rows that were chosen by the titles of columns. */
async function tableIn(
  input: PeopleInput,
  { person = '', filter = '', value }: { person?: string; filter?: string; value?: string } = {},
) {
  const found = await readPeople(input);
  if ('refused' in found || found.kind !== 'table') throw new Error('This is no table');
  const number = (title: string) => found.columns.indexOf(title);
  const only = value === undefined ? undefined : { column: number(filter), value };
  const chosen = chooseRows({ table: found, choice: { personColumn: number(person), only } });
  const title = (column: number) => found.columns[column];
  return {
    ...{ found, chosen },
    people: chosen.addressColumns.map(({ value: column, count }) => `${title(column)} ${count}`),
    filters: [...new Set(chosen.filters.map(({ value: { column } }) => title(column)))],
    /** The values of the column of the filter, and how many rows have each. */
    values: chosen.filters
      .filter(({ value: { column } }) => column === number(filter))
      .map(each => ({ value: each.value.value, count: each.count })),
    /** The people of the chosen rows, by the names before their @. */
    names: [...chosen.people.keys()].map(email => email.split('@')[0]),
  };
}

test.each([
  ['lines', 'ada@acme.example\nbob@acme.example'],
  ['commas and full stops of Japanese', 'ada@acme.example、bob@acme.example。'],
  ['commas, semicolons and spaces', ' ada@acme.example, bob@acme.example ;\n\n'],
  ['spaces and tabs', 'ada@acme.example bob@acme.example\tada@acme.example'],
  ['bullets and tabs', '•\tada@acme.example\n•\tbob@acme.example'],
  ['wrapped lines', 'ada@acme.example; ADA@acme.example;\nbob@acme.example'],
  ['a bullet of its own behind a comma', '- ada@acme.example, bob@acme.example, - ada@acme.example'],
  ['numbers', '(1) ada@acme.example\n(2) bob@acme.example\n(3) ada@acme.example'],
  ['numbers from the middle of a list', '09. ada@acme.example\n10. bob@acme.example'],
  ['the same number', '1. ada@acme.example\n1. bob@acme.example'],
  ['dashes of any form as bullets', '– ada@acme.example\n− bob@acme.example'],
  ['bullets behind commas', '1) ada@acme.example, 2) bob@acme.example.'],
  ['bullets of Word', '◦ ada@acme.example\n◦bob@acme.example'],
  ['quotes of French and German', '«ada@acme.example» »bob@acme.example« ‹bob@acme.example›'],
  ['quotes', `'ada@acme.example'\n"bob@acme.example"`],
  ['angle brackets', '<ada@acme.example>; <bob@acme.example>'],
  ['nested quotes and entities', `"'ada@acme.example'"\n&lt;bob@acme.example&gt;`],
  ['typographic quotes', '“ada@acme.example”, ‘bob@acme.example’'],
  ['addresses as names', 'ada@acme.example <ada@acme.example>, bob@acme.example <BOB@acme.example>'],
  ['capitals, invisible and full-width characters', 'ADA@acme.example\nb\u200Bo\u00ADb＠ａｃｍｅ．example'],
  ['marks of the direction of text', '\u200Fada@acme.example\u200E\n\u202Abob@acme.example\u202C'],
  ['spaces that do not break', '\u00A0ada@acme.example\u00A0\nbob@acme.example\u202F'],
  ['line breaks as entities', '1. ada@acme.example&#10;2. bob@acme.example'],
  ['one address twice', 'ada@acme.example\nAda@Acme.Example\nbob@acme.example'],
])('bare addresses may have %s', async (_what, text) => {
  expect(await read(text)).toBe('addresses: ada bob');
  expect(await read(file('list.txt', text))).toBe('addresses: ada bob');
});

test.each([
  ['a heading', 'Leavers:\nada@acme.example', 'text: ada'],
  ['a name', 'Ada Byron <ada@acme.example>', 'text: ada'],
  ['a name without brackets', 'Ada Byron ada@acme.example', 'text: ada'],
  ['one name in a long list', 'ada@acme.example\nKeep Bob Fox <bob@acme.example>', 'text: ada bob'],
  ['an exempt person', 'Except Bob Fox <bob@acme.example>\nada@acme.example', 'text: bob ada'],
  ['a person on leave', 'ada@acme.example; Bob Fox (On Leave) <bob@acme.example>', 'text: ada bob'],
  ['a remark between commas', 'Stays, Ada Byron <ada@acme.example>', 'text: ada'],
  ['a word beside an address', 'bob@acme.example\nanna@acme.example (Ausnahme)', 'text: bob anna'],
  ['an address in brackets', 'bob@acme.example (anna@acme.example)', 'text: bob anna'],
  ['a date beside an address', 'bob@acme.example 2027-12-31', 'text: bob'],
  [
    'a number that does not end with a dot, bracket or dash',
    '1 ada@acme.example\n0 bob@acme.example',
    'text: ada bob',
  ],
  ['two columns', 'ada@acme.example,\n,bob@acme.example', 'text: ada bob'],
  ...['1\t2\n3', '1\t2\n3\t4', '1 2\n3 4', '1;\n2;3', '1,2\n3', '1;2;\n3;;', '1;2\n3;\n4;5', '1,2;\n3,4'].map(
    (rows): [string, string, string] => [
      `the columns ${JSON.stringify(rows)}`,
      rows.replace(/\d/g, '$&@acme.example'),
      `text: ${rows.match(/\d/g)?.join(' ')}`,
    ],
  ),
  ...['● ○', '1) 0)', '1. 1)', '2. 1.', '0) 1)', '* -', '- \u200B', '☑ ☐', '✓ ✗', '+ -', 'x \u200B'].map(
    (markers): [string, string, string] => {
      const [first, second] = markers.split(' ');
      const text = `${first} ada@acme.example\n${second} bob@acme.example`;
      return [`the markers ${markers}`, text, 'text: ada bob'];
    },
  ),
  [
    'an address twice',
    'ada@acme.example, boss@acme.example,\nbob@acme.example, boss@acme.example',
    'text: ada boss bob',
  ],
  ['a quotation', '> ada@acme.example', 'text: ada'],
  ['the field of a mail', 'Cc: <ada@acme.example>', 'text: ada'],
  ['a bracket that is not closed', '<ada@acme.example', 'text: ada'],
  ['a word that is not an address', 'ada@acme.example\nbob@acme', 'text: ada'],
  ['words at the end of a line', 'ada@acme.example, Exempt', 'text: ada'],
  ['a greeting and commas', 'Hi Dana,\nplease remove Ada, ada@acme.example', 'text: ada'],
  ['names behind commas', 'Ada, ada@acme.example\nBob, bob@acme.example', 'text: ada bob'],
  ['a NUL', '\0, ada@acme.example', 'text: ada'],
])('a list with %s is a text', async (_what, text, found) => {
  expect(await read(text)).toBe(found);
});

test('words beside a file of addresses are a text', async () => {
  const list = bytes('ada@acme.example\nbob@acme.example');
  expect(await read({ text: 'They stay', file: { name: 'l.txt', bytes: list } })).toBe('text: ada bob');
});

describe('an address is found whole or not at all', () => {
  test.each([
    ['mailto:ada@acme.example?subject=x', 'ada'],
    ['<mailto:ada@acme.example>', 'ada'],
    ["'ada@acme.example'", 'ada'],
    ['`ada@acme.example`', 'ada'],
    ['_ada@acme.example', '_ada'],
    ['(ada@acme.example).', 'ada'],
    ['[ada@acme.example]', 'ada'],
    ['{ada@acme.example}', 'ada'],
    ['1.ada@acme.example', '1.ada'],
    ['Ada|ada@acme.example|Left', 'ada'],
    ['x;ada@acme.example;', 'ada'],
    ['&lt;ada@acme.example&gt;', 'ada'],
    ['<a href="ada@acme.example">', 'ada'],
    ['“"ada@acme.example"”', 'ada'],
    ['ADA+Card@ACME.Example,', 'ada+card'],
    ['ada＠acme．example', 'ada'],
    ['oﬃce@acme.example', 'office'],
    ['anna²@acme.example', 'anna²'],
    ['𝐚nna@acme.example', '𝐚nna'],
    ['o’neil ada@acme.example', 'ada'],
    ['sales/ada@acme.example', 'sales/ada'],
    ['team=ada@acme.example', 'team=ada'],
    ['*ada@acme.example*', '*ada'],
    ['R&amp;D@acme.example', 'r&d'],
    ['R&D@acme.example', 'r&d'],
    ['ada@acme.example?', 'ada'],
    ['ada@acme.example’s', 'ada'],
    ['ada@acme.example…', 'ada'],
    ['𠀀ada@acme.example', '𠀀ada'],
    ['ada@acme.example𠀀', 'ada@acme.xn--example-jf96f'],
    ['jürgen@acme.example', 'jürgen'],
    ["'t.hart@acme.example", "'t.hart"],
  ])('%s', async (text, name) => {
    expect(await read(`see ${text}`)).toBe(`text: ${name}`);
  });

  test.each([
    ['o’brien@acme.example', "o'brien"],
    ['o‘brien@acme.example', "o'brien"],
    ['o´brien@acme.example', "o'brien"],
    ['o′brien@acme.example', "o'brien"],
    ['oʼbrien@acme.example', "o'brien"],
    ['o&#39;brien@acme.example', "o'brien"],
    ['o&rsquo;brien@acme.example', "o'brien"],
    ['‘o’brien@acme.example’', "o'brien"],
    ['anna‑maria@acme.example', 'anna-maria'],
    ['anna‐maria@acme.example', 'anna-maria'],
    ['anna–maria@acme.example', 'anna-maria'],
    ['anna—maria@acme.example', 'anna-maria'],
    ['anna−maria@acme.example', 'anna-maria'],
    ['anna&ndash;maria@acme.example', 'anna-maria'],
    ['ada@ac‑me.example', 'ada@ac-me.example'],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['ada@MÜLLER.example', 'ada@xn--mller-kva.example'],
    ['ada@mu\u0308ller.example', 'ada@xn--mller-kva.example'],
    ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example'],
  ])('typographic forms are what they stand for: %s', async (text, name) => {
    expect(await read(`see ${text}`)).toBe(`text: ${name}`);
  });

  test.each([
    ['@ada@acme.example', '@ada@acme.example'],
    ['ada@acme.example@home.example', 'ada@acme.example@home.example'],
    ['ada@acme。example', 'ada@acme'],
    ['👋ada@acme.example', '👋ada@acme.example'],
    ['o✻brien@acme.example', 'o✻brien@acme.example'],
    ['o&x;brien@acme.example', 'brien@acme.example'],
    ['R&amp;amp;D@acme.example', 'D@acme.example'],
    ['o”brien@acme.example', 'o”brien@acme.example'],
    ['o"brien@acme.example', 'o"brien@acme.example'],
    ['m„rz@acme.example', 'm„rz@acme.example'],
    ['na‹”f@acme.example', 'na‹”f@acme.example'],
    ['0«ada@acme.example', '0«ada@acme.example'],
    ['"ada byron"@acme.example', 'byron"@acme.example'],
    ['ada@acme.example/bob@acme.example', 'ada@acme.example/bob@acme.example'],
    ['ada@acme', 'ada@acme'],
    ['ada@', 'ada@'],
    ['ada@acme.example_old', 'ada@acme.example_old'],
    ['ada@acme.example+old', 'ada@acme.example+old'],
    ['ada@acme.example-', 'ada@acme.example-'],
    ['ada@acme.example—', 'ada@acme.example-'],
    [`ada@acme.example${'-'.repeat(300)}x.other`, `ada@acme.example${'-'.repeat(64)}`],
    [`ada@acme.example${'.'.repeat(300)}x.other`, `ada@acme.example${'.'.repeat(64)}`],
    ['ada@-acme.example', 'ada@-acme.example'],
    ['ada@[192.0.2.1]', 'ada@[192.0.2.1]'],
    ['ada @acme.example', '@acme.example'],
    [`${'x'.repeat(81)}ada@acme.example`, 'x'.repeat(80)],
    ['ada@\nacme.example', 'ada@'],
    ['ada@northwind.\nexample', 'ada@northwind.'],
    ['ada(at)acme.example', 'ada(at)acme.example'],
    ['ada [at] acme.example', 'ada [at] acme.example'],
    ['ada{AT}acme(dot)example', 'ada{AT}acme(dot)example'],
  ])('%s is named as a word that was not read', async (text, word) => {
    const found = await readPeople(pasted(`see ${text}\nbob@home.example`));
    expect(found).toMatchObject({
      people: [{ email: 'bob@home.example' }],
      notRead: { words: { texts: [word], count: 1 } },
    });
    expect(await readPeople(pasted(`see ${text}`))).toMatchObject({
      refused: 'no address',
      notRead: { words: { texts: [word], count: 1 } },
    });
  });

  test('the first 20 words are named, and the others counted', async () => {
    const words = Array.from({ length: 30 }, (_, index) => `p${index}@acme`);
    expect(await readPeople(pasted(`${words.join(' ')} ada@acme.example @ noon`))).toMatchObject({
      people: [{ email: 'ada@acme.example' }],
      notRead: { words: { texts: words.slice(0, 20), count: 30 } },
    });
  });
});

describe('a person who is named without an address', () => {
  const listed = (names: Readonly<Record<string, string>>) => ({
    emails: textColumn(Object.keys(names)),
    names: textColumn(Object.values(names)),
  });
  const people = listed({
    'ada@acme.example': 'Ada Byron',
    'brien@acme.example': "Niall O'Brien",
    'karl@acme.example': 'Karl-Heinz Weiß',
    'lucia@acme.example': 'Lucía  Gómez Peña',
    'zoe@acme.example': 'Zoe Fox',
    'zoe.fox@acme.example': 'zoe fox',
    'cher@acme.example': 'Cher',
    unknown: 'Bob Fox',
  });

  test.each([
    ['Ada Byron leaves on Friday', 'ada'],
    ['Please remove ADA BYRON, Sales', 'ada'],
    ['Byron, Ada', 'ada'],
    ['Byron Ada (Finance)', 'ada'],
    ['Ada\u00A0Byron’s last day', 'ada'],
    ['Niall O’Brien', 'brien'],
    ['Weiss, Karl–Heinz', 'karl'],
    ['Gomez Pena, Lucia', 'lucia'],
    ['From: Zoe Fox – please keep mine', 'zoe zoe.fox'],
    ['Ada and Byron', ''],
    ['Ada', ''],
    ['Adam Byron', ''],
    ['Ada Byronson', ''],
    ['Cher', ''],
    ['Bob Fox', ''],
    ['Ada\nByron', ''],
    ['Lucia Gomez', ''],
  ])('%j', async (text, expected) => {
    const found = await readPeople({ ...pasted(`${text}\ndan@acme.example`), listed: people });
    if ('refused' in found) throw new Error('Nobody was found');
    expect(found.named.map(({ email }) => email.split('@')[0]).join(' ')).toBe(expected);
    expect(found.notRead.lines.count).toBe(expected === '' ? text.split('\n').length : 0);
    for (const { line } of found.named) expect(text.normalize('NFKC')).toContain(line.slice(0, 3));
  });

  test('the row of a person who is named is not counted as one without an address, too', () => {
    const text =
      'Name,Email,Manager\nBob Fox,,cleo@acme.example\nZoe  &amp;amp; Lee,,\nYu,yu@acme.example,\n';
    const listed = {
      emails: textColumn(['bob@acme.example']),
      names: textColumn(['Bob Fox']),
    };
    const found = readPeople({ ...file('a.csv', text), listed });
    if ('refused' in found || found.kind !== 'table') throw new Error('This is no table');
    expect(found.named).toEqual([
      { email: 'bob@acme.example', line: 'Bob Fox · cleo@acme.example', rows: [0] },
    ]);
    expect(found.notRead.lines).toEqual({ texts: ['Zoe &amp; Lee'], count: 1 });
    const choice = { personColumn: 1, only: undefined };
    expect(chooseRows({ table: found, choice }).withoutAddress).toEqual({
      texts: ['Zoe &amp; Lee'],
      count: 1,
    });
  });

  test.each(['', 'Everybody in the file, and Bob Fox'])(
    'each row names its own people, however alike the rows begin, and a text beside the table (%j) names people in any rows',
    text => {
      const reason = 'Position made redundant in the reorganization. '.repeat(5);
      const rows = [
        'Ada Byron,,Stays',
        'Olga Petrova,,Left',
        'Ada Byron,,Moved',
        'Zed,zed@acme.example,Left',
        'Yan,yan@acme.example,Stays',
        'Moe,moe@acme.example,Moved',
      ];
      const table = ['Reason,Name,Email,Status', ...rows.map(row => `${reason},${row}`)].join('\n');
      const listed = {
        emails: textColumn(['ada@acme.example', 'bob@acme.example']),
        names: textColumn(['Ada Byron', 'Bob Fox']),
      };
      const found = readPeople({ ...file('a.csv', table), text, listed });
      if ('refused' in found || found.kind !== 'table') throw new Error('This is no table');
      const choose = (only?: { column: number; value: string }) => {
        const { named, withoutAddress } = chooseRows({ table: found, choice: { personColumn: 2, only } });
        return { named: named.map(({ email }) => email), without: withoutAddress.count };
      };
      const beside = text && ['bob@acme.example'];
      expect(choose()).toEqual({ named: [...beside, 'ada@acme.example'], without: 1 });
      expect(choose({ column: 3, value: '=Left' })).toEqual({ named: [...beside], without: 1 });
      for (const value of ['=Stays', '=Moved'])
        expect(choose({ column: 3, value })).toEqual({ named: [...beside, 'ada@acme.example'], without: 0 });
    },
  );

  test.each([
    ['ada@acme.example, Tim', 1],
    ['Tim and Kim ada@acme.example', 1],
    ['• 2. "Byron, Ada" <ada@acme.example>; zoe@acme.example (Tim)', 1],
    ['Ada Byron<mailto:ada@acme.example>', 0],
    ['> ada@acme.example – ada@acme', 0],
    ['bob@acme.example, Ada Byron', 0],
  ])('P560: a line that says more than addresses and names is shown: %s', async (text, count) => {
    const found = await readPeople({ ...pasted(`zoe@acme.example!\n${text}`), listed: people });
    if ('refused' in found) throw new Error('Nobody was found');
    expect(found.notRead.beside).toEqual({ texts: count ? [text] : [], count });
  });

  test('a person whose address is in the list is not named', async () => {
    const text = 'Ada Byron <ada@acme.example>\nZoe Fox\n\nBest regards\nHR';
    const found = await readPeople({ ...pasted(text), listed: people });
    expect(found).toMatchObject({
      kind: 'text',
      named: [
        { email: 'zoe@acme.example', line: 'Zoe Fox' },
        { email: 'zoe.fox@acme.example', line: 'Zoe Fox' },
      ],
      notRead: { lines: { texts: ['Best regards', 'HR'], count: 2 }, beside: { count: 0 } },
    });
  });

  test('T77: a name of 40,000 words takes no more memory than its letters', async () => {
    const words = Array.from({ length: 40_000 }, (_, index) => `w${index}`).join(' ');
    const long = { emails: textColumn(['ada@acme.example']), names: textColumn([words]) };
    expect(readPeople({ ...pasted('Ada ada@acme.example'), listed: long })).toMatchObject({ kind: 'text' });
  });

  test('a text of names alone is read', async () => {
    expect(await readPeople({ ...pasted('Ada Byron'), listed: people })).toMatchObject({
      kind: 'text',
      people: [],
      named: [{ email: 'ada@acme.example' }],
    });
  });
});

test('a text says in which line an address stands, cut around it', async () => {
  const long = `${'before '.repeat(50)}ada@acme.example${' after'.repeat(50)}`;
  const found = await readPeople(pasted(`Hi\nlast day for Mei mei@acme.example is Friday\n${long}`));
  if ('refused' in found || found.kind === 'table') throw new Error('This is no text');
  const [mei, ada] = found.people;
  expect(mei?.line).toBe('last day for Mei mei@acme.example is Friday');
  expect(ada?.line.length).toBeLessThanOrEqual(202);
  for (const { line, start, end, email } of found.people) expect(line.slice(start, end)).toBe(email);
  expect(found).toMatchObject({ addresses: 2, notRead: { lines: { texts: ['Hi'], count: 1 } } });
});

const WORKDAY = [
  'Employee ID,Worker,Work Email,Hire Date,Termination Date,Manager Email',
  '001,"Byron, Ada",ada@acme.example,2020-01-01,2026-11-30,boss@acme.example',
  '002,"Fox, Bob",bob@acme.example,2020-01-01,2026-11-30,boss@acme.example',
  '003,"Park, Cleo",cleo@acme.example,2020-01-01,2027-12-31,boss@acme.example',
];

const ENTRA = [
  'userPrincipalName,displayName,surname,mail,givenName,objectId,userType,jobTitle,department,accountEnabled',
  'ada@acme.example,Ada,Byron,ada@acme.example,Ada,1,Member,,,True',
  'bob@acme.example,Bob,Fox,,Bob,2,Member,,,False',
  'cleo@acme.example,Cleo,Park,cleo@acme.example,Cleo,3,Member,,,True',
];

describe('a table', () => {
  const rows = WORKDAY.map(line => line.replace(/"(.+), (.+)"/, '$2 $1').split(','));
  test.each<[string, PeopleInput]>([
    ['with commas', file('workday.csv', WORKDAY.join('\n'))],
    [
      'with semicolons and a line that says so',
      file('a.csv', `sep=;\r\n${rows.map(row => row.join(';')).join('\r\n')}`),
    ],
    ['with tabs, pasted', pasted(rows.map(row => row.join('\t')).join('\n'))],
    ['of a workbook', file('workday.xlsx', workbookOfRows(rows))],
    ['below a title', file('a.xlsx', workbookOfRows([['Leavers'], ['Run by', 'HR'], ...rows]))],
  ])('%s offers its columns with addresses, the one with the most first', async (_with, input) => {
    const { people, found } = await tableIn(input);
    expect(people).toEqual(['Work Email 3', 'Manager Email 1']);
    expect(found.columns).toEqual(rows[0]);
  });

  test('offers the values of its columns', async () => {
    const choice = { filter: 'accountEnabled', value: '=false' };
    const { names, found, people } = await tableIn(file('entra.csv', ENTRA.join('\n')), choice);
    expect(people).toEqual(['userPrincipalName 3', 'mail 2']);
    expect(names).toEqual(['bob']);
    expect(found).toMatchObject({ addresses: 3, notRead: { lines: { count: 0 } } });
  });

  test('does not offer a column with more than 50 values', async () => {
    const lines = Array.from({ length: 51 }, (_, index) => `p${index}@acme.example,${index},x`);
    const { filters } = await tableIn(file('a.csv', ['Email,Number,Same', ...lines].join('\n')));
    expect(filters).toEqual(['Same']);
  });

  test('counts the rows with a value and ignores its case: a row with two people counts once, a row without a person does not', async () => {
    const lines = [
      '"ada@acme.example, bob@acme.example",Left,',
      '"cleo@acme.example, cleo@acme.example",Left,',
      'dan@acme.example,Stays,',
      'nobody,Left,boss@acme.example',
      'eve@acme.example,left ,',
    ];
    const input = file('a.csv', ['Email,Status,Manager', ...lines].join('\n'));
    const { values, people } = await tableIn(input, { filter: 'Status' });
    expect(people).toEqual(['Email 5', 'Manager 1']);
    expect(values).toEqual([
      { value: '=Left', count: 3 },
      { value: '=Stays', count: 1 },
    ]);
  });

  test.each(['mail', 'No such column'])('does not filter by the column %s', async filter => {
    const { chosen, filters } = await tableIn(file('entra.csv', ENTRA.join('\n')), {
      person: 'mail',
      filter,
      value: 'filled',
    });
    expect(filters).not.toContain('mail');
    expect(chosen.choice.only).toBe(undefined);
    expect(chosen.people.size).toBe(2);
  });

  test('keeps the chosen value in any case, also when another column has the person', async () => {
    const lines = [
      'ada@acme.example,,Left',
      'bob@acme.example,boss@acme.example,LEFT',
      'boss@acme.example,ada@acme.example,Stays',
    ];
    const input = file('a.csv', ['Email,Manager,Status', ...lines].join('\n'));
    const byManager = await tableIn(input, { person: 'Manager', filter: 'Status', value: '=Left' });
    expect(byManager.names).toEqual(['boss']);
  });

  test('a value that no row with a person has shows nobody, and stays chosen', async () => {
    const lines = [
      'a@acme.example,,Left',
      'c@acme.example,m1@acme.example,Stays',
      'd@acme.example,m2@acme.example,Stays',
    ];
    const input = file('a.csv', ['Email,Manager,Status', ...lines].join('\n'));
    const { chosen, values, names } = await tableIn(input, {
      person: 'Manager',
      filter: 'Status',
      value: '=Left',
    });
    expect(names).toEqual([]);
    expect(values).toEqual([
      { value: '=Stays', count: 2 },
      { value: '=Left', count: 0 },
    ]);
    expect(chosen.choice.only?.value).toBe('=Left');
  });

  test.each(['', ',-', ', – ', ',.', ',/'])(
    'a cell with only dashes, slashes or dots is empty, and so is one that a row does not have: %j',
    async cell => {
      const lines = [`ada@acme.example${cell}`, 'bob@acme.example,Left', 'cleo@acme.example,Left'];
      const choice = { filter: 'Status', value: 'empty' };
      const { values, names } = await tableIn(file('a.csv', ['Email,Status', ...lines].join('\n')), choice);
      expect(values).toEqual([
        { value: 'empty', count: 1 },
        { value: 'filled', count: 2 },
        { value: '=Left', count: 2 },
      ]);
      expect(names).toEqual(['ada']);
    },
  );

  test.each(['✓', '✗', '*', '+', '0'])('a cell with a mark is not empty: %s', async mark => {
    const lines = [`ada@acme.example,${mark}`, 'bob@acme.example,'];
    const { names } = await tableIn(file('a.csv', ['Email,Stays', ...lines].join('\n')), {
      filter: 'Stays',
      value: 'empty',
    });
    expect(names).toEqual(['bob']);
  });

  test('P602: counts the chosen rows that repeat people of earlier rows', async () => {
    const rows = ['Ada,boss@acme.example,Left', 'Bob,boss@acme.example,Left', 'Cleo,boss@acme.example,Stays'];
    const table = file('a.csv', ['Name,Manager,Status', ...rows].join('\n'));
    expect((await tableIn(table)).chosen.repeated).toBe(2);
    expect((await tableIn(table, { filter: 'Status', value: '=Left' })).chosen.repeated).toBe(1);
  });

  test('finds the person whose row stands where a heading would', () => {
    const text = 'Bob Fox,n/a,Sales\nAda Byron,ada@acme.example,Sales';
    const listed = { emails: textColumn(['bob@acme.example']), names: textColumn(['Bob Fox']) };
    expect(readPeople({ ...file('a.csv', text), listed })).toMatchObject({
      columns: ['Bob Fox', 'n/a', 'Sales'],
      named: [{ email: 'bob@acme.example', line: 'Bob Fox · n/a · Sales', rows: [] }],
      notRead: { lines: { count: 0 } },
    });
  });

  test('offers empty and not empty of a column with more than 50 values, if some of its rows are empty', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `p${index}@acme.example,2026-${index},x`);
    const text = ['Email,Last Day,Team', ...lines, 'ada@acme.example,,x', 'bob@acme.example,,x'].join('\n');
    const offered = await tableIn(file('a.csv', text), { filter: 'Last Day' });
    expect(offered.filters).toEqual(['Last Day', 'Team']);
    expect(offered.values).toEqual([
      { value: 'empty', count: 2 },
      { value: 'filled', count: 60 },
    ]);
    const stays = await tableIn(file('a.csv', text), { filter: 'Last Day', value: 'empty' });
    expect(stays.names).toEqual(['ada', 'bob']);
    const leaves = await tableIn(file('a.csv', text), { filter: 'Last Day', value: 'filled' });
    expect(leaves.names).toHaveLength(60);
  });

  test('counts the chosen rows that have no address in the column with the person', async () => {
    const rows = [
      '"Weiß, Karl-Heinz",,Left,boss@acme.example',
      'Ada,ada@acme.example,Left,boss@acme.example',
    ];
    const text = ['Name,Email,Status,Manager', ...rows, 'Zoe,,Stays,', ',,,'].join('\n');
    const { chosen } = await tableIn(file('a.csv', text), { person: 'Email' });
    expect(chosen.withoutAddress).toEqual({
      texts: ['Weiß, Karl-Heinz · Left · boss@acme.example', 'Zoe · Stays'],
      count: 2,
    });
    const left = await tableIn(file('a.csv', text), { person: 'Email', filter: 'Status', value: '=Left' });
    expect(left.names).toEqual(['ada']);
    expect(left.chosen.withoutAddress.count).toBe(1);
  });

  test.each([
    ['001,Byron,ada@acme.example,Left', 'Name'],
    ['Byron,1,ada@acme.example,2026', 'Id'],
    ['1,2,ada@acme.example,Ada Byron', 'Last'],
    ['1,2,ada@acme.example,3', undefined],
  ])('the name in %j is in the nearest column of words', async (row, title) => {
    const { chosen, found } = await tableIn(file('a.csv', `Id,Name,Email,Last\n${row}`));
    expect(chosen.nameColumn === undefined ? undefined : found.columns[chosen.nameColumn]).toBe(title);
  });

  test('an address above the heading stays in the table', async () => {
    const input = file(
      'a.csv',
      ['cleo@acme.example is on leave', 'Name\tEmail\tTeam', 'Ada\tada@acme.example\tSales'].join('\n'),
    );
    const { people, found } = await tableIn(input);
    expect(people).toEqual(['Name 1', 'Email 1']);
    expect(found).toMatchObject({ addresses: 2, notRead: { lines: { count: 0 } } });
    expect(await read(input)).toBe('table: cleo ada');
  });

  test('shows each person of a row once, with the first of the chosen rows that has them', async () => {
    const lines = [
      '"ada@acme.example, bob@acme.example, ADA@acme.example",Sales',
      'cleo@acme.example,Legal',
      'bob@acme.example,Finance',
    ];
    const input = file('a.csv', ['Email,Team', ...lines].join('\n'));
    const rowsIn = ({ chosen }: Awaited<ReturnType<typeof tableIn>>) =>
      [...chosen.people].map(([email, row]) => `${email.split('@')[0]} ${row}`);
    expect(rowsIn(await tableIn(input))).toEqual(['ada 0', 'bob 0', 'cleo 1']);
    expect(rowsIn(await tableIn(input, { filter: 'Team', value: '=Finance' }))).toEqual(['bob 2']);
  });

  test.each([
    ['a second heading row', 'Email,Status\nemail,status\nada@acme.example,Left', 'Email 1'],
    [
      'headings such as Google’s',
      'First Name [Required],Email Address [Required]\nAda,ada@acme.example',
      'Email Address [Required] 1',
    ],
    [
      'a version above its headings',
      'version:v1.0\nUser name [userPrincipalName] Required,Block sign in\nada@acme.example,Yes',
      'User name [userPrincipalName] Required 1',
    ],
    [
      'a template with columns that are empty',
      'version:v1.0,,,,\nName,User name [userPrincipalName] Required,First name,City,Fax\n,ada@acme.example,,,',
      'User name [userPrincipalName] Required 1',
    ],
    [
      'a heading without a title for its numbers, above a row without an address',
      ',Name,Email,Team\n0,Bob Fox,n/a,Sales\n1,Ada Byron,ada@acme.example,Sales',
      'Email 1',
    ],
    [
      'fewer titles than the first row without an address has cells',
      'Name,Email,,,\nBob Fox,,Sales,Oslo,x\nAda Byron,ada@acme.example,Sales,Oslo,x',
      'Email 1',
    ],
    [
      'a first person with an address that is not read',
      'Bob Fox,bob(at)acme.example,Sales\nAda Byron,ada@acme.example,Sales',
      'Column 2 1',
    ],
    ['a first person without an address', 'Bob Fox,-,Sales\nAda Byron,ada@acme.example,Sales', 'Column 2 1'],
    ['no headings', 'ada@acme.example,Left\nbob@acme.example,Left', 'Column 1 2'],
    ['names with commas', 'Fox, Bob <bob@acme.example>\nByron, Ada <ada@acme.example>', 'Column 2 2'],
    ['rows of different lengths', 'Email,Status,Note\nada@acme.example,Left\nbob@acme.example', 'Email 2'],
  ])('may have %s', async (_what, text, column) => {
    expect((await tableIn(file('a.csv', text))).people).toEqual([column]);
  });

  test('of one address in each row is a list of bare addresses', async () => {
    expect(await read(file('a.csv', 'ada@acme.example;\r\nbob@acme.example;'))).toBe('addresses: ada bob');
  });

  test('in a workbook is no bare list, because rows may be hidden or struck out', async () => {
    const rows = [['ada@acme.example'], ['', 'bob@acme.example']];
    expect(await read(file('a.xlsx', workbookOfRows(rows)))).toBe('table: ada bob');
  });

  test('of an export has the addresses that the portal escaped as formulas', async () => {
    const names = ['=1', '+plus', '-minus', "'t.hart"];
    const cells = names.map(name => escapeFormulas(`${name}@acme.example`));
    expect(await read(cells.join('\n'))).toBe(`addresses: ${names.join(' ')}`);
    expect(await read(`Left:\n${cells.map(cell => `Ada\t${cell}`).join('\n')}`)).toBe(
      `text: ${names.join(' ')}`,
    );
    const rows = cells.map(cell => `${cell},x`);
    expect(await read(file('people.csv', ['email,name', ...rows].join('\n')))).toBe(
      `table: ${names.join(' ')}`,
    );
  });

  test('says which sheets of its workbook are not read', async () => {
    const sheet = (name: string, id: number, state = '') =>
      `<sheet name="${name}" sheetId="${id}" r:id="rId${id}" ${state}/>`;
    const sheets = `${sheet('Old', 2, 'state="hidden"')}${sheet('Berlin', 1)}${sheet('Paris', 3)}`;
    const row = '<row><c t="str"><v>ada@acme.example</v></c></row>';
    const { found } = await tableIn(
      file('a.xlsx', workbookOf(row, { workbook: `<sheets>${sheets}</sheets>` })),
    );
    const unread = ['sheet “Paris”', 'sheet “Old”'];
    expect(found.unread).toEqual(unread);
    const cover = readPeople(
      file('a.xlsx', workbookOf('<row/>', { workbook: `<sheets>${sheets}</sheets>` })),
    );
    if (!('refused' in cover)) throw new Error('Somebody was found');
    expect(listProblem(cover, 'left')).toBe(
      'There is no email address in this list. Not read: sheet “Paris”, sheet “Old”. Ask for a list with the email addresses.',
    );
  });

  test('of people and their managers is no bare list', async () => {
    const row = ['ada@acme.example', 'boss@acme.example'];
    const columns = ['Column 1 1', 'Column 2 1'];
    expect((await tableIn(file('a.xlsx', workbookOfRows([row])))).people).toEqual(columns);
    expect((await tableIn(file('a.csv', row.join(',')))).people).toEqual(columns);
  });
});

test('a list without an address is refused', async () => {
  expect(await read('Ada Byron leaves')).toBe('no address');
});

test.each(['\n', '; ', ' ', ','])(
  'a list with more than 10,000 addresses between "%s" says how many',
  async separator => {
    const text = Array.from({ length: 10_001 }, (_, index) => `p${index}@acme.example`).join(separator);
    const found = { refused: 'too many', count: 10_001 };
    expect(await readPeople(pasted(text))).toEqual(found);
    expect(await readPeople(file('a.txt', text))).toEqual(found);
  },
);

test('a list of current staff with more than 10,000 words that are almost addresses is refused', () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `p${index}@acme`).join(' ');
  const read = (text: string) => readPeople({ ...pasted(`ada@acme.example ${text}`), purpose: 'stay' });
  expect(read(`${words} p0@acme`)).toMatchObject({ kind: 'text', addresses: 1 });
  expect(read(`${words} eve@acme`)).toEqual({ refused: 'too many', count: 10_002 });
});

test('T78: headings of a table are cut at 60 characters, and count toward its size', async () => {
  const file = (table: string) => ({ text: '', file: { name: 'a.csv', bytes: Buffer.from(table) } });
  const headings = Array.from({ length: 201 }, (_, index) => `${index}${'x'.repeat(990)}`).join(',');
  const found = await readPeople(file(`${headings}\nada@acme.example`));
  const columns = found && 'columns' in found ? found.columns : [];
  expect(columns).toHaveLength(201);
  expect(columns.map(({ length }) => length)).toEqual(Array(201).fill(61));
  expect(columns[200]).toBe(`200${'x'.repeat(57)}…`);
  const row = `ada@acme.example,${'y'.repeat(900)}\n`.repeat(3271);
  expect(await readPeople(file(`Email,Note\n${row}`))).toMatchObject({ kind: 'table' });
  expect(await readPeople(file(`${headings}\n${row}`))).toEqual({ refused: 'large table' });
});
