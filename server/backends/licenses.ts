/**
 * A claimed license of the scanner app and its leads. `licenseId` is the backend's `appId`, which pages show as UserID
 * (P86).
 */
export interface License {
  readonly licenseId: string;
  readonly email: string;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  /** How it is used (see `useOf`). */
  readonly use: number;
}

/** A license that has not been claimed. */
export type NonActivatedLicense = Pick<License, 'licenseId'>;

/** The totals of a scanner account, from its backend (P169). */
export interface ScannerFigures extends LicenseCounts {
  /** The corporate code that users enter to claim a license. */
  readonly code: string;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  readonly integrations: readonly string[];
}

/** The number of licenses of a product, and how many are in use. */
export interface LicenseCounts {
  readonly licensesPurchased: number;
  readonly licensesClaimed: number;
}

/** The number of licenses that are not in use (P80). */
export function availableLicenses({ licensesPurchased, licensesClaimed }: LicenseCounts): number {
  return licensesPurchased - licensesClaimed;
}
