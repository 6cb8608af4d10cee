import { invitedProduct } from '../../../shared/products';
import { unclaimedCount } from '../../backends/product-stats';
import type { Dependencies } from '../../dependencies';
import { productsOf } from '../../session/roles';
import type { SignedInRequest } from '../handler';
import type { Product } from '../product/define-product';
import { loadStats } from '../product/load-stats';
import { productDefinitions } from '../product/products';

export type Invitation = NonNullable<Awaited<ReturnType<typeof loadInvitation>>>;

/** Loads the invitation to the product in the URL, or else to the first one that the administrator has; undefined without roles. */
export async function loadInvitation(request: SignedInRequest, dependencies: Dependencies) {
  const known = await request.details();
  /** All products of the administrator. */
  const choices = productsOf(known);
  const invitedTo = choices.find(key => key === invitedProduct(request.query.for)) ?? choices[0];
  if (!known || invitedTo === undefined) return undefined;
  const product: Product = productDefinitions[invitedTo];
  const stats = await loadStats(request, invitedTo, dependencies);
  return {
    invitedTo,
    choices,
    company: known.company,
    /** The administrator's name. */
    name: known.name,
    /** The download URL of the app. */
    appUrl: dependencies.config.appUrls[invitedTo],
    /** Facts about the product; undefined if its backend failed: people can be invited without them. */
    facts:
      typeof stats === 'string'
        ? undefined
        : {
            purchased: stats.licensesPurchased,
            available: unclaimedCount(stats),
            ...product.invitationFacts?.(stats),
          },
  };
}
