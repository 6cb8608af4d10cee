/** A licence of the scanner app and its lead statistics: one item of the backend's `userStats`. */
export interface Licence {
  /** Names the licence in calls (the specification's licenseId), and is what administrators know as UserID. */
  readonly appId: string;
  /** Empty until somebody activates the licence. */
  readonly email: string;
  readonly activationDate: string;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
}

/** A scanner account, as its backend reports it (specification, section 3). */
export interface ScannerStats {
  /** The corporate code that users type in to claim a licence. */
  readonly code: string;
  readonly licencesPurchased: number;
  readonly licencesClaimed: number;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  readonly integrations: readonly string[];
  /** Undefined when the backend sent something that is no list: the figures above still hold. */
  readonly licences: readonly Licence[] | undefined;
}

/** Licences that somebody has claimed: those with an e-mail (specification, section 4). */
export function activatedLicences(licences: readonly Licence[]): Licence[] {
  return licences.filter(licence => licence.email !== '');
}

/** Licences that nobody has claimed yet, in the backend's order. */
export function nonActivatedLicences(licences: readonly Licence[]): Licence[] {
  return licences.filter(licence => licence.email === '');
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
