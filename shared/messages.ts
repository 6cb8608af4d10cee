import { formatCount } from './format-count';

/** Messages of sign-in and of the products, exactly as docs/product.md quotes them. Pages have texts of their own. */
export const messages = {
  login: {
    sent: 'Check your inbox: we have sent you a secure link to sign in.',
    sentLate:
      'If it does not arrive within a few minutes, check the spelling and your spam folder. Asked several times? Wait 15 minutes.',
    sessionEnded: 'Your session has ended. Please sign in again.',
    cookiesBlocked:
      'This browser blocks the cookies of the portal, or has deleted them. Allow cookies for this site, then request a new link.',
    emailMissing: 'Please enter your email address',
    failed: 'Failed to send magic link. Please try again.',
    checkSpelling: 'Check the spelling of the address, or ask whoever runs this portal.',
    tooMany: (minutes: number) =>
      `Too many links were requested for this address. Use the latest link, or try again in ${minutes} min.`,
    foreignName: 'The part before the @ has letters that the portal cannot send email to, such as ü.',
  },
  finishSignIn: {
    processing: 'Signing you in...',
    succeeded: 'Sign-in Successful!',
    redirecting: 'Redirecting you to the dashboard...',
    redirectingBack: 'Redirecting you...',
    failed: 'Sign-in Failed',
    emailNeeded: 'Please provide your email for confirmation',
    linkInvalid: 'Invalid sign-in link. Please request a new magic link.',
    linkIncomplete:
      'The link is incomplete: its end is missing. Copy all of it from the email, even if it continues on another line.',
    linkFormatInvalid: 'Invalid sign-in link format.',
    emailMissing: 'Email is required to complete sign-in.',
    linkUsedOrCut: 'A link works once and for six hours. If you copy it, copy all of it.',
    otherAddress: 'If the link was sent to another address, try the same link with that one.',
    rejected: 'Failed to sign in. Please try requesting a new magic link.',
    providerUnavailable: 'Sign-in is not working right now. Try the same link again in a few minutes.',
    unverified:
      "The link has been used up, but the portal could not verify the identity provider's answer. If a new link fails, too, contact whoever runs this portal.",
    personRefused: 'This address may not sign in here. Ask whoever runs this portal.',
    portalRefused:
      'The portal cannot sign anyone in right now, because the identity provider refuses its requests. Your link stays valid. Please try again later, or contact whoever runs this portal.',
    tooLarge:
      'Your account has more data than the portal can keep in this browser. A new magic link will not help: please contact whoever runs this portal.',
  },
  downloadLink: {
    copied: 'Download link copied to clipboard!',
    failed: 'Failed to copy link to clipboard',
  },
  access: {
    userDetailsMissing: 'User details not available',
    notAuthenticated: 'User not authenticated',
  },
  leadCapture: {
    notActivated: 'Lead Capture Not Activated',
    statsFailed: 'Error loading lead capture information',
    accountMissing: 'Scanner account access not found',
    roleMissing: 'No Scanner role found for user',
    revoked: 'License revoked successfully',
    revokeCallFailed: 'Failed to revoke license',
    statsCallFailed: 'Failed to get scanner account stats',
    requestCallFailed: 'Failed to request lead capture licenses',
    licensesUnreadable: 'Failed to fetch licenses',
    removeFailed: 'Failed to remove license',
    gone: 'This license is no longer in the list.',
    integrationsUnknown: 'Failed to fetch integration status',
  },
  fallback: {
    statsFailed: 'Failed to fetch stats',
    requestFailed: 'Failed to request licenses',
  },
  cards: {
    notActivated: 'Digital Business Cards Not Activated',
    roleMissing: 'No Digital Business Cards access',
    statsCallFailed: 'Failed to get company stats',
    requestCallFailed: 'Failed to request digital business card licenses',
    deactivated: 'Digital business card deactivated successfully',
    deactivateCallFailed: 'Failed to deactivate digital business card',
    exportCallFailed: 'Export request failed',
    exportFailed: 'Failed to submit export request',
    cardsUnreadable: 'Failed to fetch digital business cards',
    removeFailed: 'Failed to remove digital business card',
    gone: 'This card is no longer in the list.',
    addUnsupported: 'Adding digital business cards is not supported by the API',
  },
} as const;

/**
 * Type and text of each toast. A session stores a toast as a code and values, never as text (P32). An outcome of the removal of
 * one row has a third element, because its list shows it, too: 'retry' after a failure that can be tried again, whose last value
 * is the ID for its dialog, or ''.
 */
const catalog = {
  licensesRequested: ['success', () => 'License request submitted successfully!'],
  requestLicensesFailed: ['error', () => 'Failed to request licenses. Please try again.'],
  licenseRevoked: ['success', () => messages.leadCapture.revoked, 'row'],
  licenseStillListed: ['warning', () => `${messages.leadCapture.revoked}, but it is still listed.`, 'retry'],
  licenseReassigned: ['error', email => `Not revoked: the license belongs to ${email} now.`, 'row'],
  licenseNotListed: [
    'error',
    () => `${messages.leadCapture.revokeCallFailed}: it is no longer in the list.`,
    'row',
  ],
  exported: ['success', (count, rows, file) => `Exported ${count} ${rows} to ${file}`],
  licensesUnavailable: ['error', () => messages.leadCapture.statsFailed],
  cardsUnavailable: ['error', () => messages.cards.statsCallFailed],
  userDetailsMissing: ['error', () => messages.access.userDetailsMissing],
  scannerAccountMissing: ['error', () => messages.leadCapture.accountMissing, 'row'],
  scannerRoleMissing: ['error', () => messages.leadCapture.roleMissing],
  cardsRoleMissing: ['error', () => messages.cards.roleMissing],
  revokeFailed: ['error', () => messages.leadCapture.revokeCallFailed, 'retry'],
  removeLicenseFailed: ['error', () => messages.leadCapture.removeFailed, 'retry'],
  cardDeactivated: ['success', () => messages.cards.deactivated, 'row'],
  cardStillListed: ['warning', () => `${messages.cards.deactivated}, but it is still listed.`, 'retry'],
  cardReassigned: ['error', email => `Not deactivated: the card belongs to ${email} now.`, 'row'],
  cardNotListed: [
    'error',
    () => `${messages.cards.deactivateCallFailed}: it is no longer in the list.`,
    'row',
  ],
  deactivateFailed: ['error', () => messages.cards.deactivateCallFailed, 'retry'],
  removeCardFailed: ['error', () => messages.cards.removeFailed, 'retry'],
  profileDataRequested: [
    'success',
    () => 'Export request submitted successfully. You will receive an email with the complete data shortly.',
  ],
  profileDataRequestFailed: ['error', () => messages.cards.exportCallFailed],
  profileDataFailed: ['error', () => messages.cards.exportFailed],
  alreadySent: ['info', () => 'This was already sent.'],
  requestLimitReached: [
    'error',
    minutes => `Too many requests in one hour. Please try again in ${minutes} min.`,
  ],
  removalLimitReached: [
    'error',
    minutes => `Too many removals in one hour. Please try again in ${minutes} min.`,
    'row',
  ],
  tooManyRemovals: [
    'error',
    limit =>
      `Your company has ${limit} removals running. Please confirm this one again when another has ended.`,
  ],
  personRemoved: ['success', () => 'Removed successfully', 'row'],
  personNotRemoved: ['error', (email, what) => `${email} ${what}.`, 'retry'],
  reviewChanged: ['error', () => 'This review has changed. Please check it again before you confirm it.'],
  nobodyLeftOut: ['error', () => 'Nobody was left out, because this review has already been confirmed.'],
  removalNotDone: ['error', () => 'Your session had ended: nothing was removed.', 'row'],
  licenseNotRevoked: ['error', () => 'Your session had ended: the license was not revoked.', 'row'],
  cardNotDeactivated: [
    'error',
    () => 'Your session had ended: the digital business card was not deactivated.',
    'row',
  ],
  licensesNotRequested: ['error', () => 'Your session had ended: no licenses were requested.'],
  profileDataNotRequested: ['error', () => 'Your session had ended: no profile data was requested.'],
} as const satisfies Record<string, ToastEntry>;

type ToastEntry = readonly [ToastType, (...values: readonly ToastValue[]) => string, ('row' | 'retry')?];

type ToastType = 'success' | 'error' | 'warning' | 'info';
export type ToastCode = keyof typeof catalog;
type ToastValue = string | number;

export interface Toast {
  /** When it was created, in milliseconds since 1970 (P31). */
  readonly id: number;
  readonly code: ToastCode;
  readonly values: readonly ToastValue[];
}

export interface ToastText {
  readonly id: number;
  readonly type: ToastType;
  readonly text: string;
}

export interface RemovalStatus {
  readonly text: string;
  readonly hasFailed: boolean;
  /** The ID for the dialog that tries it again. */
  readonly retryId: string | undefined;
}

/** A list's message about the removal of one row; undefined for other toasts. */
export function removalStatus({ code, values }: Toast): RemovalStatus | undefined {
  const [type, , shown]: ToastEntry = catalog[code];
  if (shown === undefined) return undefined;
  const email = String(values[0] ?? '');
  const text = textOf(code, ...values);
  if (type === 'success')
    return { text: email === '' ? text : `${email} removed`, hasFailed: false, retryId: undefined };
  const retryId = shown === 'retry' ? String(values.at(-1) ?? '') || undefined : undefined;
  return {
    text: text.includes(email) ? text : `${text.replace(/\.$/, '')}: ${email}.`,
    hasFailed: true,
    retryId,
  };
}

export const toastCodes = Object.keys(catalog) as readonly ToastCode[];

export function toastText({ id, code, values }: Toast): ToastText {
  return { id, type: catalog[code][0], text: textOf(code, ...values) };
}

export function textOf(code: ToastCode, ...values: readonly ToastValue[]): string {
  const write: (...values: readonly ToastValue[]) => string = catalog[code][1];
  return write(...values.map(value => (typeof value === 'number' ? formatCount(value) : value)));
}
