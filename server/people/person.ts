import type { ProductKey, productTerms } from '../../shared/products';

type Columns = (typeof productTerms)[ProductKey]['peopleColumns'];

/**
 * A person: all licenses and cards with the same email address (P320). Figures are sums, IDs are separated
 * by commas, the usage is 0 for nothing, or else 1 more than the best `usageOf` of a license or card, and the activation is the
 * last one, in days since 1970, or 0 if none is known.
 */
export interface Person
  extends Readonly<Record<Columns['ids'], string>>,
    Readonly<Record<Columns['count' | 'last30Days' | 'total' | 'usage'], number>>,
    Readonly<Record<NonNullable<Columns['activatedOn']>, number>> {
  /** As it is written in the person's first license or card. */
  readonly email: string;
  /** From the person's cards; empty without one. */
  readonly name: string;
  readonly jobTitle: string;
  /** The largest number of items of one product. */
  readonly mostItems: number;
  /** The number of products of which the person has something. */
  readonly products: number;
  /** 1 if the address is not at the administrator's own domain, else 0. */
  readonly isOutside: number;
}
