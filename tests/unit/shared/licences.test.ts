import { describe, expect, test } from '@jest/globals';
import {
  activatedLicences,
  availableLicences,
  type Licence,
  nonActivatedLicences,
} from '../../../shared/licences';

const licence = (appId: string, email = ''): Licence => ({
  appId,
  email,
  activationDate: '',
  leadsLast30Days: 0,
  leadsTotal: 0,
});

describe('licenses', () => {
  const all = [licence('N-2'), licence('U-1', 'ada@acme.example'), licence('N-1'), licence('')];

  test('with an e-mail are activated', () => {
    expect(activatedLicences(all).map(({ appId }) => appId)).toEqual(['U-1']);
  });

  test('without one are not, in the order of the backend', () => {
    expect(nonActivatedLicences(all).map(({ appId }) => appId)).toEqual(['N-2', 'N-1', '']);
  });

  test.each([
    [10, 3, 7],
    [0, 0, 0],
    [3, 3, 0],
  ])('of %i purchased with %i claimed leave %i available', (licencesPurchased, licencesClaimed, expected) => {
    expect(availableLicences({ licencesPurchased, licencesClaimed })).toBe(expected);
  });
});
