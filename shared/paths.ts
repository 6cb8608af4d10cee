import { defaultLicenceListState, type LicenceListState, writeListState } from './list-state';

/** Every address of the portal. Links, forms, redirects and tests take them from here. */
export const paths = {
  login: '/login',
  finishSignIn: '/finishsignup',
  logout: '/logout',
  home: '/',
  dashboard: '/dashboard',
  leadCapture: '/leads-capture',
  requestLicences: '/leads-capture/request-licenses',
  revokeLicence: '/leads-capture/revoke',
  licencesCsv: '/leads-capture/licenses.csv',
  nonActivatedLicencesCsv: '/leads-capture/non-activated-licenses.csv',
  cards: '/digital-business-cards',
  requestCards: '/digital-business-cards/request-licenses',
  healthz: '/healthz',
  readyz: '/readyz',
  assets: '/assets/',
} as const;

/** A page, action or download of the Lead Capture part in the given list state. */
export function leadCaptureAddress(
  path:
    | typeof paths.leadCapture
    | typeof paths.licencesCsv
    | typeof paths.requestLicences
    | typeof paths.revokeLicence,
  state: LicenceListState,
): string {
  return path + writeListState(state, defaultLicenceListState);
}

/** The Lead Capture page with the dialog that asks whether to revoke one licence. */
export function revokeDialogAddress(state: LicenceListState, licenceId: string): string {
  const address = leadCaptureAddress(paths.leadCapture, state);
  return `${address}${address.includes('?') ? '&' : '?'}revoke=${encodeURIComponent(licenceId.toWellFormed())}`;
}
