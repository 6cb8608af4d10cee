import type { List } from './list';
import type { Row, Table } from './table';

type CardTexts = 'cardId' | 'email' | 'name' | 'jobTitle';
type CardVisits = 'viewsLast30Days' | 'totalViews';

/**
 * Digital business cards that somebody has claimed, and their statistics. `cardId` names a card in calls; it is the
 * backend's `code` (P110). Its activation date and shares are shown nowhere and not kept (P174).
 */
export type CardTable = Table<CardTexts, CardVisits>;
export type CardList = List<CardTexts, CardVisits>;
export type Card = Row<CardTexts, CardVisits>;

/** Cards that nobody has claimed yet: there is only their name. */
export type NonClaimedCardTable = Table<'cardId', never>;
export type NonClaimedCardList = List<'cardId', never>;
export type NonClaimedCard = Row<'cardId', never>;

/** Stands where the backend knows no job title (P111). */
export const NO_JOB_TITLE = 'Not specified';

/** What a company has in all, as its backend reports it (P173). */
export interface CompanyFigures {
  readonly licensesPurchased: number;
  readonly licensesClaimed: number;
  readonly activitiesLast30Days: number;
  readonly activitiesTotal: number;
  readonly leads: number;
}

/** A company's cards, as their backend reports them. */
export interface CompanyStats extends CompanyFigures {
  /** Undefined when the backend sent something that is no list: the figures still hold. */
  readonly cards:
    | {
        /** Those with an e-mail. */
        readonly claimed: CardList;
        /** Those without, in the backend's order. */
        readonly nonClaimed: NonClaimedCardList;
      }
    | undefined;
}
