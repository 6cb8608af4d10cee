import { describe, expect, test } from '@jest/globals';
import { compareRows } from '../../../server/comparisons/compare';
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
const anyRows = fc.array(anyRow, { maxLength: 12 });
const anyKind = fc.constantFrom<ExportKind>('licenses', 'cards', 'people', 'nonActivatedLicenses');

describe('comparing two exports', () => {
  test('P341: everybody has joined, stayed or left, or is listed apart', () => {
    fc.assert(
      fc.property(anyKind, anyRows, anyRows, (kind, earlier, later) => {
        const { joined, left, changed, unchanged, inDoubt } = compareRows(kind, earlier, later);
        const stayed = [...changed, ...unchanged];
        const apart = new Set(inDoubt.map(each => each.row));
        const labels = (rows: readonly ExportRow[]) =>
          rows.filter(each => !apart.has(each)).flatMap(each => each.leads);
        // A row counts toward one person, or is listed apart with those of the same person.
        const doubtfulKeys = new Set(
          [...apart].map(each => (kind === 'nonActivatedLicenses' ? each.id : keyOf(each))),
        );
        const isCertain = (each: ExportRow) =>
          !doubtfulKeys.has(kind === 'nonActivatedLicenses' ? each.id : keyOf(each));
        const sum = (people: readonly { leads: number }[]) =>
          people.reduce((total, each) => total + each.leads, 0);
        expect(sum([...left, ...stayed.map(({ before }) => before)])).toBe(sum(earlier.filter(isCertain)));
        expect(sum([...joined, ...stayed.map(({ after }) => after)])).toBe(sum(later.filter(isCertain)));
        expect(labels(earlier).every(Number.isFinite)).toBe(true);
      }),
    );
  });

  test('P341: an export and itself differ in nothing', () => {
    fc.assert(
      fc.property(anyKind, anyRows, (kind, rows) => {
        const { joined, left, changed } = compareRows(kind, rows, rows);
        expect([joined, left, changed]).toEqual([[], [], []]);
      }),
    );
  });

  test('P341: in the other direction, who has joined has left', () => {
    fc.assert(
      fc.property(anyKind, anyRows, anyRows, (kind, earlier, later) => {
        const forth = compareRows(kind, earlier, later);
        const back = compareRows(kind, later, earlier);
        const sorted = (labels: readonly { label: string }[]) => labels.map(({ label }) => label).toSorted();
        expect(sorted(back.joined)).toEqual(sorted(forth.left));
        expect(sorted(back.left)).toEqual(sorted(forth.joined));
        const mirrored = back.changed.map(({ before, after }) => ({ before: after, after: before }));
        expect(mirrored).toHaveLength(forth.changed.length);
        expect(mirrored).toEqual(expect.arrayContaining([...forth.changed]));
        expect(back.inDoubt).toHaveLength(forth.inDoubt.length);
      }),
    );
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

const keyOf = ({ email }: ExportRow) => email.normalize('NFKC').toLowerCase().trim();
