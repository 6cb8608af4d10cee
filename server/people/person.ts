/** A person: all licenses and cards with the same email address (P320). */
export interface Person {
  /** As it is written in the person's first license or card. */
  readonly email: string;
  /** From the person's cards; empty without one. */
  readonly name: string;
  readonly jobTitle: string;
  /** IDs, separated by commas. */
  readonly licenseIds: string;
  readonly cardIds: string;
  /** How many licenses and cards the person has. */
  readonly licenses: number;
  readonly cards: number;
  /** The sums of all of them. */
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
  readonly viewsLast30Days: number;
  readonly totalViews: number;
}
