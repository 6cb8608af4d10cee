import { DAY_MS } from '../../shared/units';

/** How a license or card is used (P232), as the counts of a column. */
export const NEVER_USED = 0;
export const IDLE = 1;
export const USED = 2;

/** A license that was activated on one of this many days before today, or today, is not idle yet (P410). */
const NEW_DAYS = 30;

/** The activity of a license, a card or a person in one product. */
export interface Activity {
  readonly last30Days: number;
  readonly total: number;
  /** The day of its activation in UTC, as days since 1970; 0 if it is not known. */
  readonly activatedOn?: number | undefined;
}

/** A license or card with activity in the last 30 days, or a new one, is used. */
export function usageOf({ last30Days, total, activatedOn = 0 }: Activity, now: number): number {
  const isNew = activatedOn > 0 && Math.floor(now / DAY_MS) - activatedOn <= NEW_DAYS;
  if (last30Days > 0 || isNew) return USED;
  return total > 0 ? IDLE : NEVER_USED;
}
