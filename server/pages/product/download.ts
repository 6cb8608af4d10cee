import { entityFor } from '../../../shared/admin';
import { redirect, type SignedInHandler } from '../../http/reply';
import type { ProductList } from './list';
import type { Product } from './product';

/** Returns a GET handler for the export of a list. */
export function listDownload<Stats>(product: Product<Stats>, list: ProductList<Stats>): SignedInHandler {
  return async (request, dependencies) => {
    const { context } = request.administrator;
    const entityId = entityFor(await dependencies.portalUsers.details(context), product.role);
    // The page explains the missing role.
    if (entityId === undefined) return redirect(product.path, { status: 302 });
    return list.download(await product.stats(dependencies, entityId, context), request, dependencies);
  };
}
