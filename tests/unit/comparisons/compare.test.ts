import { describe, expect, test } from '@jest/globals';
import { type Changes, compareWithToday } from '../../../server/comparisons/compare';
import { type EarlierExport, type RowBlock, readExport } from '../../../server/comparisons/read-export';
import { countColumn, textColumn } from '../../../server/lists/columns';
import { fc } from '../../support/data/properties';

interface Row {
  readonly email: string;
  readonly id: string;
  readonly name: string;
  readonly license: number;
}

const DAYS = { exported: '2026-10-01', today: '2026-11-23' };

const anyRow = fc.record({
  email: fc.constantFrom(
    '',
    ' ',
    'a@x.example',
    'A@x.example ',
    'b@x.example',
    'ｂ@x.example',
    'c@x.example',
  ),
  id: fc.constantFrom('', 'U-1', 'U-2', '0042', '42', '120000', '119999', '1.20E+05'),
  name: fc.constantFrom('', 'Ada', 'José'),
  license: fc.oneof(fc.nat(20), fc.constant(Number.NaN)),
});
const anyRows = fc.array(anyRow, { maxLength: 6 });

function block(rows: readonly Row[]): RowBlock {
  const texts = (key: 'email' | 'id' | 'name') => textColumn(rows.map(row => row[key]));
  return {
    length: rows.length,
    columns: {
      ...{ email: texts('email'), id: texts('id'), name: texts('name') },
      license: countColumn(Float64Array.from(rows, ({ license }) => license)),
    },
  };
}

function compareOrRefuse(earlier: readonly Row[], today: readonly Row[], isUnicode = true) {
  const exported: EarlierExport = { kind: 'licenses', counted: ['license'], rows: block(earlier), isUnicode };
  return compareWithToday({ exported, today: [block(today)], days: DAYS });
}

function compare(...input: Parameters<typeof compareOrRefuse>): Changes {
  const changes = compareOrRefuse(...input);
  if ('problem' in changes) throw new Error(changes.problem);
  return changes;
}

const row = (fields: Partial<Row>): Row => ({ email: '', id: '', name: '', license: 0, ...fields });
const zoe = row({ email: 'zoe@x.example', id: 'U-26' });
const labels = ({ rows }: Changes, change: string) =>
  rows.filter(each => each.change === change).map(({ label }) => label.toLowerCase().trim());

describe('comparing an export with today', () => {
  test('P341: an export and itself differ in nothing', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const all = [...rows, zoe];
        const { people, growth } = compare(all, all);
        expect([people.joined, people.left, people.changed, growth.license]).toEqual([0, 0, 0, 0]);
      }),
    );
  });

  test('P341: in the other direction, everybody who joined has left', () => {
    const safe = fc.array(
      anyRow.filter(({ email, id }) => ['', email.includes('@') ? 'U-1' : 'U-2'].includes(id)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(safe, safe, (earlier, later) => {
        const [forth, back] = [
          compare([...earlier, zoe], [...later, zoe]),
          compare([...later, zoe], [...earlier, zoe]),
        ];
        expect(labels(back, 'joined').toSorted()).toEqual(labels(forth, 'left').toSorted());
        expect(back.people.changed).toBe(forth.people.changed);
      }),
    );
  });

  test.each([
    ['was activated before its day', { activatedOn: '2026-09-30' }, '2026-10-01', 'notInExport'],
    ['was activated on its day', { activatedOn: '2026-10-01' }, '2026-10-01', 'joined'],
    ['was not activated', {}, '2026-10-01', 'joined'],
    [
      'has older leads than an export of 30 days ago',
      { license: 2, last30Days: 1 },
      '2026-10-24',
      'notInExport',
    ],
    ['has older leads, but none known before it', { license: 2, last30Days: 1 }, '2026-10-23', 'joined'],
    ['has new leads only', { license: 2, last30Days: 2 }, '2026-11-22', 'joined'],
  ])('P577: who is not in an export and %s is counted as such', (_case, person, day, expected) => {
    const { activatedOn = '1970-01-01', last30Days = 0, license = 0 } = person as Record<string, never>;
    const ada = block([row({ email: 'ada@x.example', id: 'U-1', license })]);
    const columns = {
      ...ada.columns,
      activatedOn: countColumn(Float64Array.of(Date.parse(activatedOn) / 86_400_000)),
      last30Days: countColumn(Float64Array.of(last30Days)),
    };
    const exported: EarlierExport = {
      kind: 'licenses',
      counted: ['license'],
      rows: block([zoe]),
      isUnicode: true,
    };
    const today = [block([zoe]), { ...ada, columns }];
    const { people, growth } = compareWithToday({
      exported,
      today,
      days: { ...DAYS, exported: day },
    }) as Changes;
    expect([people[expected as 'joined'], growth.license]).toEqual([1, expected === 'joined' ? license : 0]);
  });

  test('P341: several licenses of one person are one person with their sum, and a row counts once', () => {
    const earlier = [
      row({ email: 'Ada@x.example', id: 'U-1', license: 3 }),
      row({ email: 'ada@X.example', id: 'U-2', license: 4 }),
      row({ email: 'ada@X.example', id: 'U-2', license: 4 }),
    ];
    const { rows } = compare(earlier, [row({ email: 'ada@x.example', id: 'U-1', license: 9 })]);
    expect(rows).toMatchObject([
      { label: 'ada@x.example', ids: 'U-1', before: { license: 7 }, after: { license: 9 } },
    ]);
  });

  test('P343: a person whose total is not a number has neither joined nor left', () => {
    const { people, unreadableRows } = compare(
      [zoe, row({ email: 'ada@x.example', license: Number.NaN }), row({ license: 4 })],
      [zoe, row({ email: 'ada@x.example', license: 9 })],
    );
    expect([people, unreadableRows]).toEqual([
      { joined: 0, left: 0, changed: 0, same: 1, notInExport: 0 },
      2,
    ]);
  });

  test.each([
    ['lost its zeros', '42', ['0042']],
    ['was rounded', '1.20E+05', ['120000', '119999']],
    ['was rounded with a comma', '1,20E+05', ['120000']],
    ['was rounded to no decimals', '1E+05', ['120000']],
    ['was rounded beyond recognition', '1.20E+05', ['U-1', 'U-2']],
    ['became a day', '12-Mar', ['MAR12']],
    ['became a date', '03.12.2026', ['3-12']],
    ['became a month', 'Mar-12', ['MAR12']],
    ['did not fit into its column', '#####', ['120000']],
    ['was taken for a power of ten', '1.20E+05', ['12E4']],
    ['is small', '1.00E-03', ['1E-3']],
    ['has 18 digits', '1.23457E+17', ['123456789012345678']],
    ['has 18 digits, of which 15 are left', '123456789012346000', ['123456789012345678']],
    ['has 18 digits, and was cut after 15', '123456789012345000', ['123456789012345678']],
    ['could be nobody of today', '1.20E+05', []],
  ])('P343: a row that is known only by an ID that %s is nobody', (_case, exported, today) => {
    for (const email of ['', 'ben@x.example']) {
      const ids = today.map((id, index) => row({ id, email: email && `${index}${email}` }));
      const changes = compare([zoe, row({ id: exported }), row({ id: exported })], [zoe, ...ids]);
      expect(changes).toMatchObject({
        people: { joined: 0, left: 0, changed: 0, same: 1 },
        damagedIds: { count: 2, example: exported },
        unknownRows: 2,
        uncertain: today.length,
      });
    }
  });

  test.each([
    ['is another one', '43', ['0042']],
    ['is no number', 'U-1', ['U-01']],
    ['has an E', '43E4', ['0042']],
    ['has 18 digits, all of them kept', '123456789012345678', ['123456789012345679']],
  ])('P343: an ID that %s is somebody else', (_case, exported, today) => {
    const { people, damagedIds } = compare(
      [row({ id: exported })],
      today.map(id => row({ id })),
    );
    expect([people, damagedIds.count]).toEqual([
      { joined: 1, left: 1, changed: 0, same: 0, notInExport: 0 },
      0,
    ]);
  });

  test('P343: a row without an address belongs to the person who has its ID today', () => {
    const ada = row({ email: 'ada@x.example', id: 'U-1', license: 5 });
    const { rows } = compare([row({ id: 'U-1', license: 3 }), row({ id: '42', license: 1 })], [ada]);
    expect(rows.map(each => [each.label, each.change, each.before.license, each.after.license])).toEqual([
      ['42', 'left', 1, 0],
      ['ada@x.example', 'changed', 3, 5],
    ]);
  });

  test('P343: a person with an address is compared, even if a row without one could be the same person', () => {
    const [then, now] = [3, 5].map(license => row({ email: 'ada@x.example', id: '120000', license }));
    const { people, uncertain } = compare([then, row({ id: '1.20E+05' })] as Row[], [now] as Row[]);
    expect([people.changed, people.joined, people.left, uncertain]).toEqual([1, 0, 0, 0]);
  });

  test.each([
    ['an ID that a spreadsheet has changed', [row({ id: '1.20E+05' }), row({ id: '42' })], '“1.20E+05”'],
    ['no ID either', [row({}), row({ name: 'Ada' })], 'an email address or an ID'],
  ])('P343: an export whose rows have no address and %s is refused', (_case, earlier, reason) => {
    const today = ['120000', '0042'].map(id => row({ email: `${id}@x.example`, id }));
    const changes = compareOrRefuse(earlier, today);
    expect('problem' in changes && changes.problem).toContain(reason);
  });

  test('P343: with an address, an ID that a spreadsheet has changed is no difference, and another one is', () => {
    const email = 'ada@x.example';
    const { people, damagedIds } = compare([row({ email, id: '1.20E+05' })], [row({ email, id: '120000' })]);
    expect([people.same, damagedIds]).toEqual([1, { count: 1, example: '1.20E+05' }]);
    const { rows } = compare([row({ email, id: 'U-1' })], [row({ email, id: 'U-2' })]);
    expect(rows[0]).toMatchObject({ note: 'ID was “U-1”', change: 'changed' });
  });

  test('P472: a person with the same IDs under a new address has neither joined nor left', () => {
    const earlier = [row({ email: 'ada@x.example', id: 'U-1', license: 70 }), zoe];
    const { people, growth, newAddresses, rows } = compare(earlier, [
      row({ email: 'lovelace@x.example', id: 'U-1', license: 80 }),
      zoe,
    ]);
    expect([people, growth.license, newAddresses]).toEqual([
      { joined: 0, left: 0, changed: 1, same: 1, notInExport: 0 },
      10,
      1,
    ]);
    expect(rows[0]).toMatchObject({
      label: 'lovelace@x.example',
      ids: 'U-1',
      note: 'New address, was “ada@x.example”',
      change: 'changed',
    });
  });

  test.each([
    ['another ID besides', ['U-1', 'U-2'], ['U-1']],
    ['no ID', [''], ['']],
  ])('P472: whoever has %s under a new address has left, and somebody has joined', (_case, then, now) => {
    const rowsOf = (email: string, ids: readonly string[]) => ids.map(id => row({ email, id }));
    const { people } = compare(rowsOf('ada@x.example', then), rowsOf('lovelace@x.example', now));
    expect(people).toEqual({ joined: 1, left: 1, changed: 0, same: 0, notInExport: 0 });
  });

  test('P472: an ID that two people have tells nobody apart', () => {
    const two = ['ada@x.example', 'ben@x.example'].map(email => row({ email, id: 'U-1' }));
    const one = [row({ email: 'cleo@x.example', id: 'U-1' })];
    expect(compare(two, one).people).toEqual({ joined: 1, left: 2, changed: 0, same: 0, notInExport: 0 });
    expect(compare(one, two).people).toEqual({ joined: 2, left: 1, changed: 0, same: 0, notInExport: 0 });
  });

  test.each([
    ['Jos?', 'José', true, 'same'],
    ['JosÃ©', 'José', true, 'same'],
    ['Jos√©', 'José', true, 'same'],
    ['Jos├⌐', 'José', true, 'same'],
    ['????', 'Иван', true, 'same'],
    ['Josž', 'José', false, 'same'],
    ['Jose\u0301', 'José', true, 'same'],
    ['Jose', 'José', true, 'changed'],
    ['Two\nLines', 'Two\r\nLines', true, 'same'],
    ['Möller', 'Müller', true, 'changed'],
    ['Jos? B.', 'José C.', true, 'changed'],
  ])('P343: the name %s today is %s', (earlier, today, isUnicode, expected) => {
    const email = 'ada@x.example';
    const { people } = compare([row({ email, name: earlier })], [row({ email, name: today })], isUnicode);
    expect(people[expected as 'same' | 'changed']).toBe(1);
  });

  test('P345: the rows with the largest differences are stored, and all are counted', () => {
    const earlier = Array.from({ length: 12_000 }, (_, index) =>
      row({ email: `p${index}@x.example`, license: 1 }),
    );
    const today = earlier.map((each, index) => ({ ...each, license: index }));
    const { people, rows } = compare(earlier, today.slice(1));
    expect([people.left, people.changed, rows.length]).toEqual([1, 11_998, 10_000]);
    expect(rows.slice(0, 2).map(({ label }) => label)).toEqual(['p0@x.example', 'p11999@x.example']);
  });
});

test('T91: hostile exports of 100,000 rows are compared in linear time', async () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `,${index % 7 ? index : `${index}E9`},0,1`);
  const exported = await readExport(
    Buffer.from(`email,userId,leadsLast30Days,totalLeads\n${text.join('\n')}`),
  );
  if ('problem' in exported) throw new Error(exported.problem);
  const today = Array.from({ length: 100_000 }, (_, index) => row({ id: `00${index}` }));
  const { people, unknownRows } = compareWithToday({
    exported,
    today: [block(today)],
    days: DAYS,
  }) as Changes;
  expect(people.left + unknownRows).toBe(100_000);
});
