import type { Call } from '../../../scripts/sandbox/backend-calls';
import { paths } from '../../../shared/paths';

/** A button that changes data, and its messages. */
export interface Action {
  readonly page: string;
  /** The query string that shows the button. */
  readonly open: string;
  readonly button: string;
  readonly call: Call;
  readonly failed: string;
  readonly done: string;
  /** The log line of its failure. */
  readonly logged: string;
}

/** The confirmation of a removal, by default of the first row of `dana`. */
interface Removal extends Action {
  readonly dialog: string;
  readonly field: string;
}

const request = {
  open: '',
  button: 'Request Licenses',
  failed: 'Failed to request licenses. Please try again.',
  done: 'License request submitted successfully!',
};

export const revokeLicense: Removal = {
  ...{ page: paths.leadCapture, dialog: 'revoke', open: '?revoke=U-1', field: 'licenseId' },
  button: 'Revoke License',
  call: 'scannerRevoke',
  failed: 'Failed to revoke license',
  logged: 'Failed to revoke license',
  done: 'License revoked successfully',
};

export const requestLicenses: Action = {
  ...{ ...request, page: paths.leadCapture, call: 'scannerTopUp' },
  logged: 'Failed to request lead capture licenses',
};

export const deactivateCard: Removal = {
  ...{ page: paths.cards, dialog: 'deactivate', open: '?deactivate=c1', field: 'cardId' },
  button: 'Deactivate Card',
  call: 'ecardClear',
  failed: 'Failed to deactivate digital business card',
  logged: 'Failed to deactivate digital business card',
  done: 'Digital business card deactivated successfully',
};

export const requestCards: Action = {
  ...{ ...request, page: paths.cards, call: 'ecardTopUp' },
  logged: 'Failed to request digital business card licenses',
};

export const requestProfileData: Action = {
  ...{ page: paths.cards, open: '?dialog=profile-data', button: 'Confirm', call: 'ecardExport' },
  failed: 'Export request failed',
  logged: 'Export request failed',
  done: 'Export request submitted successfully. You will receive an email with the complete data shortly.',
};
