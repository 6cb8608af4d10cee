import { describe, expect, test } from '@jest/globals';
import { availableLicenses } from '../../../shared/licenses';

describe('licenses', () => {
  test.each([
    [10, 3, 7],
    [0, 0, 0],
    [3, 3, 0],
  ])('of %i purchased with %i claimed leave %i available', (licensesPurchased, licensesClaimed, expected) => {
    expect(availableLicenses({ licensesPurchased, licensesClaimed })).toBe(expected);
  });
});
