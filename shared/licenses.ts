/**
 * A license of the scanner app that has been claimed, and its lead statistics. `appId` names it in calls;
 * administrators know it as UserID (P86).
 */
export interface License {
  readonly appId: string;
  readonly email: string;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
}

/** A license that has not been claimed. */
export type NonActivatedLicense = Pick<License, 'appId'>;

/** The totals of a scanner account, from its backend (P169). */
export interface ScannerFigures extends LicenseCounts {
  /** The corporate code that users type in to claim a license. */
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

/** Purchased minus claimed (P80). */
export function availableLicenses({ licensesPurchased, licensesClaimed }: LicenseCounts): number {
  return licensesPurchased - licensesClaimed;
}
