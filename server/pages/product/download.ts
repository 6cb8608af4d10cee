import { redirect } from '../../http/reply';
import { entityFor } from '../../roles';
import { withDownloadLine } from '../audit-line';
import type { SignedInHandler } from '../handler';
import type { List } from './define-list';
import type { Product } from './define-product';

export function listDownload<Stats>(product: Product<Stats>, list: List<Stats>): SignedInHandler {
  return (request, dependencies) =>
    withDownloadLine(request, dependencies, { products: [product] }, async () => {
      const { context } = request.administrator;
      const entityId = entityFor(await dependencies.portalUsers.details(context), product.role);
      // The page explains the missing role.
      if (entityId === undefined) return redirect(product.path, { status: 302 });
      return list.csv(request, await product.backend(dependencies).stats(entityId, context), dependencies);
    });
}
