import { describe, expect, test } from '@jest/globals';
import { type Changes, compareWithToday } from '../../../server/comparisons/compare';
import { type Export, type RowBlock, readExport } from '../../../server/comparisons/read-export';
import { countColumn, textColumn } from '../../../server/lists/columns';
import { fc } from '../../support/data/properties';

interface Row {
  readonly email: string;
  readonly id: string;
  readonly name: string;
  readonly leads: number;
}

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
  leads: fc.oneof(fc.nat(20), fc.constant(Number.NaN)),
});
const anyRows = fc.array(anyRow, { maxLength: 6 });

function block(rows: readonly Row[]): RowBlock {
  const texts = (key: 'email' | 'id' | 'name') => textColumn(rows.map(row => row[key]));
  return {
    length: rows.length,
    columns: {
      ...{ email: texts('email'), id: texts('id'), name: texts('name') },
      leads: countColumn(Float64Array.from(rows, ({ leads }) => leads)),
    },
  };
}

function compare(earlier: readonly Row[], today: readonly Row[], isUnicode = true): Changes {
  const exported: Export = { kind: 'licenses', counted: ['leads'], rows: block(earlier), isUnicode };
  const changes = compareWithToday({ exported, today: [block(today)] });
  if ('problem' in changes) throw new Error(changes.problem);
  return changes;
}

const row = (fields: Partial<Row>): Row => ({ email: '', id: '', name: '', leads: 0, ...fields });
const labels = ({ rows }: Changes, change: string) =>
  rows.filter(each => each[4] === change).map(([label]) => label.toLowerCase().trim());

describe('comparing an export with today', () => {
  test('P341: an export and itself differ in nothing', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const { people, growth } = compare(rows, rows);
        expect([people.joined, people.left, people.changed, growth.leads]).toEqual([0, 0, 0, 0]);
      }),
    );
  });

  test('P341: in the other direction, everybody who joined has left', () => {
    const safe = fc.array(
      anyRow.filter(({ id }) => !/^\d/.test(id)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(safe, safe, (earlier, later) => {
        const [forth, back] = [compare(earlier, later), compare(later, earlier)];
        expect(labels(back, 'joined').toSorted()).toEqual(labels(forth, 'left').toSorted());
        expect(back.people.changed).toBe(forth.people.changed);
      }),
    );
  });

  test('P342: several licenses of one person are one person with their sum, and a row counts once', () => {
    const earlier = [
      row({ email: 'Ada@x.example', id: 'U-1', leads: 3 }),
      row({ email: 'ada@X.example', id: 'U-2', leads: 4 }),
      row({ email: 'ada@X.example', id: 'U-2', leads: 4 }),
    ];
    const { rows } = compare(earlier, [row({ email: 'ada@x.example', id: 'U-1', leads: 9 })]);
    expect(rows).toEqual([['ada@x.example', 'U-1', '', '', 'changed', 7, 9, 0, 0]]);
  });

  test('P343: a person whose total is not a number has neither joined nor left', () => {
    const { people, unreadableRows } = compare(
      [row({ email: 'ada@x.example', leads: Number.NaN }), row({ leads: 4 })],
      [row({ email: 'ada@x.example', leads: 9 })],
    );
    expect([people, unreadableRows]).toEqual([{ joined: 0, left: 0, changed: 0, same: 0 }, 2]);
  });

  test.each([
    ['lost its zeros', '42', ['0042'], { joined: 0, left: 0, count: 1, uncertain: 0 }],
    ['was rounded', '1.20E+05', ['120000'], { joined: 0, left: 0, count: 1, uncertain: 0 }],
    ['was rounded with a comma', '1,20E+05', ['120000'], { joined: 0, left: 0, count: 1, uncertain: 0 }],
    ['has 18 digits', '1.23457E+17', ['123456789012345678'], { joined: 0, left: 0, count: 1, uncertain: 0 }],
    ['could be two', '1.20E+05', ['120000', '119999'], { joined: 0, left: 0, count: 1, uncertain: 2 }],
    ['is another one', '43', ['0042'], { joined: 1, left: 1, count: 0, uncertain: 0 }],
    ['is no number', 'U-1', ['U-01'], { joined: 1, left: 1, count: 0, uncertain: 0 }],
  ])('P343: without an address, an ID that %s', (_case, exported, today, expected) => {
    const ids = today.map(id => row({ id }));
    const { people, changedIds, uncertain } = compare([row({ id: exported })], ids);
    expect({ ...people, ...changedIds, uncertain }).toMatchObject(expected);
  });

  test('P343: with an address, an ID that a spreadsheet has changed is no difference, and another one is', () => {
    const email = 'ada@x.example';
    const { people, changedIds } = compare([row({ email, id: '1.20E+05' })], [row({ email, id: '120000' })]);
    expect([people.same, changedIds]).toEqual([1, { count: 1, example: '1.20E+05' }]);
    const { rows } = compare([row({ email, id: 'U-1' })], [row({ email, id: 'U-2' })]);
    expect(rows[0]?.slice(3, 5)).toEqual(['ID was “U-1”', 'changed']);
  });

  test.each([
    ['Jos?', 'José', true, 'same'],
    ['JosÃ©', 'José', true, 'same'],
    ['????', 'Иван', true, 'same'],
    ['Josž', 'José', false, 'same'],
    ['Jose\u0301', 'José', true, 'same'],
    ['Jose', 'José', true, 'changed'],
    ['Möller', 'Müller', true, 'changed'],
    ['Jos? B.', 'José C.', true, 'changed'],
  ])('P343: the name %s today is %s', (earlier, today, isUnicode, expected) => {
    const email = 'ada@x.example';
    const { people } = compare([row({ email, name: earlier })], [row({ email, name: today })], isUnicode);
    expect(people[expected as 'same' | 'changed']).toBe(1);
  });

  test('P345: the rows with the largest differences are stored, and all are counted', () => {
    const earlier = Array.from({ length: 12_000 }, (_, index) =>
      row({ email: `p${index}@x.example`, leads: 1 }),
    );
    const today = earlier.map((each, index) => ({ ...each, leads: index }));
    const { people, rows } = compare(earlier, today.slice(1));
    expect([people.left, people.changed, rows.length]).toEqual([1, 11_998, 10_000]);
    expect(rows.map(([label]) => label).slice(0, 2)).toEqual(['p0@x.example', 'p11999@x.example']);
  });
});

test('T72: hostile exports of 100,000 rows are compared in linear time', async () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `,${index % 7 ? index : `${index}E9`},0,1`);
  const exported = await readExport(
    Buffer.from(`email,userId,leadsLast30Days,totalLeads\n${text.join('\n')}`),
  );
  if ('problem' in exported) throw new Error(exported.problem);
  const today = Array.from({ length: 100_000 }, (_, index) => row({ id: `00${index}` }));
  const { people, changedIds } = compareWithToday({ exported, today: [block(today)] }) as Changes;
  expect(people.left + changedIds.count).toBe(100_000);
});
