import { describe, expect, test } from '@jest/globals';
import { availableLicences } from '../../../shared/licences';

describe('licenses', () => {
  test.each([
    [10, 3, 7],
    [0, 0, 0],
    [3, 3, 0],
  ])('of %i purchased with %i claimed leave %i available', (licencesPurchased, licencesClaimed, expected) => {
    expect(availableLicences({ licencesPurchased, licencesClaimed })).toBe(expected);
  });
});
