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

export type Entities = Readonly<v.InferOutput<typeof entitiesSchema>>;

/** Returns the ID of the first role for a product (P22), or undefined without a role. */
export function entityFor(details: UserDetails | undefined, productKey: ProductKey): string | undefined {
  return details?.roles.find(role => role.productKey === productKey)?.entityId;
}

/** The products of an administrator, in the order of the sidebar. */
export function productsOf(details: UserDetails | undefined): readonly ProductKey[] {
  return productKeys.filter(productKey => entityFor(details, productKey) !== undefined);
}

export function entitiesOf(details: UserDetails | undefined): Entities {
  return Object.fromEntries(productsOf(details).map(key => [key, entityFor(details, key)]));
}
