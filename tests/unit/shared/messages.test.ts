import { describe, expect, test } from '@jest/globals';
import { type ToastCode, toastCodes, toastText } from '../../../shared/messages';

describe('a toast', () => {
  const toasts: Readonly<Record<ToastCode, readonly ['success' | 'error', string]>> = {
    licensesRequested: ['success', 'License request submitted successfully!'],
    requestLicensesFailed: ['error', 'Failed to request licenses. Please try again.'],
    licenseRevoked: ['success', 'License revoked successfully'],
    exported: ['success', 'Exported 12 license(s) to list.csv'],
    removalNotDone: ['error', 'Your session had ended: nothing was removed.'],
    userDetailsMissing: ['error', 'User details not available'],
    scannerAccountMissing: ['error', 'Scanner account access not found'],
    scannerRoleMissing: ['error', 'No Scanner role found for user'],
    cardsRoleMissing: ['error', 'No Digital Business Cards access'],
    revokeFailed: ['error', 'Failed to revoke license'],
    removeLicenseFailed: ['error', 'Failed to remove license'],
    cardDeactivated: ['success', 'Digital business card deactivated successfully'],
    deactivateFailed: ['error', 'Failed to deactivate digital business card'],
    removeCardFailed: ['error', 'Failed to remove digital business card'],
    profileDataRequested: [
      'success',
      'Export request submitted successfully. You will receive an email with the complete data shortly.',
    ],
    profileDataRequestFailed: ['error', 'Export request failed'],
    profileDataFailed: ['error', 'Failed to submit export request'],
    requestLimitReached: ['error', 'Too many requests in one hour. Please try again in 12 min.'],
    removalLimitReached: ['error', 'Too many removals in one hour. Please try again in 12 min.'],
    licenseNotRevoked: ['error', 'Your session had ended: the license was not revoked.'],
    cardNotDeactivated: ['error', 'Your session had ended: the digital business card was not deactivated.'],
    licensesNotRequested: ['error', 'Your session had ended: no licenses were requested.'],
    profileDataNotRequested: ['error', 'Your session had ended: no profile data was requested.'],
  };

  test.each(Object.entries(toasts))('has the text in docs/product.md: %s', (code, [type, text]) => {
    const toast = { id: 1, code: code as ToastCode, values: [12, 'license(s)', 'list.csv'] };
    expect(toastText(toast)).toEqual({ id: 1, type, text });
  });

  test('is in the list above', () => {
    expect(toastCodes.toSorted()).toEqual(Object.keys(toasts).toSorted());
  });
});
