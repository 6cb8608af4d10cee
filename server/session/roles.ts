import * as v from 'valibot';
import { type ProductKey, productKeys } from '../../shared/products';

export interface Role {
  readonly productKey: ProductKey;
  /** The company's ID in the paths of the product's backend. */
  readonly entityId: string;
}

/** Details of the signed-in administrator, from the portal users backend (P168). */
export interface UserDetails {
  readonly name: string;
  readonly company: string;
  readonly roles: readonly Role[];
}

/** The company's IDs in the backends of its products, as records store them. */
export const entitiesSchema = v.partial(v.object(v.entriesFromList(productKeys, v.string())));

/** The company's IDs in the backends of its products. */
export type Entities = { readonly [Product in ProductKey]?: string | undefined };

/** Returns the ID of the first role for a product (P22), or undefined without a role. */
export function entityFor(details: UserDetails | undefined, productKey: ProductKey): string | undefined {
  return details?.roles.find(role => role.productKey === productKey)?.entityId;
}

export function entitiesOf(details: UserDetails | undefined): Entities {
  const entries = productKeys.map(productKey => [productKey, entityFor(details, productKey)] as const);
  return Object.fromEntries(entries.filter(([, entity]) => entity !== undefined));
}

/** Whether an administrator has several products, as a person may. */
export function hasSeveralProducts(details: UserDetails | undefined): boolean {
  return Object.keys(entitiesOf(details)).length > 1;
}
