/** Product numbers, as the portal users backend sends them (P1). */
export const SCANNER = 2;
export const CARDS = 3;

export type Product = typeof SCANNER | typeof CARDS;

export interface Role {
  readonly product: Product;
  /** The account (scanner) or company (cards) in the backends' call paths. */
  readonly entityId: string;
}

/** What the portal users backend knows of the administrator who is signed in (P168). */
export interface UserDetails {
  readonly name: string;
  readonly company: string;
  readonly roles: readonly Role[];
}

/** The entity that the administrator's first role for the product names; undefined without such a role. */
export function entityFor(details: UserDetails | undefined, product: Product): string | undefined {
  return details?.roles.find(role => role.product === product)?.entityId;
}
