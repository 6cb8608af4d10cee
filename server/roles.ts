/** Product numbers, as the portal users backend sends them (P1). */
export const SCANNER = 2;
export const CARDS = 3;

export const productNumbers = [SCANNER, CARDS] as const;
export type ProductNumber = (typeof productNumbers)[number];

export interface Role {
  readonly product: ProductNumber;
  /** The ID of the account (scanner) or company (cards) in the paths of backend calls. */
  readonly entityId: string;
}

/** Details of the signed-in administrator, from the portal users backend (P168). */
export interface UserDetails {
  readonly name: string;
  readonly company: string;
  readonly roles: readonly Role[];
}

/** The entity of the first role for the product (P22), or undefined without one. */
export function entityFor(details: UserDetails | undefined, product: ProductNumber): string | undefined {
  return details?.roles.find(role => role.product === product)?.entityId;
}

/** Identifies the company of an administrator for limits, by its IDs in the backends. Without user details, the administrator. */
export function companyKey(details: UserDetails | undefined, userId: string): string {
  return JSON.stringify(details ? productNumbers.map(product => entityFor(details, product)) : userId);
}
