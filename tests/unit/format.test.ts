import { describe, expect, test } from '@jest/globals';
import { formatActivation } from '../../server/pages/days';
import { formatItems, formatShare, roundShares } from '../../server/pages/format';
import { formatCount } from '../../shared/format-count';
import { textOf } from '../../shared/messages';
import { fc } from '../support/data/properties';

test('P6: counts have separators for thousands, as in English', () => {
  const english = new Intl.NumberFormat('en');
  fc.assert(
    fc.property(fc.maxSafeNat(), count => formatCount(count) === english.format(count)),
    {
      examples: [[0], [999], [1000], [1001], [999_999], [1_000_000], [12_005_010]],
    },
  );
});

test('P6: counts of toasts have separators', () => {
  expect(textOf('exported', 1312, 'license(s)', 'licenses-export-2026-11-28.csv')).toBe(
    'Exported 1,312 license(s) to licenses-export-2026-11-28.csv',
  );
});

describe('shares', () => {
  const parts = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 6 });
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

  test('add up to 100%, or to 99% and a part of less than 1%, and each is at most 1% off', () => {
    fc.assert(
      fc.property(parts, counts => {
        const total = sum(counts);
        fc.pre(total > 0);
        const shares = roundShares(counts);
        const isCut = shares.includes(99) && sum(shares) === 99;
        expect(isCut || sum(shares) === 100).toBe(true);
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - ((counts[index] ?? 0) * 100) / total)).toBeLessThanOrEqual(1);
      }),
      { examples: [[[171, 29]], [[222, 149, 67, 62]], [[1, 1, 1]], [[0, 5]]] },
    );
  });

  test.each([
    [
      [171, 29],
      ['86%', '14%'],
    ],
    [
      [1, 1, 1],
      ['34%', '33%', '33%'],
    ],
    [
      [999, 1],
      ['99%', '<1%'],
    ],
    [
      [5, 0],
      ['100%', '0%'],
    ],
    [
      [0, 0],
      ['0%', '0%'],
    ],
    [
      [11, -1],
      ['100%', '0%'],
    ],
  ])('%j are %j', (counts, texts) => {
    const shares = roundShares(counts);
    expect(counts.map((count, index) => formatShare(count, shares[index]))).toEqual(texts);
  });
});

test('a count of items is in the singular for one only', () => {
  expect([0, 1, 2, 1312].map(count => formatItems(count, 'license'))).toEqual([
    '0 licenses',
    '1 license',
    '2 licenses',
    '1,312 licenses',
  ]);
});

test.each([
  [0, 'today'],
  [1, '1 day ago'],
  [44, '44 days ago'],
  [45, '1 month ago'],
  [456, '15 months ago'],
  [714, '23 months ago'],
  [716, '2 years ago'],
  [1200, '3 years ago'],
])('P245: a license that brought nothing says when it was activated: %s days, %s', (days, age) => {
  const [today, license] = [20_000, { last30Days: 0, total: 3, activatedOn: 20_000 - days }];
  expect(formatActivation(license, today * 86_400_000)).toBe(`activated ${age}`);
  expect(formatActivation({ ...license, total: 0 }, today * 86_400_000)).toBe(`activated ${age}, never used`);
  expect(formatActivation({ ...license, last30Days: 1 }, today * 86_400_000)).toBeUndefined();
  expect(formatActivation({ ...license, activatedOn: 0 }, today * 86_400_000)).toBeUndefined();
});
