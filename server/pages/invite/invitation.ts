import { invitedProduct, type ProductKey } from '../../../shared/products';
import type { InvitationFacts } from '../../../shared/products/words';
import { unclaimedCount } from '../../backends/product-stats';
import { productsOf } from '../../session/roles';
import type { Load } from '../handler';
import type { Product } from '../product/define-product';
import { loadStats } from '../product/load-stats';
import { productDefinitions } from '../product/products';

export interface Invitation {
  readonly invitedTo: ProductKey;
  /** All products of the administrator. */
  readonly choices: readonly ProductKey[];
  /** The download URL of the app. */
  readonly appUrl: string;
  readonly company: string;
  /** The administrator's name. */
  readonly name: string;
  /** Facts about the product; undefined if its backend failed: people can be invited without them. */
  readonly facts: (InvitationFacts & { readonly purchased: number; readonly available: number }) | undefined;
}

/** Loads the invitation to the product in the URL, or else to the first one that the administrator has; undefined without roles. */
export const loadInvitation: Load<Invitation | undefined> = async (request, dependencies) => {
  const known = await request.details();
  const choices = productsOf(known);
  const invitedTo = choices.find(key => key === invitedProduct(request.query.for)) ?? choices[0];
  if (!known || invitedTo === undefined) return undefined;
  const product: Product = productDefinitions[invitedTo];
  const stats = await loadStats(request, invitedTo, dependencies);
  return {
    invitedTo,
    choices,
    company: known.company,
    name: known.name,
    appUrl: dependencies.config.appUrls[invitedTo],
    facts:
      typeof stats === 'string'
        ? undefined
        : {
            purchased: stats.licensesPurchased,
            available: unclaimedCount(stats),
            ...product.invitationFacts?.(stats),
          },
  };
};
