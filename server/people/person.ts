import type { ProductKey, productTerms } from '../../shared/products';

type Columns = (typeof productTerms)[ProductKey]['peopleColumns'];

/**
 * A person: all licenses and cards with the same email address (P320). Figures are sums, IDs are separated
 * by commas, and the usage is 0 for nothing, or else 1 more than the best `usageOf` of a license or card.
 */
export interface Person
  extends Readonly<Record<Columns['ids'], string>>,
    Readonly<Record<Columns['count' | 'last30Days' | 'total' | 'usage'], number>> {
  /** As it is written in the person's first license or card. */
  readonly email: string;
  /** From the person's cards; empty without one. */
  readonly name: string;
  readonly jobTitle: string;
  /** The last day on which one of the licenses was activated, as days since 1970; 0 if none is known. */
  readonly activatedOn: number;
  /** The number of licenses or of cards, whichever is larger. */
  readonly mostItems: number;
  /** 1 if the address is not at the administrator's own domain, else 0. */
  readonly isOutside: number;
}
