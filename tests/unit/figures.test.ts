import { expect, test } from '@jest/globals';
import { formatCount, formatItems } from '../../server/pages/figures';
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

test('a count of items is in the singular for one only', () => {
  expect([0, 1, 2, 1312].map(count => formatItems(count, 'license'))).toEqual([
    '0 licenses',
    '1 license',
    '2 licenses',
    '1,312 licenses',
  ]);
});
