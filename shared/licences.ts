import type { List } from './list';
import type { Row, Table } from './table';

type LicenceTexts = 'appId' | 'email';
type LicenceLeads = 'leadsLast30Days' | 'leadsTotal';

/**
 * Licences of the scanner app that somebody has claimed, and their lead statistics. `appId` names a licence in calls
 * (the specification's licenseId), and is what administrators know as UserID.
 */
export type LicenceTable = Table<LicenceTexts, LicenceLeads>;
export type LicenceList = List<LicenceTexts, LicenceLeads>;
export type Licence = Row<LicenceTexts, LicenceLeads>;

/** Licences that nobody has claimed yet: there is only their name. */
export type NonActivatedLicenceTable = Table<'appId', never>;
export type NonActivatedLicenceList = List<'appId', never>;
export type NonActivatedLicence = Row<'appId', never>;

/** What a scanner account has in all, as its backend reports it (specification, section 3). */
export interface ScannerFigures {
  /** The corporate code that users type in to claim a licence. */
  readonly code: string;
  readonly licencesPurchased: number;
  readonly licencesClaimed: number;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  readonly integrations: readonly string[];
}

/** A scanner account, as its backend reports it. */
export interface ScannerStats extends ScannerFigures {
  /** Undefined when the backend sent something that is no list: the figures still hold. */
  readonly licences:
    | {
        /** Those with an e-mail (specification, section 4). */
        readonly activated: LicenceList;
        /** Those without, in the backend's order. */
        readonly nonActivated: NonActivatedLicenceList;
      }
    | undefined;
}

/** How many licences of a product a company has, and how many of them are in use. */
export interface LicenceCounts {
  readonly licencesPurchased: number;
  readonly licencesClaimed: number;
}

/** Purchased minus claimed (specification, section 9). */
export function availableLicences({ licencesPurchased, licencesClaimed }: LicenceCounts): number {
  return licencesPurchased - licencesClaimed;
}
