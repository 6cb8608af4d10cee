/** A digital business card and its statistics: one item of the backend's `userStats`. */
export interface Card {
  readonly cardId: string;
  /** Empty until somebody claims the card. */
  readonly email: string;
  readonly name: string;
  readonly jobTitle: string;
  readonly viewsLast30Days: number;
  readonly totalViews: number;
}

/** Stands where the backend knows no job title (specification, section 3). */
export const NO_JOB_TITLE = 'Not specified';

/** A company's cards, as their backend reports them (specification, section 3). */
export interface CompanyStats {
  readonly licencesPurchased: number;
  readonly licencesClaimed: number;
  readonly activitiesLast30Days: number;
  readonly activitiesTotal: number;
  readonly leads: number;
  /** Undefined when the backend sent something that is no list: the figures above still hold. */
  readonly cards: readonly Card[] | undefined;
}
