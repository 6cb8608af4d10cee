import type { LicenseCounts } from './licenses';

/**
 * A claimed digital business card and its stats. `cardId` is the backend's `code` (P110). Its activation date and shares
 * are not shown, so they are not parsed (P174).
 */
export interface Card {
  readonly cardId: string;
  readonly email: string;
  readonly name: string;
  readonly jobTitle: string;
  readonly viewsLast30Days: number;
  readonly totalViews: number;
  /** How it is used (see `useOf`). */
  readonly use: number;
}

/** A card that has not been claimed. */
export type NonClaimedCard = Pick<Card, 'cardId'>;

/** Shown if the backend has no job title (P111). */
export const NO_JOB_TITLE = 'Not specified';

/** The totals of a company, from its backend (P173). */
export interface CompanyFigures extends LicenseCounts {
  readonly activitiesLast30Days: number;
  readonly activitiesTotal: number;
  readonly leads: number;
}
