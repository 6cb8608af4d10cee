import { describe, expect, test } from '@jest/globals';
import { type Comparison, compareRows, type PersonInExport } from '../../../server/comparisons/compare';
import type { ExportKind } from '../../../server/comparisons/export-formats';
import type { ExportRow } from '../../../server/comparisons/read-export';
import { fc } from '../../support/data/properties';

const row = (fields: Partial<ExportRow>): ExportRow => ({
  ...{ email: '', id: '', name: '', jobTitle: '', leads: 0, visits: 0 },
  ...fields,
});

/** Few addresses and IDs, so that exports share some of them. */
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
  id: fc.oneof(fc.constantFrom('', 'U-1'), fc.integer({ min: 0, max: 500 }).map(String)),
  name: fc.constantFrom('', 'Ada'),
  jobTitle: fc.constantFrom('', 'Sales'),
  leads: fc.oneof(fc.nat(20), fc.constant(Number.NaN)),
  visits: fc.nat(20),
});
const anyRows = fc.array(anyRow, { maxLength: 5 });
/** Two exports that share some rows: otherwise, no person would stay as they are. */
const twoExports = fc.tuple(anyRows, anyRows, anyRows).map(
  ([earlier, both, later]) =>
    [
      [...earlier, ...both],
      [...both, ...later],
    ] as const,
);
const anyKind = fc.constantFrom<ExportKind>('licenses', 'cards', 'people', 'nonActivatedLicenses');

/** Collects what the generated exports have led to: a property that never meets a case says nothing about it. */
function cases() {
  const met = new Set<string>();
  return {
    met,
    meet({ inDoubt, ...groups }: Comparison): void {
      for (const [name, people] of Object.entries(groups)) if (people.length > 0) met.add(name);
      for (const { doubt } of inDoubt) met.add(doubt);
    },
  };
}

const DOUBTS = ['no address', 'no ID', 'ID twice', 'address twice', 'no count'];

describe('comparing two exports', () => {
  test('P341: everybody has joined, stayed or left, or is listed apart', () => {
    const { met, meet } = cases();
    fc.assert(
      fc.property(anyKind, twoExports, (kind, [earlier, later]) => {
        const compared = compareRows(kind, earlier, later);
        const { joined, left, changed, unchanged, inDoubt } = compared;
        meet(compared);
        const stayed = [...changed, ...unchanged];
        const listsIds = kind === 'nonActivatedLicenses';
        const keyOf = ({ id, email }: ExportRow) => (listsIds ? id : addressOf(email));
        const apart = new Set(inDoubt.map(each => each.row));
        // A row counts toward one person, or is listed apart with those of the same person.
        const doubtful = new Set([...apart].map(keyOf));
        const expected = (rows: readonly ExportRow[]) => {
          const certain = rows.filter(each => !doubtful.has(keyOf(each)));
          const leads = certain.reduce((total, each) => total + each.leads, 0);
          return { keys: [...new Set(certain.map(keyOf))].toSorted(), leads };
        };
        const found = (people: readonly PersonInExport[]) => ({
          keys: people.map(({ label }) => (listsIds ? label : addressOf(label))).toSorted(),
          leads: people.reduce((total, each) => total + each.leads, 0),
        });
        expect(found([...left, ...stayed.map(({ before }) => before)])).toEqual(expected(earlier));
        expect(found([...joined, ...stayed.map(({ after }) => after)])).toEqual(expected(later));
      }),
    );
    expect(met).toEqual(new Set(['joined', 'left', 'changed', 'unchanged', ...DOUBTS]));
  });

  test('P341: an export and itself differ in nothing', () => {
    const { met, meet } = cases();
    fc.assert(
      fc.property(anyKind, anyRows, (kind, rows) => {
        const compared = compareRows(kind, rows, rows);
        meet(compared);
        const { joined, left, changed } = compared;
        expect([joined, left, changed]).toEqual([[], [], []]);
      }),
    );
    expect(met).toEqual(new Set(['unchanged', ...DOUBTS]));
  });

  test('P341: in the other direction, who has joined has left', () => {
    const { met, meet } = cases();
    fc.assert(
      fc.property(anyKind, twoExports, (kind, [earlier, later]) => {
        const forth = compareRows(kind, earlier, later);
        const back = compareRows(kind, later, earlier);
        meet(forth);
        const sorted = (labels: readonly { label: string }[]) => labels.map(({ label }) => label).toSorted();
        expect(sorted(back.joined)).toEqual(sorted(forth.left));
        expect(sorted(back.left)).toEqual(sorted(forth.joined));
        const mirrored = back.changed.map(({ before, after }) => ({ before: after, after: before }));
        expect(mirrored).toHaveLength(forth.changed.length);
        expect(mirrored).toEqual(expect.arrayContaining([...forth.changed]));
        expect(back.inDoubt).toHaveLength(forth.inDoubt.length);
      }),
    );
    expect(met).toEqual(new Set(['joined', 'left', 'changed', 'unchanged', ...DOUBTS]));
  });

  test('P342: several licenses of one person are one person with their sum', () => {
    const { changed, joined } = compareRows(
      'licenses',
      [
        row({ email: 'Ada@x.example', id: 'U-1', leads: 3 }),
        row({ email: 'ada@X.example', id: 'U-2', leads: 4 }),
      ],
      [
        row({ email: 'ada@x.example', id: 'U-1', leads: 9 }),
        row({ email: 'ben@x.example', id: 'U-3', leads: 1 }),
      ],
    );
    expect(changed).toMatchObject([{ before: { leads: 7 }, after: { leads: 9 } }]);
    expect(joined).toMatchObject([{ label: 'ben@x.example' }]);
  });

  test('P343: a person in doubt in one export has not joined or left in the other', () => {
    const twice = [row({ email: 'ada@x.example', id: 'U-1' }), row({ email: 'ben@x.example', id: 'U-1' })];
    const later = [row({ email: 'ada@x.example', id: 'U-1' }), row({ id: 'U-9', leads: 40 })];
    const { joined, left, inDoubt } = compareRows('licenses', twice, later);
    expect([joined, left]).toEqual([[], []]);
    expect(inDoubt.map(({ doubt, side }) => `${doubt} ${side}`)).toEqual([
      'ID twice before',
      'ID twice before',
      'no address after',
    ]);
  });
});

const addressOf = (email: string) => email.normalize('NFKC').toLowerCase().trim();
