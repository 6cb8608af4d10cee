import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  compareList,
  findAddress,
  LINE_SEPARATOR,
  type ListToCompare,
} from '../../../server/compare/compare-list';
import { findWords } from '../../../server/compare/names';
import { type ListToRead, readList } from '../../../server/compare/read-list';
import { unpackLines } from '../../../server/compare/stored-list';
import { type TextColumn, textAt, textColumn } from '../../../server/lists/columns';
import { escapeFormulas } from '../../../server/lists/exports';
import { workbookOf, workbookOfRows } from '../../support/data/workbook';

/** The names on the cards of people by the names before their @; '' without a card. */
type People = Readonly<Record<string, string>>;

type List = string | (Partial<ListToRead> & Partial<Omit<ListToCompare, 'people'>>);

const peopleOf = (people: People) => ({
  emails: textColumn(Object.keys(people).map(name => name.replace(/^[^@]*$/, '$&@acme.example'))),
  names: textColumn(Object.values(people)),
});

const textsOf = (column: TextColumn | undefined) =>
  column ? Array.from(column.ends, (_, row) => textAt(column, row)) : [];

/** The people who are in a list, by their lines: “Ben, ben@acme.example”, “perhaps: Ben”, or “no”. */
function compare(given: List, people: People) {
  const options = typeof given === 'string' ? { text: given } : given;
  const known = peopleOf(people);
  const list = readList({ text: '', people: known, ...options });
  if ('refused' in list) throw new Error(JSON.stringify(list));
  const compared = compareList({ ownEmail: '', ...options, people: known, content: list.content });
  const { texts, counts } = compared.people;
  const lines = textsOf(texts.line).map(
    (line, row) => ['no', `perhaps: ${line}`, line][counts.inList?.[row] ?? 0],
  );
  return {
    ...compared,
    list,
    counts,
    lines: Object.fromEntries(Object.keys(people).map((name, row) => [name, lines[row]])),
    othersLines: textsOf(compared.others.texts.line),
    others: textsOf(compared.others.texts.email),
  };
}

const file = (name: string, content: string | Uint8Array) => ({
  file: { name, bytes: typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content },
});

const PEOPLE: People = {
  'ada.byron': 'Ada Byron',
  bob: 'Bob Fox',
  'kavya.nair2': '',
  unknown: 'Zed Unknown',
};

test('HR’s mail finds people by address, and by the words of their name or address', () => {
  const text = readFileSync('scripts/sandbox/leavers-november.txt', 'utf8');
  const { lines, others, list } = compare(text, {
    'ben.okafor@turnover.example': 'Ben Okafor',
    'kavya.nair@turnover.example': '',
    'yuki.tanaka@turnover.example': 'Yuki Tanaka',
    'zoe.schmidt@turnover.example': 'Zoë Schmidt',
    'tomasz.nowak@turnover.example': 'Tomasz Nowak',
    'ada.byron@turnover.example': 'Ada Byron',
  });
  expect(lines).toEqual({
    'ben.okafor@turnover.example': '- Ben Okafor <ben.okafor@turnover.example>',
    'kavya.nair@turnover.example': 'perhaps: - Kavya Nair',
    'yuki.tanaka@turnover.example': 'perhaps: - Yuki Tanaka <yuki.tanka@turnover.example>',
    'zoe.schmidt@turnover.example': 'perhaps: - Zoe Schmidt',
    'tomasz.nowak@turnover.example': [
      'From: Tomasz Nowak <tomasz.nowak@turnover.example>',
      'tomasz.nowak@turnover.example',
    ].join(LINE_SEPARATOR),
    'ada.byron@turnover.example': 'no',
  });
  expect(others).toContain('yuki.tanka@turnover.example');
  expect(list).toMatchObject({ name: '', kind: 'text', rows: 26, columns: [], figures: [] });
});

describe('perhaps in the list is', () => {
  const known: People = {
    'ada.byron': '',
    'ada.byron7+cards': '',
    niall: "Niall O'Brien",
    karl: 'Karl-Heinz Weiß',
    lucia: 'Lucía  Gómez Peña',
    'zoe.f': 'Zoe Fox',
    'zoe.fox': 'zoe fox',
    cher: 'Cher',
    'user.1': 'Ann Ann',
    devi: 'देवी शर्मा',
  };
  test.each([
    ['Ada Byron leaves on Friday', 'ada.byron ada.byron7+cards'],
    ['BYRON, the one in Sales, first name Ada', 'ada.byron ada.byron7+cards'],
    ['ada_byron@old.example', 'ada.byron ada.byron7+cards'],
    ['Niall O’Brien', 'niall'],
    ['Weiss, Karl–Heinz', 'karl'],
    ['Gomez Pena, Lucia', 'lucia'],
    ['From: Zoe Fox – please keep mine', 'zoe.f zoe.fox'],
    ['Zoe Fox <zoe.fox@acme.example>', 'zoe.fox'],
    ['F., Zoe', 'zoe.f'],
    ['शर्मा देवी', 'devi'],
    ['Ada Byronson', ''],
    ['Ada\nByron', ''],
    ['Lucia Gomez', ''],
    ['Cher', ''],
    ['User Ann', ''],
  ])('who is named in a line: %j', (text, expected) => {
    const { counts } = compare(`${text}\ndan@home.example`, known);
    const found = Object.keys(known).filter((_name, row) => counts.inList?.[row]);
    expect(found.join(' ')).toBe(expected);
  });

  test('nobody beside the address of somebody of that name, by card or address', () => {
    const people = { 'mia.chen': '', mc: 'Mia Chen', 'mia.chen3': '', tim: 'Tim Lee', tom: 'Tom Ray' };
    expect(compare('Mia Chen, mc@acme.example', people).lines).toEqual({
      mc: 'Mia Chen, mc@acme.example',
      'mia.chen': 'no',
      'mia.chen3': 'no',
      tim: 'no',
      tom: 'no',
    });
    expect(compare('Tim Lee reports to tom@acme.example', people).lines.tim).toBe(
      'perhaps: Tim Lee reports to tom@acme.example',
    );
  });

  test('somebody in all lines of the name and of the address, in their order', () => {
    const { lines, counts } = compare('x\nAda King\nAda Byron\nAda King <ada.byron@old.example>', {
      'ada.byron': 'Ada King',
    });
    expect(lines['ada.byron']).toBe(
      'perhaps: Ada King\nAda King <ada.byron@old.example>\nAda Byron\nAda King <ada.byron@old.example>',
    );
    expect(counts.lineNumber?.[0]).toBe(2);
  });
});

describe('a text', () => {
  test('has its lines as they are written: without those that are empty, in plain letters', () => {
    const { lines, list } = compare('\n  • Bob’s  ＢＯＢ＠acme.example \r\n \u200b\r\nBob Fox stays', PEOPLE);
    expect(list.rows).toBe(2);
    expect(lines.bob).toBe("• Bob's BOB@acme.example");
  });

  test('is cut at 2,000 characters around an address or a name, and at twice as many for one person', () => {
    const x = 'x '.repeat(3000);
    const { lines } = compare(
      `${x}bob@acme.example ${x}Ada Byron ${x}\n${'bob@acme.example again\n'.repeat(999)}`,
      PEOPLE,
    );
    expect(lines.bob).toMatch(/^…[x ]{992}bob@acme\.example[x ]{992}…\nbob@acme\.example again\n/);
    expect(lines.bob).toHaveLength(4001);
    expect(lines['ada.byron']).toMatch(/^perhaps: …[x ]*Ada Byron[x ]*…$/);
  });

  test('T77: has 200 characters around each of 100,000 addresses, or of people by their names', () => {
    const x = 'x '.repeat(150);
    const addresses = `${x}bob@acme.example ${x}\n`.repeat(1000) + 'zoe@acme.example;'.repeat(99_000);
    expect(compare(addresses, PEOPLE).lines.bob?.indexOf('\n')).toBe(202);
    const everyone = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p.${index}x`, '']));
    const all = Object.keys(everyone).join(' ');
    const { lines } = compare(`bob@acme.example\n${all}`, everyone);
    const lengths = Object.values(lines).map(line => line?.length ?? 0);
    expect([Math.max(...lengths.slice(0, 9000)), Math.max(...lengths.slice(-9000))]).toEqual([2010, 210]);
  });

  test('without an address is read if it names somebody', () => {
    expect(compare('Grace Kim: yes please', { 'grace.kim': '' }).lines).toEqual({
      'grace.kim': 'perhaps: Grace Kim: yes please',
    });
    const people = peopleOf(PEOPLE);
    expect(readList({ text: 'Grace Kim: yes, ask ada@acme', people })).toEqual({
      refused: 'no address',
      words: { texts: ['ada@acme'], count: 1 },
      otherSheets: [],
    });
    expect(readList({ text: 'Ada Byron' })).toMatchObject({ refused: 'no address' });
  });

  test('says which lines have no address, which words are none, and which addresses are nobody’s', () => {
    const text = `Hi,\nada@acme\nzoe@acme.example z@home.example\nme@acme.example\n${'note\n'.repeat(30)}ZOE@acme.example`;
    expect(compare({ text, ownEmail: 'Me@acme.example' }, PEOPLE)).toMatchObject({
      addresses: 2,
      others: ['zoe@acme.example', 'z@home.example'],
      othersLines: ['zoe@acme.example z@home.example', 'zoe@acme.example z@home.example'],
      withoutAddress: { count: 32, texts: expect.arrayContaining(['Hi,', 'ada@acme', 'note']) },
      notAddresses: { count: 1, texts: ['ada@acme'] },
    });
  });

  test('finds nobody by an entry that is no address', () => {
    expect(
      compare('Zed Unknown, bob@acme.example', { ...PEOPLE, 'no address': 'Zed Unknown' }).lines,
    ).toMatchObject({
      unknown: 'perhaps: Zed Unknown, bob@acme.example',
    });
    const { counts } = compareUnknown();
    expect([...(counts.inList ?? [])]).toEqual([0]);
  });
});

function compareUnknown() {
  const people = { emails: textColumn(['unknown']), names: textColumn(['Zed Fox']) };
  const list = readList({ text: 'unknown Zed Fox, bob@acme.example' });
  if ('refused' in list) throw new Error(list.refused);
  return compareList({ content: list.content, people, ownEmail: '' }).people;
}

describe('a table', () => {
  const ROWS = [
    ['Leavers', '', '', ''],
    ['Name', 'Email', 'Status', 'Manager email'],
    ['Bob Fox', 'bob@acme.example', 'Terminated', 'ada.byron@acme.example'],
    ['Kavya Nair', '', 'Terminated', 'ada.byron@acme.example'],
    ['', 'zoe@acme.example', '-', ''],
  ];
  const csv = ROWS.map(row => row.join(';')).join('\n');
  const tabs = ROWS.map(row => row.join('\t')).join('\n');

  test.each<[string, List]>([
    ['a CSV file', file('a.csv', csv)],
    ['a TSV file', file('a.TSV', tabs)],
    ['a workbook', file('a.xlsx', workbookOfRows(ROWS))],
    ['a pasted text with tabs, below a greeting', `Hi Dana, these, please:\n${tabs}`],
    ['a text file with tabs', file('a.txt', tabs)],
  ])('is %s: its rows have the titles of the row above the first address', (_kind, given) => {
    const { lines, list, withoutAddress } = compare(given, PEOPLE);
    expect(lines).toEqual({
      'ada.byron': [
        'Name: Bob Fox · Email: bob@acme.example · Status: Terminated · Manager email: ada.byron@acme.example',
        'Name: Kavya Nair · Status: Terminated · Manager email: ada.byron@acme.example',
      ].join(LINE_SEPARATOR),
      bob: 'Name: Bob Fox · Email: bob@acme.example · Status: Terminated · Manager email: ada.byron@acme.example',
      'kavya.nair2': 'perhaps: Name: Kavya Nair · Status: Terminated · Manager email: ada.byron@acme.example',
      unknown: 'no',
    });
    expect(list).toMatchObject({
      kind: 'table',
      rows: list.name === '' ? 5 : 4,
      columns: [
        { title: 'Email', addresses: 2 },
        { title: 'Manager email', addresses: 1 },
      ],
    });
    expect(withoutAddress.texts.slice(-2)).toEqual(['Leavers', 'Name · Email · Status · Manager email']);
  });

  test('has the full-width punctuation of other languages in its cells', () => {
    const { lines } = compare(file('a.csv', 'Email,Team\nbob@acme.example,東京，＂大阪'), PEOPLE);
    expect(lines.bob).toBe('Email: bob@acme.example · Team: 東京,"大阪');
  });

  test('has the person in the row of its titles, if it has no titles', () => {
    const { lines } = compare(file('a.csv', 'Ada Byron,\nBob Fox,bob@acme.example'), PEOPLE);
    expect(lines).toMatchObject({
      'ada.byron': 'perhaps: Ada Byron',
      bob: 'Ada Byron: Bob Fox · bob@acme.example',
    });
  });

  test('counts only the addresses of a column: those of others name nobody', () => {
    const text = `${tabs}\nAmy Lee\tamy@acme.example\t\ttim.lee@acme.example, x@acme`;
    const people = { ...PEOPLE, 'tim.lee': 'Amy Lee', 'tim.lee9': '' };
    const all = compare(text, people);
    expect(all.notAddresses.count).toBe(1);
    expect(all.counts.inList).toEqual(new Uint16Array([2, 2, 1, 0, 2, 0]));
    const emails = compare({ text, column: 1 }, people);
    expect(emails.counts.inList).toEqual(new Uint16Array([0, 2, 1, 0, 0, 0]));
    expect(emails).toMatchObject({
      addresses: 3,
      others: ['zoe@acme.example', 'amy@acme.example'],
      notAddresses: { count: 0 },
      withoutAddress: {
        texts: expect.arrayContaining([
          'Name: Kavya Nair · Status: Terminated · Manager email: ada.byron@acme.example',
        ]),
      },
    });
    expect(compare({ text, column: 3 }, people).others).toEqual([]);
  });

  test('of one column with addresses has no columns to choose', () => {
    const { lines, list } = compare(file('staff.csv', 'bob@acme.example\nada.byron@acme.example'), PEOPLE);
    expect(lines.bob).toBe('bob@acme.example');
    expect(list).toMatchObject({ rows: 2, columns: [] });
  });

  test('says which rows its workbook hides, and which sheets are not read', () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = ['Email', 'bob@acme.example', ' ', 'ada.byron@acme.example'].map(
      (text, index) => `<row${index > 0 && index < 3 ? ' hidden="1"' : ''}>${cell(text)}</row>`,
    );
    const workbook = '<sheets><sheet name="Berlin" r:id="rId1"/><sheet name="Paris" r:id="rId2"/></sheets>';
    const { lines, list } = compare(file('a.xlsx', workbookOf(rows.join(''), { workbook })), PEOPLE);
    expect(lines).toMatchObject({
      bob: 'Hidden row · Email: bob@acme.example',
      'ada.byron': 'Email: ada.byron@acme.example',
    });
    expect(list).toMatchObject({ rows: 2, otherSheets: ['Paris'] });
  });
});

describe('an export of the portal', () => {
  const totals = { license: new Uint16Array([5, 9, 3, 2]), card: new Uint16Array([4, 0, 7, 1]) };
  const people = { ada: 'Ada Byron', bob: '', '=1+1': '', zoe: '' };
  const LICENSES = [
    'email,userId,leadsLast30Days,totalLeads',
    'unknown,U-0,1,1',
    'Ada@acme.example,U-1,0,"1,000"',
    'bob@acme.example,U-2,0,2',
    'bob@acme.example,U-3,0,3',
    `${escapeFormulas('=1+1@acme.example')},U-4,0,3`,
    'old@acme.example,U-5,0,abc',
  ].join('\n');

  test('has what each person had then and has brought since, by address', () => {
    const { counts, list, others, addresses, lines } = compare(
      { ...file('l.csv', LICENSES), totals },
      people,
    );
    expect(lines).toMatchObject({ ada: '', bob: '', zoe: 'no' });
    expect(list).toMatchObject({ kind: 'export', rows: 4, columns: [], figures: ['license'] });
    expect(addresses).toBe(4);
    expect(others).toEqual(['old@acme.example']);
    expect([...(counts.inList ?? [])]).toEqual([2, 2, 2, 0]);
    expect([...(counts.leadsThen ?? [])]).toEqual([1000, 5, 3, 0]);
    expect([...(counts.leadsSince ?? [])]).toEqual([0, 4, 0, 0]);
    expect([...(counts.nothingSince ?? [])]).toEqual([1, 0, 1, 0]);
    expect(Object.keys(counts)).not.toContain('visitsThen');
  });

  test('of people has the figures of both products, in a workbook with its headings', () => {
    const rows = [
      ['Name', 'Email', 'Licenses', 'UserIDs', 'Leads, total', 'Cards', 'CardIDs', 'Profile visits, total'],
      ['Ada Byron', 'ada@acme.example', '1', 'U-1', '5', '1', 'C-1', '1'],
      ['', 'zoe@acme.example', '1', 'U-2', '2', '1', 'C-2', '1'],
    ];
    const { counts, list } = compare({ ...file('p.xlsx', workbookOfRows(rows)), totals }, people);
    expect(list.figures).toEqual(['license', 'card']);
    expect([...(counts.visitsSince ?? [])]).toEqual([3, 0, 0, 0]);
    expect([...(counts.nothingSince ?? [])]).toEqual([0, 0, 0, 1]);
  });

  test.each([
    ['all totals are 0', LICENSES.replace(/,\d+$/gm, ',0').replace('1,000', '0')],
    ['it lacks the totals', 'email,userId\nada@acme.example,U-1'],
    ['it lacks the IDs', 'email,totalLeads\nada@acme.example,4'],
  ])('is a table if %s', (_why, text) => {
    const { list, counts } = compare({ ...file('l.csv', text), totals }, people);
    expect(list).toMatchObject({ kind: 'table', figures: [] });
    expect(Object.keys(counts)).not.toContain('leadsThen');
  });
});

test('white space in a line becomes one space, however long the line is', () => {
  for (const length of [10, 4094, 4095, 4096, 8191]) {
    const start = `${'x'.repeat(length - 2)}👩`;
    const list = readList({ text: `${start} \u00a0  y ada@acme.example` });
    const lines = 'refused' in list ? [] : [...unpackLines(list.content)];
    expect(lines).toEqual([`${start} y ada@acme.example`]);
  }
});

test('an address and a name are found in a line, to be marked', () => {
  expect(findAddress('Ada <ADA@acme.example>', 'ada@acme.example')).toMatchObject({ start: 5, end: 21 });
  expect(findAddress('bada@acme.example', 'ada@acme.example')).toBeUndefined();
  const marks = [{ start: 0, end: 11 }];
  expect(findWords('Náir, KAVYA', 'kavya.nair3+x@acme.example')).toEqual(marks);
  expect(findWords('Nair, Kavya', 'Kavya Nair')).toEqual(marks);
  expect(findWords('Kavya', 'Kavya Nair')).toEqual([]);
});

describe('T77 T91: a list costs linear time, and is refused whole', () => {
  const people = peopleOf({ 'ada.byron': 'Ada Byron' });
  const problemOf = (given: Partial<ListToRead>) => {
    const list = readList({ text: '', people, ...given });
    return 'refused' in list ? (list.refused === 'unreadable' ? list.problem : list.refused) : 'read';
  };
  const many = <Made>(count: number, text: (index: number) => Made) =>
    Array.from({ length: count }, (_, index) => text(index));

  test.each<[string, Partial<ListToRead>, string]>([
    ['100,001 lines', { text: 'a@b.example\n'.repeat(100_001) }, 'it has more than 100,000 lines'],
    ['100,002 rows', file('a.csv', 'a@b.example,1\n'.repeat(100_002)), 'it has more than 100,000 rows'],
    [
      '100,001 addresses',
      { text: many(100_001, index => `p${index}@b.example`).join(' ') },
      'it has more than 100,000 addresses',
    ],
    [
      '100,000 addresses in one line',
      { text: many(100_000, index => `p${index}@b.example`).join(';') },
      'read',
    ],
    ['1 MB of @', { text: '@'.repeat(1_000_000) }, 'no address'],
    [
      '1 MB of quotation marks',
      file('a.csv', '"'.repeat(1_000_001)),
      'a quotation mark in it is never closed',
    ],
    ['1 MB of the sign of guests', { text: 'a_b#EXT#@'.repeat(110_000) }, 'no address'],
    ['1 MB of marks', { text: `a${'\u0301'.repeat(500_000)}@b.example` }, 'no address'],
    [
      'an address in each of 1,000 columns and 100 rows, with long titles',
      file('a.csv', `${'Title '.repeat(999)},`.repeat(1000) + `\n${'a@b.example,'.repeat(1000)}`.repeat(100)),
      'read',
    ],
  ])('%s', (_what, given, expected) => {
    const start = process.cpuUsage().user;
    expect(problemOf(given)).toContain(expected);
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(10);
  });

  test.each([
    ['spaces', ' '],
    ['no-break spaces', '\u00a0'],
    ['quotation marks', '"'],
    ['letters of Latin', 'é'],
    ['other letters', 'ж'],
    ['accents', 'a\u0301'],
  ])('a line with as many %s as a file can have is read', (_what, sign) => {
    const line = `Ada ;${sign.repeat(9_900_000 / sign.length)}'=1 Byron eve@acme.example`;
    const { lines, others } = compare(line, { 'ada.byron': '' });
    expect(lines['ada.byron']).toMatch(/^perhaps: Ada ;/);
    expect(others).toEqual(['eve@acme.example']);
  });

  test('T64: 20,000 lines with two words each name nobody by accident, and everyone whom they mean', () => {
    const name = (index: number) => `First${index % 150} Last${Math.floor(index / 150)}`;
    const all: People = Object.fromEntries(many(22_000, index => [`p${index}`, name(index)]));
    const { counts } = compare({ text: many(20_000, name).join('\n') }, all);
    expect(counts.inList?.findIndex(state => state !== 1)).toBe(20_000);
    expect(counts.inList?.lastIndexOf(1)).toBe(19_999);
  });

  test('T66: a name of 40,000 words, and lines with all of them', () => {
    const long = many(40_000, index => `w${index}`).join(' ');
    const { lines } = compare(`${long} bob@acme.example\n${long}`, { bob: '', zed: long });
    expect(lines.zed).toMatch(/^perhaps: w0 w1/);
  });
});
