import {
  type CardListState,
  defaultCardListState,
  defaultLicenseListState,
  type LicenseListState,
  writeListState,
} from './list-state';

/** Every path of the portal, for links, forms, redirects and tests. */
export const paths = {
  login: '/login',
  linkSent: '/login/sent',
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

/** The address of a Lead Capture page, action or download in a list state. */
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

/** Returns a function from a license id to the address of its revocation dialog (P98). */
export function revokeDialogAddress(state: LicenseListState): (licenseId: string) => string {
  return withParameter(leadCaptureAddress(paths.leadCapture, state), 'revoke');
}

/** The address of a Digital Business Cards page, action or download in a list state. */
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

/** The address of the export of claimed cards with their profile visits (P154). */
export function claimedCardsWithVisitsAddress(state: CardListState): string {
  return withParameter(cardsAddress(paths.claimedCardsCsv, state), 'visits')('1');
}

/** Returns a function from a card id to the address of its deactivation dialog (P125). */
export function deactivateDialogAddress(state: CardListState): (cardId: string) => string {
  return withParameter(cardsAddress(paths.cards, state), 'deactivate');
}

/** The address of the dialog that requests all profile data (P106). */
export function profileDataDialogAddress(state: CardListState): string {
  return withParameter(cardsAddress(paths.cards, state), 'dialog')('profile-data');
}

function withParameter(address: string, name: string): (value: string) => string {
  const start = `${address}${address.includes('?') ? '&' : '?'}${name}=`;
  return value => start + encodeURIComponent(value.toWellFormed());
}
