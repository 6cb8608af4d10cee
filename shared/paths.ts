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
  leavers: '/leavers',
  reviewRemovals: '/removals/review',
  removalRun: '/removals/run',
  removalReceipt: '/removals/receipt.csv',
  healthz: '/healthz',
  readyz: '/readyz',
  securityTxt: '/.well-known/security.txt',
  assets: '/assets/',
} as const;

/** Returns the URL of a Lead Capture page, action or download in a list state. */
export function leadCaptureAddress(path: string, state: LicenseListState): string {
  return path + writeListState(state, defaultLicenseListState);
}

/** Returns the URL of a Digital Business Cards page, action or download in a list state. */
export function cardsAddress(path: string, state: CardListState): string {
  return path + writeListState(state, defaultCardListState);
}

/** Returns a function from the value of a parameter to the URL with that parameter. */
export function withParameter(address: string, name: string): (value: string) => string {
  const start = `${address}${address.includes('?') ? '&' : '?'}${name}=`;
  return value => start + encodeURIComponent(value.toWellFormed());
}
