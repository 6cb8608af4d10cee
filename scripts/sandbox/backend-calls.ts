/** The calls of the portal to its backends (P167 to P177), with titles. */
export const callTitles = {
  scannerStats: 'Lead Capture: statistics',
  scannerTopUp: 'Lead Capture: request licenses',
  scannerRevoke: 'Lead Capture: revoke a license',
  ecardStats: 'Cards: statistics',
  ecardTopUp: 'Cards: request licenses',
  ecardClear: 'Cards: deactivate a card',
  ecardExport: 'Cards: export the profile data',
  portalUsers: 'User details',
  magicLink: 'Send the sign-in link',
} as const;

export type Call = keyof typeof callTitles;

const patterns: readonly (readonly [Call, RegExp])[] = [
  ['magicLink', /^POST \/portalusers\/magiclink$/],
  ['portalUsers', /^GET \/portalusers$/],
  ['scannerStats', /^GET \/portal\/scanneraccount\/[^/]+\/stats$/],
  ['scannerTopUp', /^POST \/portal\/scanneraccount\/[^/]+\/topup$/],
  ['scannerRevoke', /^DELETE \/licencing\/portal\/scanneraccount\/[^/]+\/licences\/[^/]+$/],
  ['ecardStats', /^GET \/portal\/companies\/[^/]+\/stats$/],
  ['ecardTopUp', /^POST \/portal\/companies\/[^/]+\/topup$/],
  ['ecardClear', /^DELETE \/portal\/nfcprofiles\/[^/]+\/clear$/],
  ['ecardExport', /^POST \/portal\/companies\/[^/]+\/export$/],
];

/** The call for a line such as 'GET /portalusers'; undefined for other requests. */
export function callOf(line: string): Call | undefined {
  return patterns.find(([, pattern]) => pattern.test(line))?.[0];
}

/** A call that a backend has received. */
export interface ReceivedCall {
  /** Counts from 1. */
  readonly number: number;
  /** For instance 'GET /portal/scanneraccount/acme/stats', without /api or /ecard-api. */
  readonly line: string;
  /** Undefined for requests that are not calls of the portal. */
  readonly call: Call | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly traceparent: string | string[] | undefined;
  readonly end: 'open' | 'answered' | 'reset' | 'closed by the portal';
  /** Bytes sent for the response, including headers; 0 until it ends. */
  readonly bytesSent: number;
}

export const statsCalls: readonly Call[] = ['scannerStats', 'ecardStats'];
export const removalCalls: readonly Call[] = ['scannerRevoke', 'ecardClear'];
export const requestCalls: readonly Call[] = ['scannerTopUp', 'ecardTopUp', 'ecardExport'];
