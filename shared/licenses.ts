import type { List } from './list';
import type { Row, Table } from './table';

type LicenseTexts = 'appId' | 'email';
type LicenseLeads = 'leadsLast30Days' | 'leadsTotal';

/**
 * Licenses of the scanner app that somebody has claimed, and their lead statistics. `appId` names a license in calls;
 * administrators know it as UserID (P86).
 */
export type LicenseTable = Table<LicenseTexts, LicenseLeads>;
export type LicenseList = List<LicenseTexts, LicenseLeads>;
export type License = Row<LicenseTexts, LicenseLeads>;

/** Licenses that nobody has claimed yet: there is only their name. */
export type NonActivatedLicenseTable = Table<'appId', never>;
export type NonActivatedLicenseList = List<'appId', never>;
export type NonActivatedLicense = Row<'appId', never>;

/** What a scanner account has in all, as its backend reports it (P169). */
export interface ScannerFigures {
  /** The corporate code that users type in to claim a license. */
  readonly code: string;
  readonly licensesPurchased: number;
  readonly licensesClaimed: number;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  readonly integrations: readonly string[];
}

/** A scanner account, as its backend reports it. */
export interface ScannerStats extends ScannerFigures {
  /** Undefined when the backend sent something that is no list: the figures still hold. */
  readonly licenses:
    | {
        /** Those with an e-mail (P86). */
        readonly activated: LicenseList;
        /** Those without, in the backend's order. */
        readonly nonActivated: NonActivatedLicenseList;
      }
    | undefined;
}

/** How many licenses of a product a company has, and how many of them are in use. */
export interface LicenseCounts {
  readonly licensesPurchased: number;
  readonly licensesClaimed: number;
}

/** Purchased minus claimed (P80). */
export function availableLicenses({ licensesPurchased, licensesClaimed }: LicenseCounts): number {
  return licensesPurchased - licensesClaimed;
}
