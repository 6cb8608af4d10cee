/** The calls of the portal to its backends (P167 to P175): their titles, and what they send. */
export const portalCalls = {
  scannerStats: ['Lead Capture: statistics', /^GET \/portal\/scanneraccount\/[^/]+\/stats$/],
  scannerTopUp: ['Lead Capture: request licenses', /^POST \/portal\/scanneraccount\/[^/]+\/topup$/],
  scannerRevoke: [
    'Lead Capture: revoke a license',
    /^DELETE \/licencing\/portal\/scanneraccount\/[^/]+\/licences\/[^/]+$/,
  ],
  ecardStats: ['Cards: statistics', /^GET \/portal\/companies\/[^/]+\/stats$/],
  ecardTopUp: ['Cards: request licenses', /^POST \/portal\/companies\/[^/]+\/topup$/],
  ecardClear: ['Cards: deactivate a card', /^DELETE \/portal\/nfcprofiles\/[^/]+\/clear$/],
  ecardExport: ['Cards: export the profile data', /^POST \/portal\/companies\/[^/]+\/export$/],
  portalUsers: ['User details', /^GET \/portalusers$/],
  magicLink: ['Send the sign-in link', /^POST \/portalusers\/magiclink$/],
} as const satisfies Record<string, readonly [title: string, line: RegExp]>;

export type Call = keyof typeof portalCalls;

export const callNames = Object.keys(portalCalls) as readonly Call[];

/** The call for a line such as 'GET /portalusers'; undefined for other requests. */
export function callOf(line: string): Call | undefined {
  return callNames.find(name => portalCalls[name][1].test(line));
}

export interface ReceivedCall {
  /** Counts from 1. */
  readonly number: number;
  /** For example: 'GET /portal/scanneraccount/acme/stats', without /api or /ecard-api. */
  readonly line: string;
  /** The call of the portal that the request is, if it is one. */
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
