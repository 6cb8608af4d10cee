import { formatCount } from './format-count';
import { type ProductKey, productKeys, productTerms, removalMessages } from './products';
import type { ProductWords } from './products/words';

/** Messages, exactly as docs/product.md quotes them. Pages and products have texts of their own. */
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
      'The end of the link is missing. Copy all of it from the email, even if it continues on another line.',
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
      'Your account has more data than the portal can keep in this browser. If a new link fails, too, contact whoever runs this portal.',
  },
  downloadLink: {
    copied: 'Download link copied to clipboard!',
    failed: 'Failed to copy link to clipboard',
  },
  access: {
    userDetailsMissing: 'User details not available',
    notAuthenticated: 'User not authenticated',
  },
  fallback: {
    statsFailed: 'Failed to fetch stats',
    requestFailed: 'Failed to request licenses',
  },
  cards: {
    exportCallFailed: 'Export request failed',
    exportFailed: 'Failed to submit export request',
    addUnsupported: 'Adding digital business cards is not supported by the API',
  },
} as const;

/**
 * Type and text of each toast. A session stores a toast as a code and values, never as text (P32). An outcome of the removal of
 * one row has a third element, because its list shows it, too: 'retry' after a failure that can be tried again, whose last value
 * is the ID for its dialog, or ''.
 */
const common = {
  licensesRequested: ['success', () => 'License request submitted successfully!'],
  requestLicensesFailed: ['error', () => 'Failed to request licenses. Please try again.'],
  exported: ['success', (count, rows, file) => `Exported ${count} ${rows} to ${file}`],
  userDetailsMissing: ['error', () => messages.access.userDetailsMissing],
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
  removalNotDone: ['error', () => 'Your session had ended, so nothing was removed.', 'row'],
  licensesNotRequested: ['error', () => 'Your session had ended, so no licenses were requested.'],
  profileDataNotRequested: ['error', () => 'Your session had ended, so no profile data was requested.'],
} as const satisfies Record<string, ToastEntry>;

/** The toasts of a product, by the names in its words. */
function productToasts(key: ProductKey): readonly (readonly [ProductToast, ToastEntry])[] {
  const { fullName, done, messages: own, toasts } = productTerms[key];
  const text = removalMessages(key);
  return [
    [toasts.unavailable, ['error', () => own.statsFailed]],
    // The next one replaces it if they have the same name.
    [toasts.accountMissing, ['error', () => own.accountMissing, 'row']],
    [toasts.roleMissing, ['error', () => own.roleMissing]],
    [toasts.removed, ['success', () => text.removed, 'row']],
    [toasts.stillListed, ['warning', () => `${text.removed}, but it is still listed.`, 'retry']],
    [
      toasts.reassigned,
      ['error', email => `Not ${done.toLowerCase()}: the ${key} belongs to ${email} now.`, 'row'],
    ],
    [toasts.notListed, ['error', () => `${text.callFailed}: it is no longer in the list.`, 'row']],
    [toasts.callFailed, ['error', () => text.callFailed, 'retry']],
    [toasts.failed, ['error', () => text.failed, 'retry']],
    [
      toasts.notDone,
      ['error', () => `Your session had ended, so the ${fullName} was not ${done.toLowerCase()}.`, 'row'],
    ],
  ];
}

const catalog = Object.fromEntries([
  ...productKeys.flatMap(productToasts),
  ...Object.entries(common),
]) as Record<ToastCode, ToastEntry>;

type ToastEntry = readonly [ToastType, (...values: readonly ToastValue[]) => string, ('row' | 'retry')?];

type ToastType = 'success' | 'error' | 'warning' | 'info';
type ProductToast = (typeof productTerms)[ProductKey]['toasts'][keyof ProductWords['toasts']];
export type ToastCode = keyof typeof common | ProductToast;
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
