/** Paths for links, forms, redirects and tests. The files of lists are not among them: `downloadPath` makes their paths. */
export const paths = {
  login: '/login',
  linkSent: '/login/sent',
  finishSignIn: '/finishsignup',
  logout: '/logout',
  home: '/',
  dashboard: '/dashboard',
  leadCapture: '/leads-capture',
  revokeLicense: '/leads-capture/revoke',
  cards: '/digital-business-cards',
  deactivateCard: '/digital-business-cards/deactivate',
  requestProfileData: '/digital-business-cards/request-profile-data',
  addCard: '/digital-business-cards/cards',
  people: '/people',
  removePerson: '/people/remove',
  leavers: '/leavers',
  compare: '/compare',
  invite: '/invite',
  inviteQrCode: '/invite/qr-code.svg',
  reviewRemovals: '/removals/review',
  leaveOut: '/removals/review/leave-out',
  askFirst: '/removals/ask',
  askFirstFile: '/removals/ask/people.csv',
  removalJob: '/removals/run',
  stopRemoval: '/removals/stop',
  retryRemoval: '/removals/retry',
  removalReceipt: '/removals/receipt.csv',
  removalReceiptWorkbook: '/removals/receipt.xlsx',
  healthz: '/healthz',
  readyz: '/readyz',
  securityTxt: '/.well-known/security.txt',
  assets: '/assets/',
} as const;

/** Whether a page is about a selection, a review or a removal. */
export const isAboutRemoval = (path: string): boolean => path.startsWith('/removals/');

/** The ID of the content of a page, below the header and the menu. */
export const CONTENT_ID = 'content';

/** Adds the fragment that moves the focus to the content, for redirects after an action. `url` must have no fragment. */
export function toContent(url: string): string {
  return `${url}#${CONTENT_ID}`;
}

export function requestLicensesPath(productPath: string): string {
  return `${productPath}/request-licenses`;
}

/** The URL with a parameter. `url` must have no fragment. */
export function withParameter(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value.toWellFormed())}`;
}

/** The form field that says whose page the form was on. */
export const ACCOUNT_FIELD = 'account';
