/** A digital business card and its statistics: one item of the backend's `userStats` (specification, section 3). */
export interface Card {
  /** Names the card in calls; the backend's `code`. */
  readonly cardId: string;
  /** Empty until somebody claims the card. */
  readonly email: string;
  readonly name: string;
  readonly jobTitle: string;
  /** ISO date-time. The backend knows none, so it is the moment at which the card was derived. */
  readonly activationDate: string;
  readonly viewsLast30Days: number;
  readonly totalViews: number;
  /** Nobody counts shares yet. */
  readonly sharesLast30Days: 0;
  readonly totalShares: 0;
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

/** Cards that somebody has claimed: those with an e-mail. */
export function claimedCards(cards: readonly Card[]): Card[] {
  return cards.filter(card => card.email !== '');
}

/** Cards that nobody has claimed yet, in the backend's order. */
export function nonClaimedCards(cards: readonly Card[]): Card[] {
  return cards.filter(card => card.email === '');
}
