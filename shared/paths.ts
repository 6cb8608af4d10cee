import {
  type CardListState,
  defaultCardListState,
  defaultLicenseListState,
  type LicenseListState,
  writeListState,
} from './list-state';

/** Every address of the portal. Links, forms, redirects and tests take them from here. */
export const paths = {
  login: '/login',
  finishSignIn: '/finishsignup',
  logout: '/logout',
  home: '/',
  dashboard: '/dashboard',
  leadCapture: '/leads-capture',
  requestLicenses: '/leads-capture/request-licenses',
  revokeLicense: '/leads-capture/revoke',
  licensesCsv: '/leads-capture/licenses.csv',
  nonActivatedLicensesCsv: '/leads-capture/non-activated-licenses.csv',
  cards: '/digital-business-cards',
  requestCards: '/digital-business-cards/request-licenses',
  deactivateCard: '/digital-business-cards/deactivate',
  requestProfileData: '/digital-business-cards/request-profile-data',
  addCard: '/digital-business-cards/cards',
  claimedCardsCsv: '/digital-business-cards/claimed-cards.csv',
  nonClaimedCardsCsv: '/digital-business-cards/non-claimed-cards.csv',
  healthz: '/healthz',
  readyz: '/readyz',
  assets: '/assets/',
} as const;

/** A page, action or download of the Lead Capture part in the given list state. */
export function leadCaptureAddress(
  path:
    | typeof paths.leadCapture
    | typeof paths.licensesCsv
    | typeof paths.requestLicenses
    | typeof paths.revokeLicense,
  state: LicenseListState,
): string {
  return path + writeListState(state, defaultLicenseListState);
}

/** The Lead Capture page with the dialog that asks whether to revoke one license. */
export function revokeDialogAddress(state: LicenseListState): (licenseId: string) => string {
  return withParameter(leadCaptureAddress(paths.leadCapture, state), 'revoke');
}

/** A page, action or download of the Digital Business Cards part in the given list state. */
export function cardsAddress(
  path:
    | typeof paths.cards
    | typeof paths.claimedCardsCsv
    | typeof paths.nonClaimedCardsCsv
    | typeof paths.requestCards
    | typeof paths.deactivateCard
    | typeof paths.requestProfileData,
  state: CardListState,
): string {
  return path + writeListState(state, defaultCardListState);
}

/** The claimed cards as CSV with their real profile visits (P154). */
export function claimedCardsWithVisitsAddress(state: CardListState): string {
  return withParameter(cardsAddress(paths.claimedCardsCsv, state), 'visits')('1');
}

/** The Digital Business Cards page with the dialog that asks whether to deactivate one card. */
export function deactivateDialogAddress(state: CardListState): (cardId: string) => string {
  return withParameter(cardsAddress(paths.cards, state), 'deactivate');
}

/** The Digital Business Cards page with the dialog that offers all profile data by e-mail. */
export function profileDataDialogAddress(state: CardListState): string {
  return withParameter(cardsAddress(paths.cards, state), 'dialog')('profile-data');
}

function withParameter(address: string, name: string): (value: string) => string {
  const start = `${address}${address.includes('?') ? '&' : '?'}${name}=`;
  return value => start + encodeURIComponent(value.toWellFormed());
}
